//! Elimination order of an island by nested dissection (George 1973).
//!
//! A separator, a set of units whose removal parts the bodies in two, is eliminated last; both parts are dissected likewise. Units of
//! different parts have no common entry in the factor, so the fill-in of a net of n particles is O(n log n) numbers. Cuts are found from
//! the distances to a few remote corners: in a grid their sums and differences are its axes, whatever its outline. Where joints link
//! arbitrary bodies, distances say little, and large pieces are cut by multilevel bisection.

mod bisection;
mod distances;
mod graph;
mod moves;

use self::bisection::bisect;
use self::graph::Graph;
use crate::csr::Csr;
use crate::incidence::Incidence;

/// Number of keys a cut may follow: the distance from one corner, from another, their sum and their difference.
const KEYS: usize = 4;
/// A piece of at most this many units is not cut. Minimum degree on larger pieces would not reduce fill-in.
const MIN_UNITS: usize = 4;
/// Cuts after which the distances are computed again.
const MAX_DISTANCE_AGE: u32 = 2;
/// A piece of at most `SMALL` bodies, or of at most one in `SMALL_PART` of all, is always cut by distances: bisecting it takes longer than
/// the fill-in avoided would.
const SMALL: usize = 100;
const SMALL_PART: usize = 25;

/// Method by which separators are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cuts {
    /// By distances from corners, in time close to linear.
    Distances,
    /// By multilevel bisection, which takes several times as long.
    Multilevel,
}

/// Returns the units in a fill-reducing order; `None` when the first cut along distances goes through fewer than `narrow` units. Where
/// joints link arbitrary bodies it goes through many.
pub(crate) fn dissect_unless_narrow(incidence: &Incidence, cuts: Cuts, narrow: usize) -> Option<Vec<u32>> {
    let mut dissection = Dissection::new(incidence, cuts);
    let cut = dissection.first_cut();
    let Cut { key, at, .. } = cut.filter(|cut| cut.across as usize >= narrow)?;
    let whole = Piece::whole(incidence);
    let mut pieces = Vec::new();
    match cuts {
        Cuts::Distances => dissection.divide(&whole, 0, (key, at), &mut pieces),
        Cuts::Multilevel => pieces.push(whole),
    }
    Some(dissection.finish(pieces))
}

/// Returns the units in a fill-reducing order.
pub(crate) fn dissect(incidence: &Incidence, cuts: Cuts) -> Vec<u32> {
    Dissection::new(incidence, cuts).finish(vec![Piece::whole(incidence)])
}

/// Bodies and the units between them, as ranges of the lists of the dissection.
#[derive(Clone, Copy, Debug)]
struct Piece {
    bodies: (usize, usize),
    units: (usize, usize),
    /// First position of its units in the order.
    at: usize,
    /// Cuts since the distances of the bodies were measured.
    distance_age: u32,
}

impl Piece {
    fn whole(incidence: &Incidence) -> Self {
        Self {
            bodies: (0, incidence.bodies()),
            units: (0, incidence.units()),
            at: 0,
            distance_age: MAX_DISTANCE_AGE,
        }
    }
}

/// A cut between the bodies whose key `key` is less than `at` and the others; `across` units link both sides.
#[derive(Clone, Copy, Debug)]
struct Cut {
    key: usize,
    at: i32,
    across: i32,
}

/// Search data of a body.
#[derive(Clone, Copy, Debug, Default)]
struct BodyState {
    /// Number of its piece.
    piece: u32,
    /// Number of the last search that reached it.
    reached: u32,
    /// Distances from two corners.
    distance: [i32; 2],
    /// Its vertex in the graph of its piece.
    place: u32,
}

struct Dissection<'a> {
    incidence: &'a Incidence,
    cuts: Cuts,
    neighbours: Csr,
    /// Bodies and units, those of a piece contiguous.
    bodies: Vec<u32>,
    units: Vec<u32>,
    order: Vec<u32>,
    states: Vec<BodyState>,
    /// Number of the last piece (the first piece is 0), and of the last search.
    last_piece: u32,
    searches: u32,
    queue: Vec<u32>,
    scratch: Vec<u32>,
    counts: Vec<(i32, i32)>,
}

