//! Plane linkages.

use tinkertoy::constraints::{ConstraintKind, Groove, Weld};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::PartColour::{Blue, Green, Maple, Red, Yellow};
use tinkertoy::scene::{Attach, Id, Variable};

use crate::bench::{Bench, meet, v};

/// Theo Jansen's proportions, scaled to a machine of about four metres.
pub fn jansen() -> Bench {
    let mut bench = Bench::new(
        "Jansen legs",
        "Two legs of Theo Jansen's beach animals, hung in the air on one crank, half a turn apart. Eleven \
         lengths, found by an evolution on a computer, turn the circle into a step.",
        "Grab a foot and pull. Pause, and drag it along its path by hand.",
    );
    bench.view(v(0.0, -0.42), 3.7);
    let unit_length = 0.02;
    let crank_arm = 15.0 * unit_length;
    let tip = crank_arm * unit(1.1);
    let crank = bench.bar("crank", -tip, tip, 0.12, Red);
    bench.axle("crankshaft", crank, Vec2::ZERO);
    bench.motor("motor", None, crank, Vec2::ZERO, 3.5);
    for (side, sign, at) in [("left", 1.0, tip), ("right", -1.0, -tip)] {
        leg(&mut bench, None, crank, side, sign, at, unit_length);
    }
    bench
}

/// A Jansen leg to the left of the crank, or its mirror image, with its hips on a frame or on the ground.
pub fn leg(
    bench: &mut Bench,
    frame: Option<Id>,
    crank: Id,
    side: &str,
    sign: f64,
    crank_pin: Vec2,
    scale: f64,
) {
    let flip = |p: Vec2| v(sign * p.x, p.y);
    let a = flip(crank_pin);
    let b = scale * v(-38.0, -7.8);
    let c = meet(b, scale * 41.5, a, scale * 50.0);
    let d = meet(b, scale * 40.1, c, scale * 55.8);
    let e = meet(a, scale * 61.9, b, scale * 39.3);
    let f = meet(e, scale * 36.7, d, scale * 39.4);
    let g = meet(e, scale * 49.0, f, scale * 65.7);
    let [a, b, c, d, e, f, g] = [a, b, c, d, e, f, g].map(flip);
    let mut bar =
        |name: &str, from, to, colour| bench.bar(&format!("{side} {name}"), from, to, 0.075, colour);
    let upper_rod = bar("upper rod", a, c, Maple);
    let lower_rod = bar("lower rod", a, e, Maple);
    let shoulder = [
        bar("shoulder front", b, c, Yellow),
        bar("shoulder top", c, d, Yellow),
        bar("shoulder back", d, b, Yellow),
    ];
    let lower_arm = bar("lower arm", b, e, Maple);
    let tendon = bar("tendon", d, f, Maple);
    let foot = [
        bar("knee", e, f, Blue),
        bar("shin", f, g, Blue),
        bar("calf", g, e, Blue),
    ];
    let mut pin = |name: &str, first: Option<Id>, second, at| {
        bench.pin(&format!("{side} {name}"), first, second, at);
    };
    pin("crank pin 1", Some(crank), upper_rod, a);
    pin("crank pin 2", Some(crank), lower_rod, a);
    pin("hip 1", frame, shoulder[0], b);
    pin("hip 2", frame, shoulder[2], b);
    pin("hip 3", frame, lower_arm, b);
    pin("top 1", Some(upper_rod), shoulder[0], c);
    pin("top 2", Some(shoulder[0]), shoulder[1], c);
    pin("elbow 1", Some(shoulder[1]), shoulder[2], d);
    pin("elbow 2", Some(shoulder[2]), tendon, d);
    pin("knee 1", Some(lower_rod), lower_arm, e);
    pin("knee 2", Some(lower_arm), foot[0], e);
    pin("knee 3", Some(foot[0]), foot[2], e);
    pin("heel 1", Some(tendon), foot[0], f);
    pin("heel 2", Some(foot[0]), foot[1], f);
    pin("toe", Some(foot[1]), foot[2], g);
    bench.trace(&format!("{side} step"), foot[1], g);
}

