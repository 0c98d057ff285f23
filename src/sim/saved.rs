//! Conversion of a state to lists of numbers, so that a file can hold it, and back to the bit.
//!
//! ```text
//! steps energy time work control figures      totals
//! places speeds memory multipliers            body after body, constraint after constraint, in the order of the scene
//! contacts pairs closed                       sorted by the pieces of colliders that touch
//! rest asleep scaled                          body after body, or empty
//! ```

mod bounds;

use crate::math::Vec2;
use crate::scene::Run;

use super::contact::{Closed, ContactFigures, ContactMethod, Feature, Key, Pair, Point, Slip};
use super::{Model, SavedWatch, SimState, StepControl, Work};

/// Contact methods, by their number in a file.
const WAYS: [ContactMethod; 5] = [
    ContactMethod::None,
    ContactMethod::Pivoting,
    ContactMethod::ActiveSet,
    ContactMethod::Sweeps,
    ContactMethod::InteriorPoint,
];
const SLIPS: [Slip; 3] = [Slip::None, Slip::Low, Slip::High];

impl SimState {
    /// Converts the state of a run of `model` that began with `energy` (J), and was watched like that, to lists.
    pub fn to_run(&self, energy: f64, watch: &SavedWatch, model: &Model) -> Run {
        let mut run = Run::default();
        let (clock, control) = (&self.clock, &self.control);
        run.put(
            "steps",
            [
                self.step as f64,
                self.soft_sub_steps as f64,
                self.energy_burst,
                self.recent_kinetic,
            ],
        );
        run.put(ENERGY, [energy]);
        watch.put_into(&mut run, model);
        run.put("time", [self.time, clock.start, clock.count as f64, clock.length]);
        run.put("work", self.work.entries());
        run.put_finite("control", of_control(control));
        for (name, list) in [
            ("places", &self.q),
            ("speeds", &self.v),
            ("memory", &self.memory),
            ("multipliers", &self.warm_start),
            ("rest", &self.rest),
        ] {
            run.put(name, list.iter().copied());
        }
        run.put("asleep", self.asleep.iter().map(|it| f64::from(u8::from(*it))));
        run.put("scaled", self.scaled.iter().flatten().copied());
        run.put("contacts", self.contacts.iter().flat_map(of_point));
        run.put("pairs", self.contact_pairs.iter().flat_map(|pair| of_pair(*pair)));
        run.put("closed", self.closed.iter().flat_map(of_closed));
        if self.contact != ContactFigures::default() {
            run.put_finite("figures", of_figures(&self.contact));
        }
        run
    }

    /// State of a saved run of this model; `None` where the run has other bodies or constraints. Contacts between colliders that the model
    /// does not have are left out.
    pub(super) fn of_run(run: &Run, model: &Model) -> Option<Self> {
        let list = |name: &str| run.list(name).to_vec();
        let mut state = Self {
            q: list("places"),
            v: list("speeds"),
            memory: list("memory"),
            warm_start: list("multipliers"),
            rest: list("rest"),
            asleep: run.list("asleep").iter().map(|it| *it != 0.0).collect(),
            contact: figures(run.list("figures")),
            control: control(run.list("control")),
            ..Self::default()
        };
        let start = &model.start;
        let rows = model.topology.rows();
        let fits = |len: usize, full: usize| len == 0 || len == full;
        if state.q.len() != start.q.len()
            || state.v.len() != start.v.len()
            || state.memory.len() != start.memory.len()
            || !fits(state.warm_start.len(), rows)
            || !fits(state.asleep.len(), model.bodies.len())
            || state.rest.len() != state.asleep.len()
        {
            return None;
        }
        state.scaled = factors(run.list("scaled"), model.bodies.len());
        let mut next = reader(run.list("steps"));
        (state.step, state.soft_sub_steps) = (count(next()), count(next()));
        (state.energy_burst, state.recent_kinetic) = (next(), next());
        let mut next = reader(run.list("time"));
        state.time = next();
        (state.clock.start, state.clock.count, state.clock.length) = (next(), count(next()), next());
        state.reset_impossible_totals();
        // Mass factors and the time since which they hold are of use only together.
        if state.scaled.is_empty() || state.control.scaled_since.is_none() {
            state.scaled.clear();
            state.control.scaled_since = None;
        }
        let mut next = reader(run.list("work"));
        state.work = Work::of_entries(std::array::from_fn(|_| next()));
        state.contacts = run.list("contacts").chunks_exact(POINT).map(point).collect();
        state.contact_pairs = run.list("pairs").chunks_exact(4).map(pair).collect();
        state.closed = run.list("closed").chunks_exact(CLOSED).map(closed).collect();
        state.keep_existing_contacts(model);
        Some(state)
    }
}

/// Name of the list with the energy at the start of the run.
pub(super) const ENERGY: &str = "energy";
/// Numbers of a point of contact, and of a closed point.
const POINT: usize = 12;
const CLOSED: usize = 9;

