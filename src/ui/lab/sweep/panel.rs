//! State of the sweep view while it is open.

use crate::editor::{Swept, Target};
use crate::lab::scope::Signal;
use crate::lab::sweep::{Sweep, SweepPlan, SweepRun};
use crate::render::plot::ColorScale;
use crate::scene::Scene;
use crate::ui::format;

/// Maximum number of runs that the window starts.
pub const MOST: usize = 10_000;

/// A swept number and its range, as entered.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name as typed.
    pub name: String,
    /// One end (SI).
    pub from: f64,
    /// The other end (SI).
    pub to: f64,
    /// Number of values.
    pub runs: usize,
}

impl Axis {
    fn new(name: &str, from: f64, to: f64, runs: usize) -> Self {
        Self {
            name: name.to_owned(),
            from,
            to,
            runs,
        }
    }

    /// Sets a range around the number's present value.
    pub fn suggest(&mut self, scene: &Scene) {
        let value = Target::find(scene, &self.name)
            .ok()
            .and_then(|it| it.value(scene));
        if let Some(value) = value {
            (self.from, self.to) = if value == 0.0 {
                (0.0, 1.0)
            } else {
                (0.5 * value, 1.5 * value)
            };
        }
    }

    fn read(&self, scene: &Scene) -> Result<Swept, String> {
        let target = Target::find(scene, &self.name)?;
        for value in [self.from, self.to] {
            target.check(scene, value)?;
        }
        Ok(Swept::new(&self.name, target, self.from, self.to, self.runs))
    }
}

/// How the runs are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// One curve over time per run.
    #[default]
    Curves,
    /// The largest value of each run.
    Largest,
    /// The last value of each run.
    Last,
}

impl Show {
    /// All displays; curves are for a single swept number only.
    pub const ALL: [Show; 3] = [Show::Curves, Show::Largest, Show::Last];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Show::Curves => "curves over time",
            Show::Largest => "largest value",
            Show::Last => "value at the end",
        }
    }
}

/// Runs under way or finished, with their plan.
#[derive(Debug)]
pub struct Done {
    /// The swept numbers.
    pub swept: Vec<Swept>,
    /// The recorded quantity.
    pub quantity: Signal,
    /// The runs.
    pub sweep: Sweep,
}

/// State of the sweep view.
#[derive(Debug)]
pub struct SweepPanel {
    /// The swept numbers; the second one is used for a map only.
    pub axes: [Axis; 2],
    /// Whether two numbers are swept.
    pub map: bool,
    /// The recorded quantity, as typed.
    pub quantity: String,
    /// Simulated time of a run (s).
    pub duration: f64,
    /// The chosen display.
    pub show: Show,
    /// The last runs.
    pub done: Option<Done>,
    begun: bool,
}

impl Default for SweepPanel {
    fn default() -> Self {
        Self {
            axes: [
                Axis::new("settings.ks", 0.0, 400.0, 9),
                Axis::new("settings.kd", 0.0, 40.0, 9),
            ],
            map: false,
            quantity: "drift".to_owned(),
            duration: 2.0,
            show: Show::Curves,
            done: None,
            begun: false,
        }
    }
}

impl SweepPanel {
    /// Initial values, when first opened on a scene: its first named parameter where it has one, else the feedback gains.
    pub fn begin(&mut self, scene: &Scene) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        for (axis, gain) in self.axes.iter_mut().zip([scene.settings.ks, scene.settings.kd]) {
            axis.to = if gain > 0.0 { gain } else { axis.to };
        }
        if let Some(first) = scene.variables.list.first() {
            self.axes[0].name.clone_from(&first.name);
            self.axes[0].suggest(scene);
        }
    }

    fn axes(&self) -> &[Axis] {
        &self.axes[..if self.map { 2 } else { 1 }]
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.axes().iter().map(|it| it.runs).product()
    }

    /// Estimated number of steps of all runs together, from the scene's step length even if that is what is swept.
    pub fn steps(&self, scene: &Scene) -> f64 {
        self.runs() as f64 * self.duration / scene.settings.dt
    }

    /// The reason why the sweep cannot be started, if there is one.
    pub fn problem(&self, scene: &Scene) -> Option<String> {
        if let Some(why) = self.axes().iter().find_map(|it| it.read(scene).err()) {
            return Some(why);
        }
        if self.runs() > MOST {
            return Some(format!("At most {MOST} runs here; simulate --sweep takes more."));
        }
        let quantity = Signal::read(self.quantity.trim(), scene);
        quantity.err().map(|why| why.to_string())
    }

    /// Starts the runs, unless an input is invalid.
    pub fn start(&mut self, scene: &Scene) {
        let swept: Result<Vec<Swept>, String> = self.axes().iter().map(|it| it.read(scene)).collect();
        let (Ok(swept), Ok(quantity)) = (swept, Signal::read(self.quantity.trim(), scene)) else {
            return;
        };
        let (own, base) = (swept.clone(), scene.clone());
        let sweep = Sweep::start(SweepPlan {
            scene: Box::new(move |k| Swept::scene(&own, &base, k)),
            runs: self.runs(),
            signal: quantity.clone(),
            duration: self.duration,
        });
        self.done = Some(Done {
            swept,
            quantity,
            sweep,
        });
    }

    /// Whether runs are still under way.
    pub fn is_busy(&self) -> bool {
        self.done.as_ref().is_some_and(|it| it.sweep.is_running())
    }
}

/// The result of a run as one number.
pub fn of(run: &SweepRun, show: Show) -> f64 {
    match show {
        Show::Last => run.last,
        Show::Largest | Show::Curves => run.largest,
    }
}

/// Whether the results span so much that they are shown on a logarithmic scale, by the same rule as the colours of a map.
pub fn is_logarithmic(runs: &[Option<SweepRun>], show: Show) -> bool {
    let values = runs.iter().flatten().map(|run| of(run, show));
    ColorScale::of(values).is_some_and(|it| it.logarithmic)
}

/// A value of a swept number, in the unit in which it is typed.
pub fn worded(swept: &Swept, value: f64) -> String {
    let unit = swept.target.unit();
    format!(
        "{}{}",
        format::plain(value * format::shown_per_si(unit)),
        format::suffix(unit)
    )
}

/// The recorded quantity with its unit.
pub fn recorded(done: &Done) -> String {
    match done.quantity.unit() {
        "" => done.quantity.text().to_owned(),
        unit => format!("{} ({unit})", done.quantity.text()),
    }
}
