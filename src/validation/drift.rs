//! Constraint drift of a free chain of 54 rods, with every combination of integrator and stabilisation and by other engines.

use super::Scheme;
use super::report::{Page, short};
use crate::render::plot::{Line, Plot, Scale};
use crate::scene::file::{self, FileError};
use crate::scene::{Integrator, Scene, Stabilisation};
use crate::sim::Simulation;

const CHAIN: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/scenes/validation/free-chain.ron"
));

/// Results of a run of the chain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drifted {
    /// Largest gap at a joint, sampled ten times a second (m).
    pub gap: f64,
    /// Largest energy error, relative to the largest kinetic energy.
    pub energy: f64,
    /// Time (s) and gap (m).
    pub history: Vec<[f64; 2]>,
    /// When and why it stopped, if it did.
    pub stopped: Option<String>,
}

/// The scene of the chain.
///
/// # Errors
/// Never: a test reads it.
pub fn chain() -> Result<Scene, FileError> {
    file::read(CHAIN, "scenes/validation/free-chain.ron")
}

/// Runs a scene for `seconds` in undivided steps of `h` seconds.
pub fn run(scene: &Scene, scheme: Scheme, h: f64, seconds: f64) -> Drifted {
    let mut scene = scene.clone();
    scheme.apply(&mut scene.settings);
    scene.settings.dt = h;
    let mut run = Simulation::new(&scene);
    let mut drifted = Drifted::default();
    let (steps, every) = ((seconds / h).round() as u64, (0.1 / h).round().max(1.0) as u64);
    let mut largest_kinetic: f64 = 1e-300;
    for step in 1..=steps {
        if let Err(stop) = run.step() {
            drifted.stopped = Some(format!("t = {:.3} s: {}", stop.time, stop.reason));
            break;
        }
        if step % every == 0 {
            let gap = run.drift().max_m;
            drifted.gap = drifted.gap.max(gap);
            drifted.history.push([run.state().time, gap]);
            largest_kinetic = largest_kinetic.max(run.energy().kinetic);
            drifted.energy = drifted.energy.max(run.energy_error().abs());
        }
    }
    drifted.energy /= largest_kinetic;
    drifted
}

/// Limit of the largest gap (m), for schemes with a stated accuracy.
fn limit(scheme: Scheme) -> Option<f64> {
    match (scheme.integrator, scheme.hold) {
        (Integrator::Rattle, _) => Some(1e-10),
        (Integrator::Rk4, Stabilisation::Projection) => Some(1e-9),
        (Integrator::Rk4, Stabilisation::Baumgarte) => Some(1e-3),
        _ => None,
    }
}

/// The section of the report; `peers` are rows of other engines as `engine,gap,energy`, each quoted by its program.
///
/// # Errors
/// As [`chain`].
pub fn section(page: &mut Page, peers: &str) -> Result<(), FileError> {
    page.text.push_str(
        "\n## Drift: a free chain of 54 rods\n\n54 uniform rods of 1 m and 1 kg ([scene](../scenes/validation/free-chain.ron)), pinned at \
         one end and let go level, for 10 s: the largest gap at a joint, looked for ten times a second. Other engines are measured by \
         the programs in `peers/` on the same chain; their energy is that at the end.\n",
    );
    let scene = chain()?;
    let mut rows = vec![
        ["Method", "Step", "Largest gap (m)", "Energy"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut lines = Vec::new();
    let none = Scheme {
        integrator: Integrator::Rk4,
        hold: Stabilisation::None,
    };
    let schemes = Scheme::COMPARED.into_iter().filter(|scheme| *scheme != none);
    let rattle = Scheme {
        integrator: Integrator::Rattle,
        hold: Stabilisation::None,
    };
    let usual = schemes.chain([none]).map(|scheme| (scheme, 240.0));
    // RATTLE closes the joints at any step that it accepts.
    let others = [60.0, 120.0, 1000.0].map(|rate| (rattle, rate));
    for (scheme, rate) in usual.chain(others) {
        let drifted = run(&scene, scheme, 1.0 / rate, 10.0);
        if let Some(limit) = limit(scheme) {
            let what = format!(
                "Free chain of 54 rods, {}, 1/{rate} s: largest gap (m)",
                scheme.label()
            );
            let gap = if drifted.stopped.is_some() {
                f64::INFINITY
            } else {
                drifted.gap
            };
            page.goal(what, gap, limit);
        }
        let mut row = vec![scheme.label(), format!("1/{rate} s")];
        match drifted.stopped {
            Some(why) => row.extend([format!("stopped at {why}"), String::new()]),
            None => row.extend([short(drifted.gap), short(drifted.energy)]),
        }
        rows.push(row);
        if rate == 240.0 {
            lines.push(Line {
                name: scheme.label(),
                points: drifted.history,
                ..Line::default()
            });
        }
    }
    for line in peers.lines() {
        // The name is quoted because it contains commas.
        let mut parts = line.trim_start_matches('"').splitn(2, "\",");
        let (name, numbers) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let mut row = vec![name.to_owned(), String::new()];
        let numbers = numbers
            .split(',')
            .map(|x| x.parse().map_or(x.to_owned(), |x: f64| short(x.abs())));
        row.extend(numbers);
        rows.push(row);
    }
    page.table(&rows);
    page.picture(
        "free-chain-drift",
        &Plot {
            title: "Free chain of 54 rods: largest gap at a joint".to_owned(),
            axes: ["time (s)".to_owned(), "gap (m)".to_owned()],
            scales: [Scale::Linear, Scale::Decimal],
            lines,
            ..Plot::default()
        },
    );
    Ok(())
}
