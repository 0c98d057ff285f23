//! Statics by contact: creep in an hour, the arch at its limit, a chain over a drum.

use std::f64::consts::PI;

use super::report::{Page, short};
use crate::bodies::{Box, Disk, Particle, Polygon, Shape};
use crate::constraints::{ConstraintKind, Distance};
use crate::forces::{ForceKind, Push};
use crate::math::{Pose, Vec2, unit};
use crate::scene::file::FileError;
use crate::scene::{
    Attach, Constraint, Contact, Edit, Force, Id, Integrator, Mass, Method, Part, Scene, SubSteps, gallery,
};
use crate::sim::Simulation;

/// Durations of the tests at rest, and their step (s). The arch rests for a minute only: many of its forces are near zero, which takes long to solve.
const HOUR: f64 = 3600.0;
const MINUTE: f64 = 60.0;
const STEP: f64 = 1.0 / 240.0;
/// Largest creep (m).
const CREEP: f64 = 1e-6;
/// Number of stones of an arch, and least stable thickness, in radii of its centre line, by limit analysis as a linear programme
/// (`tests/contact`).
const STONES: usize = 21;
const LEAST: f64 = 0.106_695;
/// Number of links of the chain over half a drum, and coefficient of friction.
const LINKS: usize = 400;
const FRICTION: f64 = 0.3;

/// The section of the report.
///
/// # Errors
/// When a scene of the gallery cannot be read.
pub fn section(page: &mut Page) -> Result<(), FileError> {
    rest(page)?;
    stand(page);
    hold(page);
    Ok(())
}

fn touching(scene: &mut Scene, floor: Option<f64>, friction: f64) {
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.dt = STEP;
    scene.settings.contact = Some(Contact {
        floor,
        friction,
        ..Contact::default()
    });
}

fn stack(masses: &[f64]) -> Scene {
    let mut scene = Scene::default();
    touching(&mut scene, Some(0.0), 0.6);
    let (width, height) = (0.5, 0.2);
    for (k, &mass) in masses.iter().enumerate() {
        let inertia = mass * (width * width + height * height) / 12.0;
        let pose = Pose::new(0.0, (k as f64 + 0.5) * height, 0.0);
        scene.add(Part {
            mass: Mass::Given { mass, inertia },
            ..Part::new(format!("box {k}"), Shape::Box(Box { width, height }), pose)
        });
    }
    scene
}

/// A scene of the gallery with those parts only whose names satisfy `stays`.
fn only(id: &str, stays: impl Fn(&str) -> bool) -> Result<Scene, FileError> {
    let mut scene = match gallery::find(id) {
        Some(entry) => entry.scene()?,
        None => Scene::default(),
    };
    let gone: Vec<Id> = scene
        .parts()
        .filter(|(_, it)| !stays(&it.name))
        .map(|it| it.0)
        .collect();
    let mut edit = Edit::new("leave out");
    for id in gone {
        scene.plan_item(&mut edit, id, None);
    }
    scene.apply(&edit);
    scene.settings.dt = STEP;
    Ok(scene)
}

