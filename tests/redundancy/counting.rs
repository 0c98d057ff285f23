//! Degrees of freedom and dependent constraints, at the present pose and generically.

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::scene::{Attach, Method, Scene, gallery};
use tinkertoy::sim::{Dynamics, Freedom, Simulation};
use tinkertoy::solver::redundancy::Verdict;

use crate::build::{Build, centre, ground, v2};
use crate::compromise::rod_of;

pub fn count(scene: &Scene) -> Freedom {
    let run = Simulation::new(scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(run.model());
    Freedom::of(run.model(), run.state(), &mut dynamics).unwrap()
}

/// Degrees of freedom at this pose and generically, and the numbers of redundant, singular and contradictory constraints.
fn numbers(scene: &Scene) -> (usize, usize, [usize; 3]) {
    let freedom = count(scene);
    assert!(freedom.margin > 100.0, "not a clear decision: {freedom:?}");
    let kinds = [&freedom.redundant, &freedom.singular, &freedom.contradictory];
    (
        freedom.dof.unwrap(),
        freedom.dof_generic.unwrap(),
        kinds.map(Vec::len),
    )
}

/// Degrees of freedom of the bodies, rows without drives, redundant rows, and rows of drives.
///
/// A particle has 2 degrees of freedom, a rigid body 3, a disk that grows or a springy bar 4, a bead that knows only its wire 1. A pin removes 2, a
/// weld 3, a slider or a rack and pinion 2; a rod, a groove, a curve, a rope, a belt, a pair of gears, a screw, an angle, a ratio of speeds or a
/// knife edge removes 1. The remainder is Kutzbach's count: degrees of freedom - rows + redundant rows.
const GALLERY: [(&str, usize, usize, usize, usize); 52] = [
    // A ring of 16 beads and as many rods, one of them on a nail.
    ("ring", 16 * 2, 16 + 2, 0, 0),
    // A disk and 24 bars, each on a pin; an axle.
    ("hub", 25 * 3, 25 * 2, 0, 1),
    // 10 beads and a ball, 11 rods.
    ("heavy-on-light", 10 * 2 + 3, 11, 0, 0),
    // Three bars, one below the other.
    ("stiff-feedback", 3 * 3, 3 * 2, 0, 0),
    // 40 beads, 40 rods.
    ("capped", 40 * 2, 40, 0, 0),
    // A beam and two bars.
    ("for-an-hour", 3 * 3, 3 * 2, 0, 0),
    // Drum and bucket; a pin, a drum's rope. A motor.
    ("crane", 2 * 3, 2 + 1, 0, 1),
    // A box with a thruster of its own.
    ("thruster", 3, 0, 0, 1),
    // Arm and cabin; 2 pins. A drive keeps the cabin level.
    ("afar", 2 * 3, 2 * 2, 0, 1),
    // 4 particles and 2 leaves; curve, 2 hinges, 3 rods, midline. A closing pin has 2 rows of a drive.
    ("by-equation", 4 * 2 + 2 * 3, 1 + 2 * 2 + 3 + 1, 0, 2),
    // A four-bar with a pen welded to its coupler.
    ("by-numbers", 4 * 3, 4 * 2 + 3, 0, 1),
    // A load that may rotate in its groove, a bob, one rope.
    ("atwood", 3 + 2, 1 + 1, 0, 0),
    // 9 beads and a ball, 10 rods.
    ("ball-and-chain", 9 * 2 + 3, 10, 0, 0),
    // 199 beads between two hooks, 200 rods.
    ("chain", 199 * 2, 200, 0, 0),
    ("double-pendulum", 2 * 3, 2 * 2, 0, 0),
    // The textbook four-bar linkage, 3*3 - 4*2 = 1, and a pen on two rods.
    ("four-bar", 3 * 3 + 2, 4 * 2 + 2, 0, 1),
    // A crank and two legs of 10 bars; 31 pins.
    ("jansen", 21 * 3, 31 * 2, 0, 1),
    // 15 x 15 particles, rods between neighbours, two corners pinned.
    ("net", 15 * 15 * 2, 2 * 15 * 14 + 2 * 2, 0, 0),
    // A plate on four equal cranks: 15 - 16 means locked, yet it moves as on two of them, so 2 rows are redundant.
    ("parallelogram", 5 * 3, 8 * 2, 2, 1),
    // 7 bars; 10 pins, those at joints of three bars counted twice.
    ("peaucellier", 7 * 3, 10 * 2, 0, 0),
    // Ring, carrier, sun, 3 planets; 6 axles, a brake on the ring, 3 meshes with the sun and one
    // with the ring: the other two meshes would be redundant.
    ("planetary", 6 * 3, 6 * 2 + 1 + 4, 0, 1),
    // Pendulum, three weights, shaft, wheel; 3 axles, 2 grooves. Rope, prop, stops, freewheel and friction remove none. A rocking motor.
    ("catch", 3 * 3 + 3 * 2, 3 * 2 + 2, 0, 1),
    // A cam, a roller and its rod; axle, hub, rail.
    ("cam", 3 * 3, 2 + 2 + 2, 0, 1),
    // Wheel, crank, lock, pin; 2 axles, 2 welds. Contact removes none.
    ("geneva", 4 * 3, 2 * 2 + 2 * 3, 0, 1),
    // Pendulum, 2 pallets, wheel, pinion, great wheel, weight; 3 axles, 3 welds, a mesh, a drum's rope.
    ("clock", 7 * 3, 3 * 2 + 3 * 3 + 1 + 1, 0, 0),
    // Two of each: handle, rod, ram and block; axle, knee, hitch, guide.
    ("toggle", 2 * 4 * 3, 2 * (3 * 2 + 2), 0, 0),
    // A shaft, a cage, 8 balls on pins.
    ("bearing", 10 * 3, 8 * 2, 0, 0),
    // 2 levers, a spinner, a plunger, 3 balls; 3 axles, a guide. Two motors, a shooter.
    ("pinball", 7 * 3, 3 * 2 + 2, 0, 3),
    // Free except for contact.
    ("pile", 500 * 3, 0, 0, 0),
    // Two arches of 21 stones.
    ("arches", 2 * 21 * 3, 0, 0, 0),
    // Free except for contact.
    ("marbles", 4 * 3, 0, 0, 0),
    // Arm, counterweight, stone, 10 bricks; axle and hanger. The sling is a rope.
    ("trebuchet", 13 * 3, 2 * 2, 0, 0),
    // Two of each: drum, hook and load; axle, two ropes, two guides. Ratchet, stops and motors of limited torque remove none.
    ("winch", 2 * (3 + 2 + 3), 2 * (2 + 2 + 2), 0, 0),
    // A chassis, 2 arms, 2 wheels; 4 pins.
    ("car", 5 * 3, 4 * 2, 0, 1),
    // 10 limbs, 9 pins; limits remove none.
    ("ragdoll", 10 * 3, 9 * 2, 0, 0),
    // Frame, crankshaft and 4 legs of 10 bars; 61 pins.
    ("walker", 42 * 3, 61 * 2, 0, 1),
    // 20 tiles and a ball.
    ("dominoes", 21 * 3, 0, 0, 0),
    // 7 cards and a marble.
    ("cards", 8 * 3, 0, 0, 0),
    // Balls on rods: contact removes none.
    ("cradle", 5 * 3, 5, 0, 0),
    // 5 pendulums and 5 balance wheels, each by itself.
    ("resonance", 5 * (2 + 3), 5 * (1 + 2), 0, 0),
    // Wheel, yoke, hammer, flap, lever, angle piece; axle, slider, groove, weld, hinge, fulcrum, pin, angle. Drives: motor, piston.
    ("hammer", 6 * 3, 2 + 2 + 1 + 3 + 2 + 2 + 2 + 1, 0, 2),
    // Wheel, yoke; axle, rail, groove. A motor.
    ("scotch-yoke", 2 * 3, 2 + 2 + 1, 0, 1),
    // A plate and an arm on a shaft, on springs.
    ("shaker", 2 * 3, 2, 0, 1),
    // Flywheel, rod and a piston; 3 pins and a slide.
    ("slider-crank", 3 * 3, 3 * 2 + 2, 0, 1),
    // Two disks that grow on axles, a springy board in the wall with a weight on a thread, a bow on an axle with two bobs.
    ("springy", 2 * 4 + 2 * 4 + 3 * 2, 3 * 2 + 3 + 3, 0, 1),
    ("stars", 3 * 2, 0, 0, 0),
    // Rack, pinion, idler, two wheels, crank; 5 shafts, 2 meshes that carry the rack, 3 rods.
    ("steering", 6 * 3, 5 * 2 + 2 * 2 + 3, 0, 1),
    // Tractor, front wheel, 2 trailers; 3 pins, 4 knife edges: it rolls on and steers.
    ("trucks", 4 * 3, 3 * 2 + 4, 0, 1),
    // Maxwell's count: 9 joints, 15 bars, a hinge and a rocker leave none; a disk on a rope adds 3 - 1.
    ("truss-bridge", 9 * 2 + 3, 15 + 2 + 1 + 1, 0, 0),
    // 3 pennants of 5 bars on a mast, a jet wheel, a signal arm: all trees. The mast rolls.
    ("weather", 18 * 3, 18 * 2, 0, 1),
    // 5 beads and 2 that know only their wire; 4 curves. The fifth bead is carried: 2 rows.
    ("wires", 5 * 2 + 2, 4, 0, 2),
    // Pulley, flywheel, roller, rack, rod, gear, load; 4 axles, belt, friction, level, 2 pins, rack and gear, mast, screw.
    ("workshop", 7 * 3, 4 * 2 + 1 + 1 + 1 + 2 * 2 + 2 + 2 + 1, 0, 1),
];

#[test]
fn every_machine_of_the_gallery() {
    // One more scene is in a singular configuration, and has a test of its own.
    assert_eq!(gallery::GALLERY.len(), GALLERY.len() + 1);
    for (name, freedoms, rows, redundant, drives) in GALLERY {
        let scene = gallery::find(name).unwrap().scene().unwrap();
        let left = freedoms + redundant - rows;
        assert_eq!(numbers(&scene), (left, left, [redundant, 0, 0]), "{name}");
        let freedom = count(&scene);
        let rank = Some(rows + drives - redundant);
        assert_eq!((freedom.rank, freedom.rank_generic), (rank, rank), "{name}");
        assert_eq!((freedom.rows, freedom.driven), (rows + drives, drives), "{name}");
    }
}

/// 9 beads and a bar, 10 rods and an axle: straight, one rod is dependent, and the beads have one degree of freedom more than at any other pose.
#[test]
fn a_straight_chain_between_two_nails() {
    let scene = gallery::find("taut").unwrap().scene().unwrap();
    let generic = 9 * 2 + 3 - 10 - 2;
    assert_eq!(numbers(&scene), (generic + 1, generic, [0, 1, 0]));
}

/// A four-bar linkage whose coupler is lighter than crank and rocker by this factor.
fn four_bar(ratio: f64) -> Freedom {
    let mut build = Build::default();
    let corners = [(0.0, 0.0), (0.3, 1.0), (2.0, 1.4), (1.8, 0.0)].map(|(x, y)| v2(x, y));
    let mut above = ground(0.0, 0.0);
    for (k, mass) in [1.0, 1.0 / ratio, 1.0].into_iter().enumerate() {
        let bar = build.bar(corners[k], corners[k + 1], mass);
        let from = build.end(bar, -1.0);
        build.pin(above, from);
        above = build.end(bar, 1.0);
    }
    build.pin(above, ground(1.8, 0.0));
    count(&build.scene)
}

#[test]
fn rank_does_not_depend_on_masses() {
    let even = four_bar(1.0);
    for ratio in [1e-10, 1e-6, 1e6, 1e10, 1e20] {
        let freedom = four_bar(ratio);
        assert_eq!((freedom.rank, freedom.dof), (Some(8), Some(1)), "{ratio:e}");
        assert!(freedom.is_clean(), "{ratio:e}: {freedom:?}");
        let apart = freedom.margin / even.margin;
        assert!(
            (apart - 1.0).abs() < 1e-6,
            "{ratio:e}: a margin of {}",
            freedom.margin
        );
    }
}

/// Bars end to end from the first point to the last, pinned to the ground at both ends; lengths as given.
pub fn pinned_chain(points: &[(f64, f64)]) -> Build {
    let mut build = Build::default();
    let mut above = ground(points[0].0, points[0].1);
    for pair in points.windows(2) {
        let bar = build.bar(v2(pair[0].0, pair[0].1), v2(pair[1].0, pair[1].1), 1.0);
        let from = build.end(bar, -1.0);
        build.pin(above, from);
        above = build.end(bar, 1.0);
    }
    let last = points[points.len() - 1];
    build.pin(above, ground(last.0, last.1));
    build
}

/// Parallel legs of length 1 on the ground with a coupler on top, at this angle.
pub fn legs(count: usize, lean: f64) -> Build {
    let mut build = Build::default();
    let (x, y) = (lean.cos(), lean.sin());
    let wide = (count - 1) as f64;
    let top = build.bar(v2(x, y), v2(x + wide, y), 1.0);
    for k in 0..count {
        let k = k as f64;
        let leg = build.bar(v2(k, 0.0), v2(k + x, y), 0.5);
        let (foot, head) = (build.end(leg, -1.0), build.end(leg, 1.0));
        build.pin(ground(k, 0.0), foot);
        let at = tinkertoy::scene::Attach::part(top, v2(k - wide / 2.0, 0.0));
        build.pin(head, at);
    }
    build
}

#[test]
fn a_rod_given_twice_says_nothing_new() {
    let mut build = Build::default();
    let a = build.particle(1.0, 0.0, 1.0);
    let first = build.rod(ground(0.0, 0.0), centre(a));
    let second = build.rod(ground(0.0, 0.0), centre(a));
    let freedom = count(&build.scene);
    assert_eq!(freedom.redundant, [second]);
    let set = &freedom.dependences[0];
    assert_eq!(set.verdict, Verdict::Redundant);
    assert_eq!((set.members[0].0, set.members[1].0), (first, second));
    assert!((set.members[0].2 + set.members[1].2).abs() < 1e-12);
    assert_eq!((freedom.rank, freedom.rank_generic), (Some(1), Some(1)));
}

#[test]
fn a_third_leg_is_redundant_also_where_the_linkage_is_flat() {
    assert_eq!(numbers(&legs(2, 1.0).scene), (1, 1, [0; 3]));
    assert_eq!(numbers(&legs(3, 1.0).scene), (1, 1, [1, 0, 0]));
    // Flat: another motion is possible at this pose, and so there is another dependent set.
    assert_eq!(numbers(&legs(2, 0.0).scene), (2, 1, [0, 1, 0]));
    let flat = count(&legs(3, 0.0).scene);
    assert_eq!((flat.dof, flat.dependences.len()), (Some(2), 2));
}

#[test]
fn a_chain_pulled_straight_is_a_singular_pose() {
    for links in [2, 3, 10] {
        let straight: Vec<(f64, f64)> = (0..=links).map(|k| (0.8 * k as f64, 0.6 * k as f64)).collect();
        let (here, generic) = (links - 1, links - 2);
        assert_eq!(
            numbers(&pinned_chain(&straight).scene),
            (here, generic, [0, 1, 0])
        );
        let mut slack = straight.clone();
        slack[1].1 += 0.3;
        assert_eq!(numbers(&pinned_chain(&slack).scene), (generic, generic, [0; 3]));
    }
}

#[test]
fn drift_does_not_hide_what_is_redundant() {
    let mut build = legs(3, 1.0);
    let bar = build.scene.find("bar 2").unwrap();
    let mut part = build.scene.part(bar).unwrap().clone();
    part.pose.position.x += 1e-6;
    part.pose.angle += 1e-6;
    let mut edit = tinkertoy::scene::Edit::new("nudge");
    build.scene.plan_item(&mut edit, bar, Some(part.into()));
    build.scene.apply(&edit);
    assert_eq!(numbers(&build.scene), (1, 1, [1, 0, 0]));
}

#[test]
fn a_bar_pinned_twice() {
    let mut build = Build::default();
    let bar = build.bar(v2(-1.0, 0.0), v2(1.0, 0.0), 3.0);
    let (left, right) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.pin(ground(-1.0, 0.0), left);
    build.pin(ground(1.0, 0.0), right);
    assert_eq!(numbers(&build.scene), (0, 0, [1, 0, 0]));
}

/// Squares pinned at their touching corners: they can rotate against each other, for any number of squares.
fn lattice(side: usize) -> Build {
    let mut build = Build::default();
    let mut plates = Vec::new();
    for k in 0..side * side {
        let (x, y) = ((k % side) as f64, (k / side) as f64);
        let plate = build.block(x, y, 1.0);
        if k % side > 0 {
            let left = Attach::part(plates[k - 1], v2(0.5, 0.0));
            build.pin(left, Attach::part(plate, v2(-0.5, 0.0)));
        }
        if k / side > 0 {
            let below = Attach::part(plates[k - side], v2(0.0, 0.5));
            build.pin(below, Attach::part(plate, v2(0.0, -0.5)));
        }
        plates.push(plate);
    }
    build
}

#[test]
fn a_lattice_of_pin_joints_has_one_way_to_fold() {
    for side in [2, 4, 6] {
        let freedom = count(&lattice(side).scene);
        let rows = 4 * side * (side - 1);
        let rank = 3 * side * side - 4;
        assert_eq!(freedom.rows, rows);
        assert_eq!(freedom.rank_generic, Some(rank), "{side}");
        assert_eq!(freedom.dof_generic, Some(4));
        let sets = &freedom.dependences;
        let redundant = sets.iter().filter(|it| it.verdict == Verdict::Redundant).count();
        assert_eq!(redundant, rows - rank);
    }
}

#[test]
fn rods_of_different_length_cannot_both_hold() {
    let mut build = Build::default();
    let (a, b) = (build.particle(0.0, 0.0, 1.0), build.particle(1.0, 0.0, 3.0));
    let one = rod_of(&mut build, 0.7, centre(a), centre(b));
    let other = rod_of(&mut build, 1.3, centre(a), centre(b));
    let freedom = count(&build.scene);
    assert_eq!(freedom.contradictory, [one, other]);
    assert!(freedom.redundant.is_empty() && freedom.singular.is_empty());
    assert_eq!(freedom.dependences[0].verdict, Verdict::Contradictory);
}

#[test]
fn a_triangle_that_cannot_close_is_blamed_though_its_rows_are_independent() {
    let mut build = Build::default();
    let [a, b, c] = [(0.0, 0.0), (2.5, 0.0), (1.2, 0.6)].map(|(x, y)| build.particle(x, y, 1.0));
    let rods = [
        rod_of(&mut build, 1.0, centre(a), centre(c)),
        rod_of(&mut build, 1.0, centre(c), centre(b)),
        rod_of(&mut build, 3.0, centre(a), centre(b)),
    ];
    let apart = build.particle(9.0, 0.0, 1.0);
    rod_of(&mut build, 1.0, ground(8.0, 0.0), centre(apart));
    let freedom = count(&build.scene);
    assert_eq!(freedom.contradictory, rods);
    assert_eq!(freedom.dof, Some(4));
    // Flat, at rest: two rods pull as much as the third pushes.
    let [set] = &freedom.dependences[..] else {
        panic!("{:?}", freedom.dependences)
    };
    assert_eq!(set.verdict, Verdict::Contradictory);
    assert_eq!(
        set.members.iter().map(|member| member.0).collect::<Vec<_>>(),
        rods
    );
    for (member, weight) in set.members.iter().zip([1.0, 1.0, -1.0]) {
        let own = member.2 * set.members[0].2.signum();
        assert!((own - weight).abs() < 1e-3, "{:?}", set.members);
    }
}

/// A chain of rods too short to reach: stretched straight, with equal tension in all. The rod on
/// another hook has no part in it, and two contradictory rods elsewhere are a set of their own.
#[test]
fn each_contradiction_is_a_set_of_its_own() {
    let mut build = Build::default();
    let mut above = ground(0.0, 0.0);
    let mut rope = Vec::new();
    for k in 0..5 {
        let bead = centre(build.particle(f64::from(k + 1), 0.1 * f64::from(k % 2), 1.0));
        rope.push(rod_of(&mut build, 0.9, above, bead));
        above = bead;
    }
    rope.push(rod_of(&mut build, 0.9, above, ground(6.0, 0.0)));
    let other = centre(build.particle(0.0, -0.7, 1.0));
    rod_of(&mut build, 0.7, ground(0.0, 0.0), other);
    let (a, b) = (build.particle(9.0, 0.0, 1.0), build.particle(10.0, 0.0, 1e3));
    let rods = [0.7, 1.3].map(|length| rod_of(&mut build, length, centre(a), centre(b)));
    let freedom = count(&build.scene);
    assert_eq!(freedom.contradictory, [&rope[..], &rods].concat());
    let sets: Vec<Vec<_>> = freedom
        .dependences
        .iter()
        .map(|set| set.members.iter().map(|member| member.0).collect())
        .collect();
    assert_eq!(sets, [rods.to_vec(), rope]);
    for set in &freedom.dependences {
        assert_eq!(set.verdict, Verdict::Contradictory);
    }
    let weights = freedom.dependences[1].members.iter().map(|member| member.2);
    let sum: f64 = weights.sum();
    assert!((sum.abs() - 6.0).abs() < 0.06, "{:?}", freedom.dependences[1]);
}

#[test]
fn motors_of_different_speed_contradict_and_of_one_speed_repeat() {
    for (speed, kinds) in [(1.0, [1, 0, 0]), (2.0, [0, 0, 2])] {
        let mut build = Build::default();
        let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
        build.pin(ground(0.0, 0.0), centre(wheel));
        for speed in [1.0, speed] {
            let motor = Motor {
                law: MotorLaw::Speed,
                speed,
                ..Motor::default()
            };
            build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(wheel));
        }
        assert_eq!(numbers(&build.scene), (1, 1, kinds));
        assert_eq!(count(&build.scene).driven, 1);
    }
}

/// Joints that ten sweeps leave open are not contradictory: the machine was closed as built, so its constraints can be met.
#[test]
fn what_a_method_leaves_open_contradicts_nothing() {
    for (id, method) in [
        ("ball-and-chain", Method::GaussSeidel),
        ("chain", Method::GaussSeidel),
        ("chain", Method::ConjugateGradient),
        ("capped", Method::ConjugateGradient),
    ] {
        let mut scene = gallery::find(id).unwrap().scene().unwrap();
        scene.settings.method = method;
        (scene.settings.effort.sweeps, scene.settings.effort.cg_iterations) = (10, 5);
        let mut run = Simulation::new(&scene);
        while run.state().time < 1.0 {
            run.step().unwrap();
        }
        let open = run.look().max_m;
        assert!(open > 1e-4, "{id}, {method}: {open:e} m is no test");
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(run.model());
        let freedom = Freedom::of(run.model(), run.state(), &mut dynamics).unwrap();
        assert!(freedom.is_clean(), "{id}, {method}: {freedom:?}");
    }
}
