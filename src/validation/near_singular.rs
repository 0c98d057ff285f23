//! Problems for which explicit steps of fixed length fail: poses in which J loses rank, a light part between heavy ones at its dead centre, and
//! near collisions of bodies that attract each other. All are run with automatic sub-steps over families of step lengths, mass ratios and
//! distances, so that no figure is a lucky one.

use super::measure::{compare, output_times};
use super::problem::Problem;
use super::report::{Page, short};
use super::{problems, reference};
use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, Distance};
use crate::forces::{Attraction, ForceKind};
use crate::math::{Pose, Vec2, worst};
use crate::scene::file::FileError;
use crate::scene::{Attach, Constraint, Force, Id, Integrator, Mass, Part, Scene, Stabilisation, SubSteps};
use crate::sim::{Cause, Culprit, Simulation};

/// Divisions of the output interval of 0.1 s, first and increment: 40 steps from 1/100 s to 1/2830 s, a tenth as many for the large benchmark.
const PARTS: (usize, usize) = (10, 7);
/// Limits of singular benchmarks: energy error relative to the largest kinetic energy, and relative error of positions.
const SINGULAR: (f64, f64) = (1e-4, 1e-4);
/// Mass ratios of the heavy part to the light one.
const RATIOS: [f64; 6] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5];
/// Limits: relative energy error, drift (m), and number of sub-steps relative to that with equal masses. Energy is relative to its variation.
const LIGHT: (f64, f64, f64) = (1e-2, 1e-6, 10.0);
/// Speeds at 1 m, perpendicular to the line of centres (m/s); the nearest distance is about a quarter of the square.
const SPEEDS: [f64; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];
/// Limits of the energy error of an encounter at these speeds, relative to the variation of kinetic energy: by Runge-Kutta, and by
/// Dormand-Prince.
const ENCOUNTER: [(f64, f64); 5] = [
    (1e-7, 1e-9),
    (1e-4, 1e-7),
    (1e-3, 1e-7),
    (1e-2, 1e-6),
    (1e-2, 1e-5),
];
/// Relative energy error that the run's own trust check must report.
const WATCHED: f64 = 2e-2;
/// Limits of the position error at the end by Dormand-Prince, at these speeds (m).
const ARRIVES: [f64; 5] = [1e-7, 1e-5, 1e-4, 1e-3, 1e-1];

/// The sections of the report.
///
/// # Errors
/// When a scene cannot be read.
pub fn sections(page: &mut Page) -> Result<(), FileError> {
    page.text.push_str(
        "\n## Singular poses at any length of step\n\nThe windows (A02) for 10 s by Dormand-Prince with projection and with feedback, and the usual tolerance, at lengths of step \
         that have nothing in common with their motion. At every pass through the level pose the mechanism has more freedoms than one.\n",
    );
    let mut rows = vec![head([
        "Problem",
        "Held by",
        "Lengths",
        "Worst energy",
        "Worst error",
        "At",
        "Soft steps",
    ])];
    for (id, every) in [("four-bar-2", 1), ("four-bar-40", 10)] {
        if let Some(problem) = problems::find(id) {
            for hold in [Stabilisation::Projection, Stabilisation::Baumgarte] {
                rows.push(singular(page, problem, hold, every)?);
            }
        }
    }
    page.table(&rows);
    light(page);
    encounters(page);
    Ok(())
}

fn head<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// A row of the table: the largest errors over all step lengths.
fn singular(
    page: &mut Page,
    problem: &Problem,
    hold: Stabilisation,
    every: usize,
) -> Result<Vec<String>, FileError> {
    let mut scene = problem.scene()?;
    scene.settings.integrator = Integrator::Dopri5;
    scene.settings.stabilisation = hold;
    scene.settings.sub_steps = SubSteps::Automatic;
    let times = output_times(problem.seconds, 100);
    let (mut energy, mut error, mut at, mut soft, mut count) = (0.0_f64, 0.0_f64, 0.0, 0, 0);
    for parts in (PARTS.0..).step_by(PARTS.1 * every).take(40 / every) {
        let h = times[0] / parts as f64;
        let outcome = compare(problem, &scene, h, &times);
        count += 1;
        soft += outcome.softened;
        energy = worst(energy, outcome.energy);
        let found = outcome.worst();
        if !error.is_nan() && (found.is_nan() || found > error) {
            (error, at) = (found, h);
        }
    }
    let what = format!(
        "{}, Dormand-Prince, {hold}, {count} lengths of step",
        problem.title
    );
    page.goal(format!("{what}: energy error"), energy, SINGULAR.0);
    page.goal(format!("{what}: error as a share"), error, SINGULAR.1);
    page.goal(format!("{what}: soft steps"), soft as f64, 1.0);
    Ok(vec![
        problem.title.to_owned(),
        hold.to_string(),
        count.to_string(),
        short(energy),
        short(error),
        format!("1/{:.0} s", 1.0 / at),
        soft.to_string(),
    ])
}