/// Grashof's crank-rocker with a pen on the coupler.
pub fn four_bar() -> Bench {
    let mut bench = Bench::new(
        "Four-bar",
        "A crank turns, a rocker swings, and the pen on the coupler between them draws a curve of the sixth \
         degree.",
        "Drag the pen while paused. Change the length of the crank: at what length does it stop going round?",
    );
    bench.view(v(0.65, 0.65), 3.4);
    let (left, right) = (v(0.0, 0.0), v(1.5, 0.0));
    let crank_end = left + 0.5 * unit(0.8);
    let rocker_end = meet(crank_end, 1.6, right, 1.2);
    let pen_at = meet(crank_end, 1.1, rocker_end, 1.0);
    let crank = bench.bar("crank", left, crank_end, 0.12, Red);
    let coupler = bench.bar("coupler", crank_end, rocker_end, 0.1, Maple);
    let rocker = bench.bar("rocker", right, rocker_end, 0.1, Blue);
    let pen = bench.particle("pen", pen_at, 0.05, Yellow);
    bench.axle("crankshaft", crank, left);
    bench.axle("rocker shaft", rocker, right);
    bench.pin("crank pin", crank, coupler, crank_end);
    bench.pin("rocker pin", coupler, rocker, rocker_end);
    let (from, to) = (bench.on(coupler, crank_end), bench.on(pen, pen_at));
    bench.rod("pen rod 1", from, to);
    let from = bench.on(coupler, rocker_end);
    bench.rod("pen rod 2", from, to);
    bench.motor("motor", None, crank, left, 2.5);
    bench.trace("coupler curve", pen, pen_at);
    bench
}

/// A four-bar whose lengths are named parameters with sliders.
pub fn by_numbers() -> Bench {
    let mut bench = Bench::new(
        "Four-bar by numbers",
        "Crank, coupler, rocker and frame are parameters with a slider each. The machine is put together anew while it runs, and the curve of \
         its coupler changes with it.",
        "Move the sliders. From which crank on does it no longer go round? Then write pen = 2*crank in the section Parameters.",
    );
    bench.view(v(0.45, 0.4), 3.6);
    let (left, right) = (v(0.0, 0.0), v(1.2, 0.0));
    let (crank, coupler, rocker) = (0.4, 1.1, 0.9);
    let crank_end = left + crank * unit(1.2);
    let rocker_end = meet(crank_end, coupler, right, rocker);
    let along = (rocker_end - crank_end) / coupler;
    let pen_at = (crank_end + rocker_end) / 2.0 + 0.6 * along.perp();
    let one = bench.bar("crank", left, crank_end, 0.12, Red);
    let two = bench.bar("coupler", crank_end, rocker_end, 0.1, Maple);
    let three = bench.bar("rocker", right, rocker_end, 0.1, Blue);
    bench.axle("crankshaft", one, left);
    bench.axle("rocker shaft", three, right);
    bench.pin("crank pin", one, two, crank_end);
    bench.pin("rocker pin", two, three, rocker_end);
    let pen = bench.bar("pen", (crank_end + rocker_end) / 2.0, pen_at, 0.06, Yellow);
    let middle = (crank_end + rocker_end) / 2.0;
    let ends = [bench.on(two, middle), bench.on(pen, middle)];
    bench.link("weld", &ends, ConstraintKind::Weld(Weld::default()));
    bench.motor("motor", None, one, left, 2.5);
    bench.trace("coupler curve", pen, pen_at);
    for (name, text, slider) in [
        ("crank", "40 cm", [0.2, 0.7]),
        ("coupler", "110 cm", [0.8, 1.4]),
        ("rocker", "90 cm", [0.7, 1.2]),
        ("frame", "120 cm", [0.9, 1.4]),
        ("pen", "60 cm", [0.3, 0.9]),
    ] {
        bench.scene.variables.list.push(Variable {
            name: name.to_owned(),
            text: text.to_owned(),
            slider: Some(slider),
        });
    }
    for (item, field, text) in [
        ("crank", "length", "crank"),
        ("coupler", "length", "coupler"),
        ("rocker", "length", "rocker"),
        ("rocker shaft", "a.x", "frame"),
        ("pen", "length", "pen"),
    ] {
        if let Some(id) = bench.scene.find(item) {
            let key = (id, field.to_owned());
            bench.scene.variables.formulas.insert(key, text.to_owned());
        }
    }
    bench
}