/// The keys of a body at these distances from two corners; a cut separates the bodies whose key is below a limit.
#[inline(always)]
fn keys([a, b]: [i32; 2]) -> [i32; KEYS] {
    [a, b, a + b, a - b]
}

impl<'a> Dissection<'a> {
    fn new(incidence: &'a Incidence, cuts: Cuts) -> Self {
        let (bodies, units) = (incidence.bodies(), incidence.units());
        Self {
            incidence,
            cuts,
            neighbours: incidence.neighbours_of_bodies(),
            bodies: (0..bodies as u32).collect(),
            units: (0..units as u32).collect(),
            order: vec![0; units],
            states: vec![BodyState::default(); bodies],
            last_piece: 0,
            searches: 0,
            queue: Vec::with_capacity(bodies),
            scratch: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Returns the first cut of the whole island along distances.
    fn first_cut(&mut self) -> Option<Cut> {
        let whole = Piece::whole(self.incidence);
        let corner = self.corner(&whole);
        self.compute_distances(corner, self.incidence.bodies());
        self.best_cut(&whole)
    }

    /// Cuts pieces until there is nothing left to cut; returns the order of all units.
    fn finish(mut self, mut pieces: Vec<Piece>) -> Vec<u32> {
        while let Some(piece) = pieces.pop() {
            let units = piece.units.1 - piece.units.0;
            if units > MIN_UNITS && self.cut(&piece, &mut pieces) {
                continue;
            }
            let own = &self.units[piece.units.0..piece.units.1];
            self.order[piece.at..piece.at + units].copy_from_slice(own);
        }
        self.order
    }

    /// Cuts a piece into pieces that are appended to the list; returns false when no cut was found.
    fn cut(&mut self, piece: &Piece, pieces: &mut Vec<Piece>) -> bool {
        let count = piece.bodies.1 - piece.bodies.0;
        if self.cuts == Cuts::Multilevel
            && count > SMALL.max(self.incidence.bodies() / SMALL_PART)
            && let Some(cut) = self.bisect(piece)
        {
            self.divide(piece, MAX_DISTANCE_AGE, cut, pieces);
            return true;
        }
        let mut distance_age = piece.distance_age;
        if distance_age >= MAX_DISTANCE_AGE {
            distance_age = 0;
            let corner = self.corner(piece);
            if !self.compute_distances(corner, count) {
                self.split_components(piece, pieces);
                return true;
            }
        }
        let Some(Cut { key, at, .. }) = self.best_cut(piece) else {
            return false;
        };
        self.divide(piece, distance_age, (key, at), pieces);
        true
    }

    /// Cuts a piece by multilevel bisection. Stores the side of each body, 0 or 1, as its first distance, and returns the cut by that
    /// distance: index of the key and limit. `None` when all bodies are on one side.
    fn bisect(&mut self, piece: &Piece) -> Option<(usize, i32)> {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        for (place, &body) in (0..).zip(bodies) {
            self.states[body as usize].place = place;
        }
        let graph = Graph::new(bodies.len(), || {
            let units = self.units[piece.units.0..piece.units.1].iter();
            let pairs = units.flat_map(|&unit| self.incidence.bodies_of(unit).windows(2));
            pairs.filter_map(|pair| {
                let [a, b] = [pair[0], pair[1]].map(|body| self.states[body as usize].place);
                (a != b).then_some((a, b))
            })
        });
        let side = bisect(&graph);
        for (&body, &side) in bodies.iter().zip(&side) {
            self.states[body as usize].distance = [i32::from(side), 0];
        }
        (side.contains(&false) && side.contains(&true)).then_some((0, 1))
    }

    /// Returns a body far from the middle of a piece: the last of a search, or the farthest by earlier distances.
    fn corner(&mut self, piece: &Piece) -> u32 {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        if self.searches > 0 {
            let away = |&&body: &&u32| self.states[body as usize].distance[0];
            return bodies.iter().max_by_key(away).copied().unwrap_or_default();
        }
        self.search(bodies[0], 0);
        self.queue.last().copied().unwrap_or_default()
    }

    /// Splits a disconnected piece into its components, in one pass.
    fn split_components(&mut self, piece: &Piece, pieces: &mut Vec<Piece>) {
        let all: Vec<u32> = self.bodies[piece.bodies.0..piece.bodies.1].to_vec();
        let mut place = piece.bodies.0;
        let first_search = self.searches;
        let first_piece = pieces.len();
        for &body in &all {
            if self.states[body as usize].reached <= first_search {
                self.search(body, 0);
                self.bodies[place..place + self.queue.len()].copy_from_slice(&self.queue);
                pieces.push(Piece {
                    bodies: (place, place + self.queue.len()),
                    units: (0, 0),
                    at: 0,
                    distance_age: MAX_DISTANCE_AGE,
                });
                place += self.queue.len();
            }
        }
        // Each unit goes to the component of its bodies.
        let base = first_search + 1;
        let of =
            |unit: u32| (self.states[self.incidence.bodies_of(unit)[0] as usize].reached - base) as usize;
        self.scratch.clear();
        self.scratch
            .extend_from_slice(&self.units[piece.units.0..piece.units.1]);
        for &unit in &self.scratch {
            pieces[first_piece + of(unit)].units.1 += 1;
        }
        let (mut from, mut at) = (piece.units.0, piece.at);
        let mut next = Vec::with_capacity(pieces.len() - first_piece);
        for component in &mut pieces[first_piece..] {
            let len = component.units.1;
            component.units = (from, from + len);
            component.at = at;
            next.push(from);
            from += len;
            at += len;
        }
        for &unit in &self.scratch {
            let next = &mut next[of(unit)];
            self.units[*next] = unit;
            *next += 1;
        }
    }

    /// Splits a piece at a cut: the units across the cut go last in the order, both sides become new pieces.
    fn divide(&mut self, piece: &Piece, distance_age: u32, (key, at): (usize, i32), pieces: &mut Vec<Piece>) {
        let (b0, b1) = piece.bodies;
        let (u0, u1) = piece.units;
        let Self {
            incidence,
            states,
            last_piece,
            bodies,
            units,
            scratch,
            order,
            ..
        } = self;
        let left = |state: &BodyState| keys(state.distance)[key] < at;
        *last_piece += 1;
        scratch.clear();
        let mut middle = b0;
        for k in b0..b1 {
            let body = bodies[k];
            let state = &mut states[body as usize];
            if left(state) {
                bodies[middle] = body;
                middle += 1;
            } else {
                state.piece = *last_piece;
                scratch.push(body);
            }
        }
        bodies[middle..b1].copy_from_slice(scratch);
        scratch.clear();
        let (mut here, mut last) = (u0, piece.at + (u1 - u0));
        for k in u0..u1 {
            let unit = units[k];
            let ends = incidence.bodies_of(unit).iter();
            let mut ends = ends.map(|&body| states[body as usize].piece != *last_piece);
            let first = ends.next().unwrap_or_default();
            if ends.any(|side| side != first) {
                last -= 1;
                order[last] = unit;
            } else if first {
                units[here] = unit;
                here += 1;
            } else {
                scratch.push(unit);
            }
        }
        units[here..here + scratch.len()].copy_from_slice(scratch);
        let there = here + scratch.len();
        for (bodies, units, at) in [
            ((b0, middle), (u0, here), piece.at),
            ((middle, b1), (here, there), piece.at + here - u0),
        ] {
            pieces.push(Piece {
                bodies,
                units,
                at,
                distance_age: distance_age + 1,
            });
        }
    }
}
