//! A motion that the constraints allow: poses along it, dead points on it, and the pose at which a point is nearest to the pointer.

use super::job::Progress;
use super::least_singular::LeastSingular;
use super::poses::{PathFollower, WIGGLE, speeds};
use super::singular::{self, least_along, singular_values};
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Method, SolveError};

/// Number of poses to either side of the present one when a motion is traced.
const FAR: usize = 120;
/// Accuracy of the nearest pose, in poses.
const NEAREST: f64 = 1e-3;
/// A least singular value below this is near a singular pose.
const NEAR: f64 = 0.05;
/// Half-widths of the brackets in which a dead point is refined, round by round (poses).
const CLOSE: [f64; 2] = [0.2, 0.02];
/// Tolerance for a zero crossing: deviation of a least singular value from a linear descent to zero and rise, relative to the values beside it.
const STRAIGHT: f64 = 0.3;

/// Reasons why singular values are unknown.
const NO_ROWS: &str = "No constraint acts, so no pose is singular.";
const TOO_MANY_DEPENDENT: &str = "More rows depend on others here than are told apart: no least singular value is known. Remove what is redundant to see it.";
const PUSHES_ELSEWHERE: &str = "A drive of this machine pushes elsewhere than where it measures, for which the least singular values are worked \
                                out up to 60 rows only.";

/// A motion that the constraints allow.
#[derive(Clone, Debug)]
pub struct FreeMotion {
    /// Velocities, scaled so that the fastest point of a part moves at 1 m/s.
    pub motion: Vec<f64>,
    /// Dense index of the part that moves most.
    pub most: usize,
    /// Poses along the motion, from one end through the present pose in the middle to the other; fewer where the machine reaches a limit.
    pub poses: Vec<Vec<f64>>,
    /// Index of the present pose.
    pub middle: usize,
    /// Least singular value of the rows, including drives, at each pose: nearly zero at dead points. `None` before the motion is
    /// traced; an error says why there are no values.
    pub singular: Option<Result<Vec<f64>, String>>,
    /// Poses at which the least singular value vanishes, each with its place along the motion: dead points of drives, and poses with dependent rows.
    pub dead: Vec<(f64, Vec<f64>)>,
}

impl FreeMotion {
    /// A short motion of a machine in a state along these velocities, for display.
    pub(super) fn of(model: &Model, state: &SimState, mut motion: Vec<f64>, dynamics: &mut Dynamics) -> Self {
        let (most, speed) = speeds(model, &motion)
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, 1.0));
        motion.iter_mut().for_each(|x| *x /= speed.max(f64::MIN_POSITIVE));
        let walk = PathFollower {
            model,
            state,
            motion: &motion,
        };
        let (poses, middle) = walk.both_ways(WIGGLE, dynamics, &mut || true);
        Self {
            motion,
            most,
            poses,
            middle,
            singular: None,
            dead: Vec::new(),
        }
    }

    /// The same motion with ten times as many poses to either side, farther apart, and with the least singular value at each.
    ///
    /// # Errors
    /// If it was cancelled.
    pub fn traced(&self, model: &Model, state: &SimState, progress: &Progress) -> Result<Self, SolveError> {
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.solver.set_cancel(progress.flag());
        dynamics.prepare(model);
        let walk = PathFollower {
            model,
            state,
            motion: &self.motion,
        };
        let mut done = 0.0;
        let mut go_on = || {
            done += 1.0;
            progress.tell(0.5 * done / (2 * FAR) as f64);
            !progress.is_cancelled()
        };
        let (poses, middle) = walk.both_ways(FAR, &mut dynamics, &mut go_on);
        if progress.is_cancelled() {
            return Err(SolveError::Cancelled);
        }
        let mut traced = Self {
            poses,
            middle,
            singular: None,
            ..self.clone()
        };
        let singular = match SingularValueTracer::new(model, state, (&mut dynamics, progress)) {
            Err(why) => Err(why.to_owned()),
            Ok(mut course) => match course.along(&mut traced) {
                Err(SolveError::Cancelled) => return Err(SolveError::Cancelled),
                Err(error) => Err(error.to_string()),
                Ok(found) => found,
            },
        };
        traced.singular = Some(singular);
        Ok(traced)
    }

    /// The least singular value at each pose; empty before tracing.
    pub fn values(&self) -> &[f64] {
        match &self.singular {
            Some(Ok(values)) => values,
            _ => &[],
        }
    }

    /// Places along the motion at which the least singular value vanishes. There it falls linearly to zero and rises again, like the absolute value of a
    /// quantity that changes sign; linear interpolation finds the zero between two poses.
    fn crossings(&self, values: &[f64]) -> Vec<f64> {
        let apart = |k: usize| {
            let pairs = self.poses[k].iter().zip(&self.poses[k + 1]);
            pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        let crossing = |k: usize| {
            let [before, here, after] = [values[k - 1], values[k], values[k + 1]];
            if here > before || here >= after || here >= NEAR {
                return None;
            }
            let ratio = apart(k) / apart(k - 1);
            let fits = |found: f64, straight: f64| (found - straight).abs() <= STRAIGHT * (found + here);
            if fits(after, (before - here) * ratio - here) {
                Some(k as f64 + here / (here + after))
            } else if fits(before, (after - here) / ratio - here) {
                Some(k as f64 - 1.0 + before / (before + here))
            } else {
                None
            }
        };
        (1..values.len().saturating_sub(1)).filter_map(crossing).collect()
    }

    /// The last place along the motion, counted in poses from 0.
    pub fn last(&self) -> f64 {
        (self.poses.len() - 1) as f64
    }

    /// Place of a displayed copy that swings about the present pose, for `swing` from -1 to 1.
    pub fn swung(&self, swing: f64) -> f64 {
        let middle = self.middle as f64;
        let room = if swing < 0.0 { middle } else { self.last() - middle };
        middle + swing * room.min(WIGGLE as f64)
    }

    /// Coordinates at a place, interpolated linearly between the neighbouring poses.
    pub fn pose(&self, place: f64) -> impl Iterator<Item = f64> {
        let before = (place.max(0.0) as usize).min(self.poses.len() - 1);
        let after = (before + 1).min(self.poses.len() - 1);
        let share = (place - before as f64).clamp(0.0, 1.0);
        let both = self.poses[before].iter().zip(&self.poses[after]);
        both.map(move |(a, b)| (1.0 - share) * a + share * b)
    }

    /// The place of the least distance, by local descent from a given place: it stays in one valley, so that the result does not jump where the machine
    /// passes the same point twice.
    pub fn nearest(&self, from: f64, distance: impl Fn(&[f64]) -> f64) -> f64 {
        let at = |place: f64| distance(&self.pose(place).collect::<Vec<f64>>());
        let (mut place, mut step) = (from.clamp(0.0, self.last()), 1.0);
        let mut best = at(place);
        while step > NEAREST {
            let tried = [-step, step].map(|by| {
                let place = (place + by).clamp(0.0, self.last());
                (at(place), place)
            });
            let nearer = if tried[0].0 < tried[1].0 {
                tried[0]
            } else {
                tried[1]
            };
            if nearer.0 < best {
                (best, place) = nearer;
            } else {
                step /= 2.0;
            }
        }
        place
    }
}