/// Factors on the mass and the moment of inertia of each body; empty where the list is not of that many bodies.
fn factors(list: &[f64], bodies: usize) -> Vec<[f64; 2]> {
    let pairs = list.chunks_exact(2).map(|it| [it[0], it[1]]);
    if list.len() == 2 * bodies {
        pairs.collect()
    } else {
        Vec::new()
    }
}

/// Returns the numbers of a list one after the other, and 0 after the last.
fn reader(list: &[f64]) -> impl FnMut() -> f64 {
    let mut rest = list.iter();
    move || rest.next().copied().unwrap_or(0.0)
}

/// Count from a file, at most 2^53: beyond that a float has no digits for single units.
fn count(x: f64) -> u64 {
    (x as u64).min(1 << 53)
}

fn of_control(it: &StepControl) -> [f64; 19] {
    [
        f64::from(it.level),
        f64::from(it.sub_steps),
        it.shortest,
        it.total as f64,
        it.refused as f64,
        it.over_tolerance as f64,
        it.unsolved_contacts as f64,
        it.divided as f64,
        it.wanted,
        it.load_frequency,
        f64::from(u8::from(it.soft)),
        it.hits as f64,
        it.error_sum,
        it.excess_sub_steps as f64,
        it.fastest_mode_share,
        it.length,
        it.vibration_sub_steps as f64,
        it.scaled_since.unwrap_or_default(),
        it.scaled_kinetic,
    ]
}

fn control(list: &[f64]) -> StepControl {
    let mut next = reader(list);
    StepControl {
        level: next() as u32,
        sub_steps: next() as u32,
        shortest: next(),
        total: count(next()),
        refused: count(next()),
        over_tolerance: count(next()),
        unsolved_contacts: count(next()),
        divided: count(next()),
        wanted: next(),
        load_frequency: next(),
        soft: next() != 0.0,
        hits: count(next()),
        error_sum: next(),
        excess_sub_steps: count(next()),
        fastest_mode_share: next(),
        length: next(),
        vibration_sub_steps: count(next()),
        // Set after a step, and so never 0, which is written where no mass is scaled.
        scaled_since: Some(next()),
        scaled_kinetic: next(),
    }
}

fn of_figures(it: &ContactFigures) -> [f64; 11] {
    let way = WAYS.iter().position(|way| *way == it.way).unwrap_or_default();
    [
        way as f64,
        f64::from(it.points),
        f64::from(it.held),
        f64::from(it.iterations),
        it.residual,
        it.residual_max,
        it.penetration,
        it.penetration_max,
        it.jams as f64,
        it.by_poisson as f64,
        it.scaled as f64,
    ]
}

fn figures(list: &[f64]) -> ContactFigures {
    let mut next = reader(list);
    ContactFigures {
        way: WAYS.get(next() as usize).copied().unwrap_or_default(),
        points: next() as u32,
        held: next() as u32,
        iterations: next() as u32,
        residual: next(),
        residual_max: next(),
        penetration: next(),
        penetration_max: next(),
        jams: count(next()),
        by_poisson: count(next()),
        scaled: count(next()),
    }
}

fn of_pair(((a, b), (c, d)): Pair) -> [f64; 4] {
    [a, b, c, d].map(f64::from)
}

fn pair(list: &[f64]) -> Pair {
    let mut next = reader(list);
    let mut index = || next() as u32;
    ((index(), index()), (index(), index()))
}

fn of_point(it: &Point) -> [f64; POINT] {
    let [a, b, c, d] = of_pair(it.pair);
    let [at, normal, force] = [it.at.to_array(), it.normal.to_array(), it.force];
    let index = f64::from(it.index);
    [
        a, b, c, d, index, at[0], at[1], normal[0], normal[1], force[0], force[1], it.torque,
    ]
}

fn point(list: &[f64]) -> Point {
    let mut next = reader(&list[4..]);
    Point {
        pair: pair(list),
        index: next() as u32,
        at: Vec2::new(next(), next()),
        normal: Vec2::new(next(), next()),
        force: [next(), next()],
        torque: next(),
    }
}

fn of_closed(it: &Closed) -> [f64; CLOSED] {
    let [a, b, c, d] = of_pair(it.key.pair);
    let feature = |it: Feature| match it {
        Feature::Corner(i) => [0.0, f64::from(i)],
        Feature::Edge(i) => [1.0, f64::from(i)],
    };
    let [[e, f], [g, h]] = it.key.features.map(feature);
    let slip = SLIPS.iter().position(|slip| *slip == it.slip).unwrap_or_default();
    [a, b, c, d, e, f, g, h, slip as f64]
}

fn closed(list: &[f64]) -> Closed {
    let mut next = reader(&list[4..]);
    let mut feature = || match (next(), next() as u32) {
        (0.0, i) => Feature::Corner(i),
        (_, i) => Feature::Edge(i),
    };
    let key = Key {
        pair: pair(list),
        features: [feature(), feature()],
    };
    let slip = SLIPS.get(next() as usize).copied().unwrap_or_default();
    Closed { key, slip }
}
