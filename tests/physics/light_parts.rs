//! Parts far lighter than their neighbours: the step-size control gives accurate results at little more cost than for parts of a kilogram. A whip is
//! a light part that is accelerated abruptly as its neighbours straighten.

use tinkertoy::scene::{Integrator, Scene, Stabilisation, file};
use tinkertoy::sim::Simulation;

/// Particles on a chain of rods from the ground at the origin, at rest: angle (rad) and length (m) of each rod, and mass of its particle (kg).
pub fn points(rods: impl IntoIterator<Item = (f64, f64, f64)>) -> Scene {
    let (mut parts, mut kinds, mut before) = (Vec::new(), Vec::new(), "ground".to_owned());
    let mut at = [0.0, 0.0];
    for (k, (angle, length, mass)) in rods.into_iter().enumerate() {
        at = [at[0] + length * angle.cos(), at[1] + length * angle.sin()];
        let (name, [x, y]) = (format!("p{k}"), at);
        parts.push(format!(
            "(name: {name:?}, shape: Particle(), at: ({x:?}, {y:?}), mass: {mass:?})"
        ));
        kinds.push(format!(
            "(name: \"r{k}\", kind: Distance(length: {length:?}), a: {before:?}, b: {name:?})"
        ));
        before = name;
    }
    read(&parts, &kinds)
}

/// Five particles on rods of a metre, released from the horizontal; the second and the fourth are light.
fn chain(mass: f64) -> Scene {
    points([1.0, mass, 1.0, mass, 1.0].map(|mass| (0.0, 1.0, mass)))
}

/// Three pinned bars, released from the horizontal; the middle one is light.
fn bars(mass: f64) -> Scene {
    let (mut parts, mut pins, mut before) = (Vec::new(), Vec::new(), "\"ground\"".to_owned());
    for k in 0..3 {
        let (x, mass) = (f64::from(k) + 0.5, if k == 1 { mass } else { 1.0 });
        parts.push(format!(
            "(name: \"b{k}\", shape: Bar(length: 1, width: 0.1), at: ({x:?}, 0), mass: {mass:?})"
        ));
        pins.push(format!(
            "(name: \"p{k}\", kind: Pin(), a: {before}, b: (\"b{k}\", (-0.5, 0)))"
        ));
        before = format!("(\"b{k}\", (0.5, 0))");
    }
    read(&parts, &pins)
}

/// A weight on a light bar at the end of a swinging bar: the light bar is in compression at first, then in tension.
fn weight(mass: f64) -> Scene {
    read(
        &[
            "(name: \"a\", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1)".to_owned(),
            format!(
                "(name: \"b\", shape: Bar(length: 1, width: 0.1), at: (1, -0.5), angle: -1.5707963267948966, mass: {mass:?})"
            ),
            "(name: \"w\", shape: Particle(), at: (1, -1), mass: 1)".to_owned(),
        ],
        &[
            "(name: \"p\", kind: Pin(), a: \"ground\", b: (\"a\", (-0.5, 0)))".to_owned(),
            "(name: \"q\", kind: Pin(), a: (\"a\", (0.5, 0)), b: (\"b\", (-0.5, 0)))".to_owned(),
            "(name: \"r\", kind: Pin(), a: (\"b\", (0.5, 0)), b: \"w\")".to_owned(),
        ],
    )
}

/// A weight of 1 kg that hangs on two rods of half a metre, with a light particle between them at an offset `out` from their line (m).
fn string(mass: f64, out: f64) -> Scene {
    let half = (0.25 - out * out).sqrt();
    read(
        &[
            format!(
                "(name: \"l\", shape: Particle(), at: ({out:?}, {:?}), mass: {mass:?})",
                -half
            ),
            format!(
                "(name: \"w\", shape: Particle(), at: (0, {:?}), mass: 1)",
                -2.0 * half
            ),
        ],
        &[
            "(name: \"r\", kind: Distance(length: 0.5), a: \"ground\", b: \"l\")".to_owned(),
            "(name: \"s\", kind: Distance(length: 0.5), a: \"l\", b: \"w\")".to_owned(),
        ],
    )
}

pub fn read(parts: &[String], constraints: &[String]) -> Scene {
    let text = format!(
        "(version: 2, settings: (), parts: [{}], constraints: [{}])",
        parts.join(", "),
        constraints.join(", ")
    );
    file::read(&text, "light").unwrap()
}

