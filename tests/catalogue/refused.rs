//! Bad parameters in a file are refused with a message: every kind of body, constraint and force has a row here.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::scene::file;

/// The messages on a file with two disks, a particle and this item.
fn said(list: &str, item: &str) -> String {
    let parts = if list == "parts" { item } else { "" };
    let links = if list == "parts" {
        String::new()
    } else {
        format!(", {list}: [{item}]")
    };
    let text = format!(
        "(version: 1, parts: [(name: \"a\", shape: Disk(radius: 0.3), at: (0, 0)), (name: \"b\", shape: Disk(radius: 0.2), at: (0.5, 0)), \
         (name: \"p\", shape: Particle(), at: (2, 0)), {parts}]{links})"
    );
    match file::read(&text, "test") {
        Ok(_) => panic!("this was read: {item}"),
        Err(error) => error.to_string(),
    }
}

/// Tries each row, `(kind, the rest of the item, words of the message)`, and returns the tags of the kinds tried.
fn try_all(list: &str, rows: &[(&'static str, &str, &str)]) -> Vec<String> {
    let what = if list == "parts" { "shape" } else { "kind" };
    rows.iter()
        .map(|(kind, rest, words)| {
            let said = said(list, &format!("(name: \"x\", {what}: {kind}, {rest})"));
            assert!(said.contains(words), "{kind}, {rest}\n{said}");
            kind.split('(').next().unwrap_or_default().to_owned()
        })
        .collect()
}

fn all_are_tried(tags: Vec<&'static str>, tried: &[String]) {
    for tag in tags {
        assert!(
            tried.iter().any(|it| it == tag),
            "nothing wrong with a {tag} is tried"
        );
    }
}

const TWO: &str = r#"a: "a", b: "b""#;
const ON_A_PARTICLE: &str = r#"a: "a", b: "p""#;
const THREE: &str = r#"a: "a", b: "b", c: "p""#;
const ROPE: &str = r#"a: "a", b: ("ground", (0, 2)), c: ("ground", (1, 2)), d: "p""#;
const ONE_CENTRE: &str = r#"a: "a", b: ("b", (-0.5, 0))"#;

#[test]
fn bad_constraints_are_refused_in_a_file() {
    let tried = try_all(
        "constraints",
        &[
            ("Distance(length: -1)", TWO, "length is -1"),
            ("Pin()", r#"a: "a", b: "a""#, "to itself"),
            (
                "Pin()",
                r#"a: "ground", b: "ground""#,
                "joins the ground to itself",
            ),
            ("Weld()", ON_A_PARTICLE, "is a particle"),
            ("Rope(length: 0)", TWO, "length is 0"),
            ("Rope(length: 1, restitution: 1.5)", TWO, "restitution is 1.5"),
            ("Strut(length: -1)", TWO, "length is -1"),
            ("AngleLimits(lower: 1, upper: 0)", TWO, "exchange them"),
            ("EndStops(lower: 1, upper: 0)", TWO, "exchange them"),
            ("Clutch()", ON_A_PARTICLE, "is a particle"),
            ("Friction(torque: -1)", TWO, "torque is -1"),
            ("Ratchet(teeth: 0)", TWO, "teeth is 0"),
            ("Ratchet(teeth: 2.5)", TWO, "whole number"),
            ("RailFriction(force: -1)", TWO, "force is -1"),
            ("AngleLock()", ON_A_PARTICLE, "is a particle"),
            ("AngleLock(angle: inf)", TWO, "angle is inf"),
            ("Midline(width: 0)", THREE, "width is 0"),
            (
                "Midline(width: 1)",
                r#"a: "a", b: ("b", (-0.5, 0)), c: "p""#,
                "in one place",
            ),
            ("Slider()", ON_A_PARTICLE, "is a particle"),
            ("Groove(reach: -1)", TWO, "reach is -1"),
            ("Ring(radius: 0)", TWO, "radius is 0"),
            ("Ellipse(a: 0, b: 1)", TWO, "a is 0"),
            (
                "Graph(c0: 0, c1: 0, c2: inf, c3: 0, c4: 0, c5: 0)",
                TWO,
                "c2 is inf",
            ),
            (
                "Implicit(formula: \"x^2 + z^2 - 1\")",
                ON_A_PARTICLE,
                "at character 7: there is nothing named z",
            ),
            (
                "Implicit(formula: \"x^2 + * y\")",
                ON_A_PARTICLE,
                "at character 7",
            ),
            (
                "Implicit(formula: \"y = floor(x)\")",
                ON_A_PARTICLE,
                "floor jumps",
            ),
            ("Implicit(formula: \"y = abs(x)\")", ON_A_PARTICLE, "has a corner"),
            (
                "Implicit(formula: \"y = 1/(x - 2)\")",
                ON_A_PARTICLE,
                "not smooth at (2, 0), where its bead is",
            ),
            (
                "Implicit(formula: \"(x - 2)^2 + y^2 = 0\")",
                ON_A_PARTICLE,
                "is flat",
            ),
            ("Implicit(formula: \"3 = 4\")", ON_A_PARTICLE, "neither x nor y"),
            (
                "Implicit(formula: \"y = atan(1/x)\", x0: 1.5)",
                ON_A_PARTICLE,
                "breaks off at",
            ),
            (
                "Implicit(formula: \"y = sqrt(x^2)\")",
                ON_A_PARTICLE,
                "has a corner at",
            ),
            ("Track(points: [(0, 0)])", TWO, "has 1 points"),
            (
                "Track(points: [(0, 0), (1, 0), (0, 0), (1, 0)])",
                TWO,
                "turns back on itself",
            ),
            (
                "Track(points: [(0, 0), (1, 0), (1, 0), (1, 0), (0, 1)])",
                TWO,
                "turns back on itself",
            ),
            (
                "Track(points: [(0, 0), (0, 0), (0, 0), (0, 0)])",
                TWO,
                "single point",
            ),
            ("KnifeEdge()", ON_A_PARTICLE, "is a particle"),
            (
                "RackAndPinion(axis: 0, radius: 0, side: Left)",
                TWO,
                "radius is 0",
            ),
            ("GearPair(radius_a: 0, radius_b: 1)", TWO, "radius_a is 0"),
            (
                "GearPair(radius_a: 0.2, radius_b: 0.2, mesh: Inside)",
                TWO,
                "does not fit inside",
            ),
            (
                "GearPair(radius_a: 0.1, radius_b: 0.2)",
                ONE_CENTRE,
                "same centre",
            ),
            ("Belt(radius_a: 0.1, radius_b: 0)", TWO, "radius_b is 0"),
            ("Belt(radius_a: 0.1, radius_b: 0.2)", ONE_CENTRE, "same centre"),
            ("Pulley(length: 5, ratio: 0)", ROPE, "ratio is 0"),
            ("DrumRope(radius: 3)", r#"a: "p", b: "a""#, "take it off the drum"),
            ("Screw(lead: inf)", THREE, "is a particle"),
            ("Screw(lead: inf)", THREE, "lead is inf"),
            (
                "SpeedRatio(ratio: 0)",
                r#"a: "ground", b: "a", c: "b""#,
                "ratio is 0",
            ),
            ("SpeedRatio(ratio: 2)", r#"a: "ground", b: "a""#, "needs 3"),
            (
                "SpeedRatio(ratio: 2)",
                r#"a: "ground", b: "a", c: "a""#,
                "to itself",
            ),
            ("SpeedRatio(ratio: 2)", r#"a: "ground", b: "a", d: "b""#, "no c"),
            (
                "Motor(law: Speed, speed: 1, programme: Sinusoid(amplitude: 1, frequency: 1))",
                TWO,
                "follows no programme",
            ),
            (
                "Actuator(length: 1, programme: Sinusoid(amplitude: 3, frequency: 1))",
                TWO,
                "down to -2 m",
            ),
            (
                "Motor(law: Speed, speed: 1, time_constant: 0)",
                TWO,
                "time_constant is 0",
            ),
            (
                "Motor(law: Angle, speed: 1, programme: Table([(1, 0), (0, 1)]))",
                TWO,
                "must grow",
            ),
            ("TrackMotor(points: [(0, 0)], speed: 1)", TWO, "has 1 points"),
            ("Actuator(length: 1, programme: Table([(0, 0)]))", TWO, "1 points"),
            ("Actuator(length: 0)", TWO, "length is 0"),
            (
                "Breakable(joint: Motor(law: Speed, speed: 1), load: 1)",
                TWO,
                "does not break",
            ),
            ("Breakable(joint: Pin(), load: 0)", TWO, "load is 0"),
            (
                "Breakable(joint: Distance(length: -1), load: 1)",
                TWO,
                "length is -1",
            ),
            (
                "Reference(joint: Motor(law: Speed, speed: 1))",
                TWO,
                "cannot be a reference",
            ),
            ("Reference(joint: Distance(length: -1))", TWO, "length is -1"),
            ("Actuator(length: 1, force: -1)", TWO, "force is -1"),
            ("Motor(law: Speed, speed: 1, torque: -1)", TWO, "torque is -1"),
            ("Motor(law: Speed, speed: 1, torque: inf)", TWO, "torque is inf"),
            (
                "ThrustHold()",
                r#"a: "ground", b: "a", c: "ground""#,
                "pushes nothing that moves",
            ),
            (
                "MotorHold()",
                r#"a: "ground", b: "a", c: "b", d: "b""#,
                "to itself",
            ),
            (
                "MotorHold()",
                r#"a: "ground", b: "a", c: "ground", d: "p""#,
                "is a particle",
            ),
            (
                "Closing(joint: Motor(law: Speed, speed: 1), duration: 1)",
                TWO,
                "does not close gradually",
            ),
            ("Closing(joint: Pin(), duration: 0)", TWO, "duration is 0"),
            (
                "Closing(joint: Distance(length: -1), duration: 1)",
                TWO,
                "length is -1",
            ),
        ],
    );
    let kinds = ConstraintKind::catalogue();
    all_are_tried(kinds.iter().map(ConstraintKind::tag).collect(), &tried);
}

#[test]
fn bad_forces_are_refused_in_a_file() {
    let one = r#"a: "a""#;
    let tried = try_all(
        "forces",
        &[
            ("Spring(stiffness: -1, rest: 1)", TWO, "stiffness is -1"),
            ("Spring(stiffness: 1, rest: 1)", r#"a: "a", b: "a""#, "to itself"),
            ("TorsionSpring(stiffness: 1)", ON_A_PARTICLE, "is a particle"),
            ("TorsionSpring(stiffness: -1)", TWO, "stiffness is -1"),
            ("Damper(damping: -1)", TWO, "damping is -1"),
            ("Drag(linear: 0, quadratic: -1)", one, "quadratic is -1"),
            ("Push(force: (inf, 0))", one, "x is inf"),
            ("Torque(torque: 1)", r#"a: "p""#, "is a particle"),
            (
                "Torque(torque: 1, programme: Table([(0, 0), (0, 1)]))",
                one,
                "must grow",
            ),
            ("Thruster(force: 1, programme: Table([(0, 0)]))", one, "1 points"),
            ("Thruster(force: 1)", r#"a: "p""#, "is a particle"),
            ("Wind(velocity: (0, 0), linear: -1)", one, "linear is -1"),
            ("Attraction(strength: 1, softening: -1)", TWO, "softening is -1"),
            ("Attraction(strength: 1)", one, "needs 2"),
        ],
    );
    let kinds = ForceKind::catalogue();
    all_are_tried(kinds.iter().map(ForceKind::tag).collect(), &tried);
}

#[test]
fn bad_parts_are_refused_in_a_file() {
    let at = "at: (5, 0)";
    let tried = try_all(
        "parts",
        &[
            ("Wall(points: [(0, 0)], width: 0.1)", "at: (3, 3)", "1 points"),
            (
                "Wall(points: [(0, 0), (1, 0)], width: 0.1)",
                "at: (3, 3)",
                "centre of mass",
            ),
            ("Disk(radius: 1)", "at: (3, 3), layer: 9", "its layer is 9"),
            (
                "Disk(radius: 1)",
                "at: (3, 3), friction: -1",
                "its friction is -1",
            ),
            (
                "Disk(radius: 1)",
                "at: (3, 3), restitution: 1.5",
                "its restitution is 1.5",
            ),
            (
                "Disk(radius: 1)",
                "at: (3, 3), rolling: -0.1",
                "its rolling friction is -0.1",
            ),
            (
                "Disk(radius: 1)",
                "at: (3, 3), collides: \"maybe\"",
                "others, all, nothing",
            ),
            ("Particle()", "at: (5, 0), mass: 0", "mass is 0"),
            ("Disk(radius: 0)", at, "radius is 0"),
            ("Box(width: -1, height: 1)", at, "width is -1"),
            ("Bar(length: 0, width: 0.1)", at, "length is 0"),
            ("Polygon(corners: [(0, 0), (1, 0)])", at, "2 corners"),
            (
                "Polygon(corners: [(-1, -1), (1, 1), (1, -1), (-1, 1)])",
                at,
                "cross",
            ),
            ("Gear(teeth: 12.5, module: 0.05)", at, "whole number"),
            ("Gear(teeth: 2, module: 0.05)", at, "from 5"),
            ("RingGear(teeth: 5, module: 0.05, rim: 0.1)", at, "from 12"),
            ("Rack(teeth: 1, module: 0.05, height: 0.1)", at, "from 2"),
            ("Balloon(radius: 0.3, stiffness: -1)", at, "stiffness is -1"),
            ("Balloon(radius: 0.3, stiffness: 1, size: 0)", at, "size is 0"),
            (
                "Leaf(length: 1, width: 0.1, stiffness: -1)",
                at,
                "stiffness is -1",
            ),
            (
                "Leaf(length: 1, width: 0.1, stiffness: 1, bend: 0.7)",
                at,
                "half its length",
            ),
            ("WireBead(form: Ellipse, a: 0, b: 1)", at, "a is 0"),
            (
                "WireBead(form: Parabola, a: 1, b: 1, place: inf)",
                at,
                "place is inf",
            ),
            ("Compound(pieces: [])", at, "0 pieces"),
            (
                "Compound(pieces: [(shape: Disk(radius: 0))])",
                at,
                "piece 1 (disk): radius is 0",
            ),
            (
                "Compound(pieces: [(shape: Leaf(length: 1, width: 0.1, stiffness: 1))])",
                at,
                "is not rigid",
            ),
            (
                "Compound(pieces: [(shape: Compound(pieces: [(shape: Disk(radius: 1))]))])",
                at,
                "give its pieces",
            ),
            (
                "Compound(pieces: [(shape: Disk(radius: 1), density: 0)])",
                at,
                "weighs 0",
            ),
            (
                "Compound(pieces: [(shape: Disk(radius: 1), weighs: (1.0, -5.0))])",
                at,
                "moment of inertia of -5",
            ),
            (
                "Compound(pieces: [(shape: Disk(radius: 1), weighs: (1.0, NaN))])",
                at,
                "moment of inertia of NaN",
            ),
        ],
    );
    let kinds = Shape::catalogue();
    all_are_tried(kinds.iter().map(Shape::tag).collect(), &tried);
}

/// All errors of a file are listed, one in a formula among the others.
#[test]
fn a_mistake_in_a_formula_hides_nothing_else() {
    let both = r#"(name: "x", kind: Implicit(formula: "x +"), a: "a", b: "p"), (name: "y", kind: Ring(radius: 0), a: "a", b: "b")"#;
    let said = said("constraints", both);
    assert!(
        said.contains("ends too early") && said.contains("radius is 0"),
        "{said}"
    );
}