fn particle(scene: &mut Scene, name: &str, at: Vec2, velocity: Vec2, mass: f64) -> Id {
    scene.add(Part {
        velocity,
        mass: Mass::Given { mass, inertia: 0.0 },
        ..Part::new(
            name,
            Shape::Particle(Particle::default()),
            Pose::new(at.x, at.y, 0.0),
        )
    })
}

/// A heavy particle on a rod from a light one, which is on a rod from the ground. The heavy particle passes the ground pivot, where the
/// light one turns round within microseconds.
pub fn dead_centre(light: f64, heavy: f64) -> Scene {
    let mut scene = Scene::default();
    let a = particle(&mut scene, "light", Vec2::new(0.3, 0.4), Vec2::ZERO, light);
    let b = particle(
        &mut scene,
        "heavy",
        Vec2::new(0.0, 0.8),
        Vec2::new(0.3, 0.0),
        heavy,
    );
    let mut above = Attach::ground(Vec2::ZERO);
    for (name, part) in [("upper", a), ("lower", b)] {
        let below = Attach::part(part, Vec2::ZERO);
        scene.add(Constraint {
            name: name.to_owned(),
            ends: vec![above, below],
            kind: ConstraintKind::Distance(Distance { length: 0.5 }),
        });
        above = below;
    }
    scene.settings.stabilisation = Stabilisation::Projection;
    scene
}

/// Two particles of 1 kg that start 1 m apart, attract each other and pass at a distance.
pub fn encounter(speed: f64) -> Scene {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    let a = particle(&mut scene, "a", Vec2::ZERO, Vec2::ZERO, 1.0);
    let b = particle(&mut scene, "b", Vec2::X, Vec2::new(0.0, speed), 1.0);
    scene.add(Force {
        name: "attraction".to_owned(),
        ends: vec![Attach::part(a, Vec2::ZERO), Attach::part(b, Vec2::ZERO)],
        kind: ForceKind::Attraction(Attraction {
            strength: 1.0,
            softening: 0.0,
        }),
    });
    scene
}

/// Largest errors of a run.
struct Course {
    /// Largest |E - E0 - W|, relative to the variation of kinetic energy.
    energy: f64,
    /// Largest drift (m).
    drift: f64,
    sub_steps: u64,
    /// Whether the run's own trust check reports a breach.
    told: bool,
    /// Why the run stopped, and whether the reason names an item.
    stopped: Option<(String, bool)>,
    /// Position of b relative to a at the end (m).
    seen: Vec2,
}

fn follow(scene: &Scene, seconds: f64) -> Course {
    let mut run = Simulation::new(scene);
    let steps = (seconds / scene.settings.dt).round() as u64;
    let (mut least, mut most, mut error, mut drift) = (f64::INFINITY, 0.0_f64, 0.0_f64, 0.0_f64);
    let mut stopped = None;
    for _ in 0..steps {
        if let Err(stop) = run.step() {
            let named = stop.cause == Cause::Stiff && matches!(stop.culprit, Culprit::Item(_));
            stopped = Some((format!("t = {:.3} s: {}", stop.time, stop.reason), named));
            break;
        }
        let kinetic = run.energy().kinetic;
        (least, most) = (least.min(kinetic), most.max(kinetic));
        let off = run.energy_error().abs();
        error = worst(error, off);
        drift = worst(drift, run.look().max_m);
    }
    let q = &run.state().q;
    Course {
        energy: error / (most - least),
        drift,
        sub_steps: run.state().control.total,
        told: run.breach().is_some(),
        stopped,
        seen: Vec2::new(q[2] - q[0], q[3] - q[1]),
    }
}