/// Runs for some seconds; returns the final position of the last part, and the number of sub-steps.
fn end(scene: &Scene, seconds: f64) -> ([f64; 2], u64) {
    let mut run = Simulation::new(scene);
    for _ in 0..(seconds / scene.settings.dt).round() as u64 {
        run.step().unwrap();
        run.look();
    }
    // First-order methods are flagged by their energy error wherever parts rotate fast.
    if scene.settings.integrator != Integrator::SemiImplicitEuler {
        assert_eq!(run.breach(), None);
    }
    let model = run.model();
    let last = model.bodies[model.bodies.len() - 1].offset;
    let q = &run.state().q;
    ([q[last], q[last + 1]], run.state().control.total)
}

/// Runs a scene for two seconds with projection.
pub fn two_seconds(scene: &Scene, integrator: Integrator) -> Simulation {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.stabilisation = Stabilisation::Projection;
    let mut run = Simulation::new(&scene);
    for _ in 0..480 {
        run.step().unwrap();
        run.look();
    }
    run
}

pub fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Masses from a tenth of a gram down to a microgram, compared with Dormand-Prince at a tenth of a gram.
#[test]
fn a_light_part_takes_at_most_ten_times_the_steps_of_a_heavy_one_and_leads_to_the_same_place() {
    for (name, machine) in [
        ("chain", chain as fn(f64) -> Scene),
        ("bars", bars),
        ("weight", weight),
    ] {
        let mut exact = machine(1e-4);
        exact.settings.integrator = Integrator::Dopri5;
        exact.settings.tolerance = 1e-10;
        let (place, _) = end(&exact, 2.0);
        let (_, usual) = end(&machine(1.0), 2.0);
        for mass in [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9] {
            let (here, taken) = end(&machine(mass), 2.0);
            let miss = apart(here, place);
            // The result hardly depends on masses of 1e-4 kg and less.
            assert!(
                miss < 3e-4 && taken <= 10 * usual,
                "{name} of {mass} kg: {miss:.1e} m in {taken} sub-steps, where 1 kg takes {usual}"
            );
        }
    }
}

/// A bar of a microgram that rotates only with the heavy bars pinned to it needs no sub-steps.
#[test]
fn a_light_bar_on_pins_takes_whole_steps() {
    let (_, taken) = end(&bars(1e-9), 1.0);
    assert_eq!(taken, 240);
}

/// Two light bars in a row hold a heavy one, and whip round again and again.
fn two_bars(mass: f64) -> Scene {
    read(
        &[
            format!("(name: \"l\", shape: Bar(length: 0.3, width: 0.05), at: (0.15, 0), mass: {mass:?})"),
            format!(
                "(name: \"k\", shape: Bar(length: 0.31622776601683794, width: 0.05), at: (0.45, 0.05), angle: 0.32175055439664224, mass: {mass:?})"
            ),
            "(name: \"h\", shape: Bar(length: 0.5, width: 0.05), at: (0.85, 0.1), mass: 1)".to_owned(),
        ],
        &[
            "(name: \"p\", kind: Pin(), a: \"ground\", b: (\"l\", (-0.15, 0)))".to_owned(),
            "(name: \"q\", kind: Pin(), a: (\"l\", (0.15, 0)), b: (\"k\", (-0.15811388300841897, 0)))"
                .to_owned(),
            "(name: \"r\", kind: Pin(), a: (\"k\", (0.15811388300841897, 0)), b: (\"h\", (-0.25, 0)))"
                .to_owned(),
        ],
    )
}

/// The errors of many whips add up: the heavy part ends in the right place all the same, and independently of the step size.
#[test]
fn many_whips_leave_the_heavy_part_where_it_belongs() {
    for mass in [1e-4, 1e-6] {
        let mut exact = two_bars(mass);
        exact.settings.integrator = Integrator::Dopri5;
        exact.settings.tolerance = 1e-10;
        exact.settings.dt = 0.001;
        exact.settings.smallest_step = Some(1e-12);
        let (place, _) = end(&exact, 1.2);
        for dt in [0.004, 0.002] {
            let mut scene = two_bars(mass);
            scene.settings.dt = dt;
            let (here, taken) = end(&scene, 1.2);
            let miss = apart(here, place);
            assert!(
                miss < 3e-4,
                "{mass} kg by {dt} s: {miss:.1e} m in {taken} sub-steps"
            );
        }
    }
}

/// Implicitly held light parts lag by a fraction of h² a: halving the steps divides the differences by four.
#[test]
fn held_steps_converge() {
    let ends = [7680.0, 15360.0, 30720.0].map(|steps| {
        let mut scene = chain(1e-11);
        scene.settings.dt = 1.0 / steps;
        let (place, taken) = end(&scene, 0.2);
        // With explicit resolution the sub-steps would be forty times as many.
        assert!(taken as f64 <= 0.4 * steps, "{taken} sub-steps at 1/{steps} s");
        place
    });
    let ratio = apart(ends[0], ends[1]) / apart(ends[1], ends[2]);
    assert!((3.5..4.5).contains(&ratio), "{ratio}");
}