/// Computes the least singular value at one pose after another.
struct SingularValueTracer<'a> {
    model: &'a Model,
    at: SimState,
    dynamics: &'a mut Dynamics,
    progress: &'a Progress,
    /// Iterative solver for machines with many rows; `None` for small ones, whose matrix is diagonalised.
    least: Option<LeastSingular>,
}

impl<'a> SingularValueTracer<'a> {
    /// For a machine; an error says why its singular values cannot be computed.
    fn new(
        model: &'a Model,
        state: &SimState,
        (dynamics, progress): (&'a mut Dynamics, &'a Progress),
    ) -> Result<Self, &'static str> {
        let topology = &model.topology;
        let is_large = topology.rows() > singular::LARGEST;
        if topology.rows() == 0 {
            return Err(NO_ROWS);
        }
        if is_large && !(0..topology.constraints()).all(|it| topology.is_workless(it)) {
            return Err(PUSHES_ELSEWHERE);
        }
        Ok(Self {
            model,
            at: state.clone(),
            dynamics,
            progress,
            least: is_large.then(|| LeastSingular::new(progress.flag())),
        })
    }

    /// The least singular values at the present pose, ascending; `None` where too many rows are dependent.
    fn values(&mut self) -> Result<Option<Vec<f64>>, SolveError> {
        if self.progress.is_cancelled() {
            return Err(SolveError::Cancelled);
        }
        match &mut self.least {
            None => Ok(singular_values(self.model, &self.at, self.dynamics)),
            Some(least) => least.values(self.model, &self.at, self.dynamics),
        }
    }

    /// The least singular value at each pose of a motion, or why there is none; also finds its dead points.
    fn along(&mut self, motion: &mut FreeMotion) -> Result<Result<Vec<f64>, String>, SolveError> {
        let mut all = Vec::with_capacity(motion.poses.len());
        for (k, pose) in motion.poses.iter().enumerate() {
            let share = k as f64 / motion.poses.len() as f64;
            self.progress.tell(0.5 + 0.5 * share);
            self.at.q.clone_from(pose);
            let Some(values) = self.values()? else {
                return Ok(Err(TOO_MANY_DEPENDENT.to_owned()));
            };
            all.push(values);
        }
        let (dependent, found) = (singular::dependent(&all), least_along(&all));
        for place in motion.crossings(&found) {
            let dead = self.refined(motion, place, dependent)?;
            motion.dead.push(dead);
        }
        Ok(Ok(found))
    }

    /// Refines a dead point; returns its place and pose. Near it the square of the singular value is a parabola.
    fn refined(
        &mut self,
        motion: &FreeMotion,
        place: f64,
        dependent: usize,
    ) -> Result<(f64, Vec<f64>), SolveError> {
        let mut place = place;
        for close in CLOSE {
            let mut squares = [0.0; 3];
            for (k, square) in squares.iter_mut().enumerate() {
                self.go_to(motion, place + close * (k as f64 - 1.0));
                let values = self.values()?.unwrap_or_default();
                *square = values.get(dependent).copied().unwrap_or(0.0).powi(2);
            }
            let [before, here, after] = squares;
            let bend = before - 2.0 * here + after;
            if bend > 0.0 {
                place += close * (0.5 * (before - after) / bend).clamp(-1.0, 1.0);
            }
        }
        self.go_to(motion, place);
        Ok((place, self.at.q.clone()))
    }

    /// Goes to the pose at a place of a motion, closed onto the constraints if that succeeds.
    fn go_to(&mut self, motion: &FreeMotion, place: f64) {
        self.at.q = motion.pose(place).collect();
        let start = self.at.clone();
        if self
            .dynamics
            .settle(self.model, &mut self.at, |link| !link.drives(&start))
            .is_err()
        {
            self.at = start;
        }
    }
}