/// Creep of structures at rest, with sleeping off.
fn rest(page: &mut Page) -> Result<(), FileError> {
    page.text.push_str(
        "\nWhat rests stays: the farthest that any coordinate goes from where it was built, in steps of 1/240 s by impulses, with sleeping off; the \
         deepest overlap after any step, and the largest residual of complementarity.\n",
    );
    let heavy = [2.0, 2.0, 2.0, 2.0, 2000.0];
    let scenes = [
        ("Twenty boxes on each other", HOUR, stack(&[2.0; 20])),
        ("2000 kg on four boxes of 2 kg", HOUR, stack(&heavy)),
        (
            "House of seven cards",
            HOUR,
            only("cards", |name| name != "marble")?,
        ),
        (
            "Arch of 21 stones, 10 % above the limit",
            MINUTE,
            only("arches", |name| name.starts_with("left"))?,
        ),
    ];
    let head = ["Scene", "Time (s)", "Creep (m)", "Overlap (m)", "Residual"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for (name, seconds, mut scene) in scenes {
        scene.settings.method = Method::Sparse;
        let mut run = Simulation::new(&scene);
        let start = run.state().q.clone();
        let mut creep = 0.0_f64;
        while run.state().time < seconds {
            if run.step().is_err() {
                creep = f64::INFINITY;
                break;
            }
            let moved = run
                .state()
                .q
                .iter()
                .zip(&start)
                .map(|(q, start)| (q - start).abs());
            creep = creep.max(moved.fold(0.0, f64::max));
        }
        let figures = run.state().contact;
        page.goal(format!("{name}: creep in {seconds} s"), creep, CREEP);
        rows.push(vec![
            name.to_owned(),
            seconds.to_string(),
            short(creep),
            short(figures.penetration_max),
            short(figures.residual_max),
        ]);
    }
    page.table(&rows);
    Ok(())
}

/// Distance by which the crown of an arch of this thickness sinks within a time in seconds (m).
fn sunk(thickness: f64, seconds: f64) -> f64 {
    let mut scene = Scene::default();
    touching(&mut scene, Some(0.0), 0.7);
    let joint = |k: usize, radius: f64| radius * unit(k as f64 / STONES as f64 * PI);
    let (inner, outer) = (1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness);
    let mut stones = Vec::new();
    for k in 0..STONES {
        let corners = [
            joint(k, inner),
            joint(k, outer),
            joint(k + 1, outer),
            joint(k + 1, inner),
        ];
        let (shape, middle) = Polygon::about(&corners);
        let pose = Pose::new(middle.x, middle.y, 0.0);
        stones.push(scene.add(Part::new(format!("stone {k}"), Shape::Polygon(shape), pose)));
    }
    let mut run = Simulation::new(&scene);
    let crown = |run: &Simulation| {
        run.model()
            .pose(run.state(), stones[STONES / 2])
            .map(|it| it.position.y)
    };
    let start = crown(&run);
    while run.state().time < seconds {
        if run.step().is_err() {
            return f64::NAN;
        }
    }
    start
        .zip(crown(&run))
        .map_or(f64::NAN, |(start, now)| start - now)
}

fn stand(page: &mut Page) {
    let _ = std::fmt::Write::write_fmt(
        &mut page.text,
        format_args!(
            "\nA half circle of {STONES} stones without mortar stands from a thickness of {LEAST} of its radius on, by limit analysis of these stones with straight sides (a linear programme; for stones \
             without number 0.1074, Cocchetti and Rizzi 2020). How far its crown sinks in 2 s:\n"
        ),
    );
    let mut rows = vec![["Thickness", "Crown sinks by (m)"].map(str::to_owned).to_vec()];
    for factor in [1.1, 1.03, 0.97, 0.9] {
        let sunk = sunk(factor * LEAST, 2.0);
        if factor > 1.0 {
            page.goal(
                format!("Arch of {factor} the least thickness sinks"),
                sunk.abs(),
                CREEP,
            );
        } else {
            // The arch falls: the figure is positive if the crown sinks by less than 1 mm.
            page.goal(
                format!("Arch of {factor} the least thickness stays up"),
                1e-3 - sunk,
                1e-12,
            );
        }
        rows.push(vec![format!("{factor} of the least"), short(sunk)]);
    }
    page.table(&rows);
}

/// Speed at which the right end of the chain over a drum descends after 0.05 s (m/s), with this pull on it and 1 N on the left end.
fn slips(pull: f64) -> f64 {
    let mut scene = Scene::default();
    touching(&mut scene, None, FRICTION);
    // The tensioned chain vibrates at high frequency; steps are not divided.
    scene.settings.sub_steps = SubSteps::Fixed;
    scene.settings.gravity = Vec2::ZERO;
    let radius = 0.5;
    scene.add(Part {
        fixed: true,
        ..Part::new("drum", Shape::Disk(Disk { radius }), Pose::new(0.0, 0.0, 0.0))
    });
    let particle = |scene: &mut Scene, at: Vec2, mass: f64| {
        let name = scene.free_name("link");
        scene.add(Part {
            mass: Mass::Given { mass, inertia: 0.0 },
            ..Part::new(
                name,
                Shape::Particle(Particle::default()),
                Pose::new(at.x, at.y, 0.0),
            )
        })
    };
    let each = PI / LINKS as f64;
    let x = radius * (0.5 * each).cos();
    let mut chain = vec![particle(&mut scene, Vec2::new(x, -0.5), 1.0)];
    for k in 0..LINKS {
        let at = radius * unit((k as f64 + 0.5) * each);
        chain.push(particle(&mut scene, at, 1e-3));
    }
    chain.push(particle(&mut scene, Vec2::new(-x, -0.5), 1.0));
    for pair in chain.windows(2) {
        let ends = vec![
            Attach::part(pair[0], Vec2::ZERO),
            Attach::part(pair[1], Vec2::ZERO),
        ];
        let length = scene.built_point(ends[0]).distance(scene.built_point(ends[1]));
        let kind = ConstraintKind::Distance(Distance { length });
        let name = scene.free_name("rod");
        scene.add(Constraint { name, ends, kind });
    }
    for (id, force) in [(chain[0], pull), (chain[LINKS + 1], 1.0)] {
        let push = Push {
            force: Vec2::new(0.0, -force),
            ..Push::default()
        };
        let (name, ends) = (scene.free_name("pull"), vec![Attach::part(id, Vec2::ZERO)]);
        scene.add(Force {
            name,
            ends,
            kind: ForceKind::Push(push),
        });
    }
    let mut run = Simulation::new(&scene);
    while run.state().time < 0.05 {
        if run.step().is_err() {
            return f64::NAN;
        }
    }
    let offset = run
        .model()
        .body(chain[0])
        .map(|body| run.model().bodies[body].offset);
    offset.map_or(f64::NAN, |offset| -run.state().v[offset + 1])
}

fn hold(page: &mut Page) {
    let (euler, t) = ((FRICTION * PI).exp(), (0.5 * PI / LINKS as f64).tan());
    let exact = ((1.0 + FRICTION * t) / (1.0 - FRICTION * t)).powi(LINKS as i32);
    let [mut low, mut high] = [0.98 * euler, 1.02 * euler];
    while high - low > 1e-5 * euler {
        let middle = 0.5 * (low + high);
        if slips(middle) > 1e-7 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let held = 0.5 * (low + high);
    let _ = std::fmt::Write::write_fmt(
        &mut page.text,
        format_args!(
            "\nA weightless chain of {LINKS} links over half a drum, mu = {FRICTION}, pulled on one side with 1 N and on the other with more and more: it holds up to {held:.5} N, \
             where e^(mu pi) = {euler:.5} N and points of contact, which it has, {exact:.5} N.\n"
        ),
    );
    page.goal(
        "Chain over a drum: pull held, against e^(mu pi)".to_owned(),
        (held / euler - 1.0).abs(),
        1e-2,
    );
}