/// Visible vibrations are resolved and not damped: a string plucked by a centimetre keeps its amplitude for a second.
#[test]
fn a_vibration_that_can_be_seen_keeps_its_amplitude() {
    for mass in [1e-4, 1e-6] {
        let mut run = Simulation::new(&string(mass, 0.01));
        let mut late = 0.0_f64;
        for step in 0..240 {
            run.step().unwrap();
            if step >= 120 {
                late = late.max(run.state().q[0].abs());
            }
        }
        assert!((0.009..0.011).contains(&late), "{mass} kg: {late}");
    }
}

/// A mass of one kilogram on two rods of half a metre, released from the horizontal, with a light particle between them, which vibrates from the
/// start with the amplitude at which its rods carry the load.
fn pair(mass: f64) -> Scene {
    points([mass, 1.0].map(|mass| (0.0, 0.5, mass)))
}

/// The other integrators that halve their steps hold light parts implicitly as well, and do not resolve motions that the joints exclude.
#[test]
fn every_integrator_that_halves_its_steps_takes_at_most_ten_times_as_many() {
    for (integrator, most) in [
        (Integrator::Rk4, 3e-4),
        (Integrator::Rattle, 3e-4),
        (Integrator::SemiImplicitEuler, 3e-2),
    ] {
        for (name, machine) in [("pair", pair as fn(f64) -> Scene), ("bars", bars)] {
            let with = |mass: f64| {
                let mut scene = machine(mass);
                scene.settings.integrator = integrator;
                scene.settings.stabilisation = Stabilisation::Projection;
                scene
            };
            let mut exact = machine(1e-4);
            exact.settings.integrator = Integrator::Dopri5;
            exact.settings.tolerance = 1e-10;
            let (place, _) = end(&exact, 1.0);
            let (_, usual) = end(&with(1.0), 1.0);
            for mass in [1e-4, 1e-5, 1e-6] {
                let (here, taken) = end(&with(mass), 1.0);
                let miss = apart(here, place);
                assert!(
                    miss < most && taken <= 10 * usual,
                    "{name} of {mass} kg by {integrator}: {miss:.1e} m in {taken} sub-steps, where 1 kg takes {usual}"
                );
            }
        }
    }
}

/// Particles on rods of half a metre in a zigzag of 0.3 rad about the horizontal, at rest: light ones are whipped again and again.
fn bent(masses: &[f64]) -> Scene {
    let angles = [0.3, -0.3].into_iter().cycle();
    points(angles.zip(masses).map(|(angle, mass)| (angle, 0.5, *mass)))
}

/// A motion that a fourth-order method resolves in a hundred sub-steps takes several hundred of second order, and more of first order.
#[test]
fn whips_take_few_sub_steps_by_methods_of_low_order() {
    for (integrator, stabilisation) in [
        (Integrator::Rattle, Stabilisation::Baumgarte),
        (Integrator::SemiImplicitEuler, Stabilisation::Projection),
    ] {
        let taken = |masses: &[f64]| {
            let mut scene = bent(masses);
            scene.settings.integrator = integrator;
            scene.settings.stabilisation = stabilisation;
            end(&scene, 2.0).1
        };
        for light in [1e-4, 1e-6] {
            for chain in [&[light, 1.0, light, 1.0][..], &[light, light, 1.0]] {
                let usual = taken(&vec![1.0; chain.len()]);
                let sub_steps = taken(chain);
                assert!(
                    sub_steps <= 10 * usual,
                    "{chain:?} by {integrator}: {sub_steps} sub-steps, where 1 kg takes {usual}"
                );
            }
        }
    }
}

/// Two rods with a light inner particle, whipped a few times in a second: RATTLE moves the heavy one to the right place.
#[test]
fn a_whip_by_rattle_leaves_the_heavy_part_where_it_belongs() {
    let of = |integrator| {
        let mut scene = bent(&[1e-4, 1.0]);
        scene.settings.integrator = integrator;
        scene.settings.stabilisation = Stabilisation::Projection;
        scene.settings.tolerance = 1e-10;
        end(&scene, 1.0).0
    };
    let miss = apart(of(Integrator::Rattle), of(Integrator::Dopri5));
    assert!(miss < 1e-3, "{miss:.1e} m");
}