/// The section on a light part between heavy ones.
pub fn light(page: &mut Page) {
    page.text.push_str(
        "\n## A light part between heavy ones\n\nA particle on a rod of 0.5 m from a lighter one, which is on a rod of 0.5 m from the ground, both folded and let \
         go for 3 s in steps of 1/240 s with projection: the heavy one passes the point of the ground, where the light one is whipped round. *Energy* is a share of what \
         went to and fro.\n",
    );
    let mut rows = vec![head([
        "Method",
        "Ratio",
        "Energy",
        "Drift (m)",
        "Sub-steps",
        "Stopped",
    ])];
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        let mut usual = f64::NAN;
        for ratio in RATIOS {
            let mut scene = dead_centre(1.0 / ratio, 1.0);
            scene.settings.integrator = integrator;
            let course = follow(&scene, 3.0);
            let sub_steps = course.sub_steps as f64;
            if ratio == 1.0 {
                usual = sub_steps;
            }
            let what = format!("Light part, {}, ratio {ratio:.0}", integrator.label());
            let whole = |figure: f64| {
                if course.stopped.is_some() {
                    f64::INFINITY
                } else {
                    figure
                }
            };
            page.goal(format!("{what}: energy error"), whole(course.energy), LIGHT.0);
            page.goal(format!("{what}: drift (m)"), whole(course.drift), LIGHT.1);
            page.goal(
                format!("{what}: sub-steps against ratio 1"),
                sub_steps / usual,
                LIGHT.2,
            );
            rows.push(vec![
                integrator.label().to_owned(),
                format!("{ratio:.0}"),
                short(course.energy),
                short(course.drift),
                course.sub_steps.to_string(),
                course.stopped.map_or_else(|| "no".to_owned(), |(why, _)| why),
            ]);
        }
    }
    page.table(&rows);
}

/// The section on close encounters of bodies that attract each other.
pub fn encounters(page: &mut Page) {
    page.text.push_str(
        "\n## Close encounters\n\nTwo particles of 1 kg that attract each other with 1 N m²/r², 1 m apart, one of them moving across: ellipses by Kepler's equation. For \
         6 s in steps of 1/240 s; the program chooses the sub-steps, or stops and names the attraction. What its own watch does not trust is marked.\n",
    );
    let mut rows = vec![head([
        "Method",
        "Speed (m/s)",
        "Nearest (m)",
        "Energy",
        "Position (m)",
        "Sub-steps",
        "Stopped",
    ])];
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        for (k, speed) in SPEEDS.into_iter().enumerate() {
            let mut scene = encounter(speed);
            scene.settings.integrator = integrator;
            let course = follow(&scene, 6.0);
            let off = course.seen.distance(reference::kepler(speed, 6.0));
            let by_error = integrator == Integrator::Dopri5;
            // Only Runge-Kutta may stop, and only at the closest encounter, with a reason that names the attraction.
            let named = !by_error && k + 1 == SPEEDS.len() && matches!(course.stopped, Some((_, true)));
            let whole = |figure: f64| match course.stopped {
                None => figure,
                Some(_) if named => 0.0,
                Some(_) => f64::INFINITY,
            };
            let what = format!("Encounter at {speed} m/s, {}", integrator.label());
            let limit = if by_error { ENCOUNTER[k].1 } else { ENCOUNTER[k].0 };
            page.goal(format!("{what}: energy error"), whole(course.energy), limit);
            if by_error {
                page.goal(format!("{what}: off at the end (m)"), whole(off), ARRIVES[k]);
            }
            let wrong = course.energy > WATCHED && course.stopped.is_none() && !course.told;
            page.goal(
                format!("{what}: wrong without a word"),
                f64::from(u8::from(wrong)),
                1.0,
            );
            let nearest = 1.0 / (4.0 / (speed * speed) - 1.0);
            rows.push(vec![
                integrator.label().to_owned(),
                speed.to_string(),
                short(nearest),
                short(course.energy),
                if course.stopped.is_some() {
                    String::new()
                } else {
                    short(off)
                },
                course.sub_steps.to_string(),
                match course.stopped {
                    Some((why, _)) => why,
                    None if course.told => "no, not trusted".to_owned(),
                    None => "no".to_owned(),
                },
            ]);
        }
    }
    page.table(&rows);
}