/// Peaucellier and Lipkin's inversor, swinging as a pendulum.
pub fn peaucellier() -> Bench {
    let mut bench = Bench::new(
        "Peaucellier's straight line",
        "Seven bars and no slide: the lower point of the rhombus runs on an exactly straight line (1864). It \
         inverts the circle of the short crank, which passes through the upper pivot.",
        "Watch the line while you pull it sideways. Make the crank shorter: the line bends.",
    );
    bench.view(v(0.0, -0.85), 3.4);
    let (long, short, crank_arm) = (1.6, 0.75, 0.6);
    let top = v(0.0, 0.0);
    let center = v(0.0, -crank_arm);
    let angle = 0.68_f64;
    let inner = center + crank_arm * unit(2.0 * angle - std::f64::consts::FRAC_PI_2);
    let right = meet(top, long, inner, short);
    let left = meet(inner, short, top, long);
    let outer = left + right - inner;
    let arms = [
        bench.bar("left arm", top, left, 0.09, Maple),
        bench.bar("right arm", top, right, 0.09, Maple),
    ];
    let rhombus = [
        bench.bar("upper left", inner, left, 0.08, Blue),
        bench.bar("upper right", inner, right, 0.08, Blue),
        bench.bar("lower left", outer, left, 0.08, Green),
        bench.bar("lower right", outer, right, 0.08, Green),
    ];
    let crank = bench.bar("crank", center, inner, 0.1, Red);
    bench.axle("left pivot", arms[0], top);
    bench.axle("right pivot", arms[1], top);
    bench.axle("crankshaft", crank, center);
    bench.pin("left joint 1", arms[0], rhombus[0], left);
    bench.pin("left joint 2", rhombus[0], rhombus[2], left);
    bench.pin("right joint 1", arms[1], rhombus[1], right);
    bench.pin("right joint 2", rhombus[1], rhombus[3], right);
    bench.pin("inner joint 1", rhombus[0], rhombus[1], inner);
    bench.pin("inner joint 2", rhombus[1], crank, inner);
    bench.pin("outer joint", rhombus[2], rhombus[3], outer);
    bench.trace("line", rhombus[2], outer);
    bench.trace("circle", crank, inner);
    // A reference constraint: the straightness of the line is measured, and not enforced.
    let line = ConstraintKind::Groove(Groove {
        reach: 1.2,
        ..Groove::default()
    });
    let ends = [Attach::ground(outer), bench.on(rhombus[2], outer)];
    bench.link("straightness", &ends, line.as_reference(true));
    bench
}

/// A plate on four equal cranks, of which two would suffice.
pub fn parallelogram() -> Bench {
    let mut bench = Bench::new(
        "Redundant parallelogram",
        "A plate on four equal cranks, as on a locomotive. Two of them would guide it: the constraints of \
         the others say again what is known, and a solver must not mind.",
        "Delete a crank: nothing changes but the count of redundant constraints. Lengthen one: they contradict.",
    );
    bench.view(v(0.0, 0.05), 3.3);
    let arm = 0.45 * unit(1.0);
    let plate_at = v(0.0, 0.0) + arm;
    let plate = bench.plate("plate", plate_at, 1.9, 1.0, Yellow);
    let corners = [
        ("front low", v(-0.75, -0.35)),
        ("back low", v(0.75, -0.35)),
        ("front high", v(-0.75, 0.35)),
        ("back high", v(0.75, 0.35)),
    ];
    let mut first = None;
    for (name, at) in corners {
        let colour = if first.is_none() { Red } else { Blue };
        let crank = bench.bar(&format!("{name} crank"), at, at + arm, 0.12, colour);
        bench.axle(&format!("{name} shaft"), crank, at);
        bench.pin(&format!("{name} pin"), crank, plate, at + arm);
        first.get_or_insert((crank, at));
    }
    if let Some((crank, at)) = first {
        bench.motor("motor", None, crank, at, 3.0);
    }
    bench.trace("corner", plate, plate_at + v(-0.95, 0.5));
    bench
}
