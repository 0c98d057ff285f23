//! The order of elimination of an island: nested dissection (George 1973).
//!
//! A set of units whose removal parts the bodies in two goes last; both parts are taken apart likewise. Units of
//! different parts never meet in the factor, so a net of n particles fills O(n log n) numbers. Where to cut is read off
//! the distances from a few far corners: in a grid their sums and differences are its axes, whatever its shape. Where joints
//! link bodies anywhere, distances say little, and large pieces are cut by multilevel bisection.

mod bisection;
mod distances;
mod graph;
mod moves;

use self::bisection::bisect;
use self::graph::Graph;
use crate::csr::Csr;
use crate::incidence::Incidence;

/// Distances a cut may follow: from one corner, from another, their sum and their difference.
const WAYS: usize = 4;
/// Units that are not cut apart any more. Minimum degree on larger pieces would fill no less.
const FEWEST: usize = 4;
/// Cuts for which distances serve.
const OLD: u32 = 2;
/// Bodies up to which a piece is always cut by distances: so many, or one in so many of all. Bisection of smaller ones takes more than the fill it saves.
const SMALL: usize = 100;
const SMALL_PART: usize = 25;

/// How a place to cut is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cuts {
    /// By distances from corners, in time close to linear.
    Distances,
    /// By multilevel bisection, which takes several times as long.
    Multilevel,
}

/// The units in an order of little fill, unless a first cut along distances goes through fewer than so many of them. Where joints link bodies anywhere
/// it goes through many.
pub(crate) fn dissect_unless_narrow(incidence: &Incidence, cuts: Cuts, narrow: usize) -> Option<Vec<u32>> {
    let mut dissection = Dissection::new(incidence, cuts);
    let plane = dissection.first_plane();
    let Plane { way, at, .. } = plane.filter(|plane| plane.across as usize >= narrow)?;
    let whole = Piece::whole(incidence);
    let mut pieces = Vec::new();
    match cuts {
        Cuts::Distances => dissection.divide(&whole, 0, (way, at), &mut pieces),
        Cuts::Multilevel => pieces.push(whole),
    }
    Some(dissection.finish(pieces))
}

/// The units in an order of little fill.
pub(crate) fn dissect(incidence: &Incidence, cuts: Cuts) -> Vec<u32> {
    Dissection::new(incidence, cuts).finish(vec![Piece::whole(incidence)])
}

/// Bodies and the units between them, as ranges of the lists of the dissection.
#[derive(Clone, Copy, Debug)]
struct Piece {
    bodies: (usize, usize),
    units: (usize, usize),
    /// Where its units go in the order.
    at: usize,
    /// Cuts since the distances of the bodies were measured.
    age: u32,
}

impl Piece {
    fn whole(incidence: &Incidence) -> Self {
        Self {
            bodies: (0, incidence.bodies()),
            units: (0, incidence.units()),
            at: 0,
            age: OLD,
        }
    }
}

/// Where to cut: between bodies whose key of this way is less than `at` and the others, through so many units.
#[derive(Clone, Copy, Debug)]
struct Plane {
    way: usize,
    at: i32,
    across: i32,
}

/// What is known of a body.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// The piece it is in, by a number of its own.
    piece: u32,
    /// The last walk that reached it.
    reached: u32,
    /// Distances from two corners.
    distance: [i32; 2],
    /// Its place in a graph of its piece.
    place: u32,
}

struct Dissection<'a> {
    incidence: &'a Incidence,
    cuts: Cuts,
    near: Csr,
    /// Bodies and units, those of a piece in a row.
    bodies: Vec<u32>,
    units: Vec<u32>,
    order: Vec<u32>,
    spots: Vec<Spot>,
    /// Pieces that were given a number, but for the first, and walks.
    named: u32,
    walks: u32,
    queue: Vec<u32>,
    spare: Vec<u32>,
    counts: Vec<(i32, i32)>,
}

/// What a cut may follow, of a body at these distances.
#[inline(always)]
fn keys([a, b]: [i32; 2]) -> [i32; WAYS] {
    [a, b, a + b, a - b]
}

impl<'a> Dissection<'a> {
    fn new(incidence: &'a Incidence, cuts: Cuts) -> Self {
        let (bodies, units) = (incidence.bodies(), incidence.units());
        Self {
            incidence,
            cuts,
            near: incidence.neighbours_of_bodies(),
            bodies: (0..bodies as u32).collect(),
            units: (0..units as u32).collect(),
            order: vec![0; units],
            spots: vec![Spot::default(); bodies],
            named: 0,
            walks: 0,
            queue: Vec::with_capacity(bodies),
            spare: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Where distances cut the whole first.
    fn first_plane(&mut self) -> Option<Plane> {
        let whole = Piece::whole(self.incidence);
        let corner = self.corner(&whole);
        self.measure(corner, self.incidence.bodies());
        self.best_plane(&whole)
    }

    /// Cuts pieces until there is nothing left to cut; returns the order of all units.
    fn finish(mut self, mut pieces: Vec<Piece>) -> Vec<u32> {
        while let Some(piece) = pieces.pop() {
            let units = piece.units.1 - piece.units.0;
            if units > FEWEST && self.cut(&piece, &mut pieces) {
                continue;
            }
            let own = &self.units[piece.units.0..piece.units.1];
            self.order[piece.at..piece.at + units].copy_from_slice(own);
        }
        self.order
    }

    /// Cuts a piece; false when there is no good way to.
    fn cut(&mut self, piece: &Piece, pieces: &mut Vec<Piece>) -> bool {
        let count = piece.bodies.1 - piece.bodies.0;
        if self.cuts == Cuts::Multilevel
            && count > SMALL.max(self.incidence.bodies() / SMALL_PART)
            && let Some(plane) = self.bisect(piece)
        {
            self.divide(piece, OLD, plane, pieces);
            return true;
        }
        let mut age = piece.age;
        if age >= OLD {
            age = 0;
            let corner = self.corner(piece);
            if !self.measure(corner, count) {
                self.part(piece, pieces);
                return true;
            }
        }
        let Some(Plane { way, at, .. }) = self.best_plane(piece) else {
            return false;
        };
        self.divide(piece, age, (way, at), pieces);
        true
    }

    /// Cuts a piece by multilevel bisection: the side of each body is noted as its distance. Nothing when all are on one.
    fn bisect(&mut self, piece: &Piece) -> Option<(usize, i32)> {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        for (place, &body) in (0..).zip(bodies) {
            self.spots[body as usize].place = place;
        }
        let graph = Graph::new(bodies.len(), || {
            let units = self.units[piece.units.0..piece.units.1].iter();
            let pairs = units.flat_map(|&unit| self.incidence.bodies_of(unit).windows(2));
            pairs.filter_map(|pair| {
                let [a, b] = [pair[0], pair[1]].map(|body| self.spots[body as usize].place);
                (a != b).then_some((a, b))
            })
        });
        let side = bisect(&graph);
        for (&body, &side) in bodies.iter().zip(&side) {
            self.spots[body as usize].distance = [i32::from(side), 0];
        }
        (side.contains(&false) && side.contains(&true)).then_some((0, 1))
    }

    /// A body far from the middle of a piece: the last on a walk, or by distances from elsewhere.
    fn corner(&mut self, piece: &Piece) -> u32 {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        if self.walks > 0 {
            let away = |&&body: &&u32| self.spots[body as usize].distance[0];
            return bodies.iter().max_by_key(away).copied().unwrap_or_default();
        }
        self.walk(bodies[0], 0);
        self.queue.last().copied().unwrap_or_default()
    }

    /// A piece that does not hang together becomes several, in one go.
    fn part(&mut self, piece: &Piece, pieces: &mut Vec<Piece>) {
        let all: Vec<u32> = self.bodies[piece.bodies.0..piece.bodies.1].to_vec();
        let mut place = piece.bodies.0;
        let first_walk = self.walks;
        let first_piece = pieces.len();
        for &body in &all {
            if self.spots[body as usize].reached <= first_walk {
                self.walk(body, 0);
                self.bodies[place..place + self.queue.len()].copy_from_slice(&self.queue);
                pieces.push(Piece {
                    bodies: (place, place + self.queue.len()),
                    units: (0, 0),
                    at: 0,
                    age: OLD,
                });
                place += self.queue.len();
            }
        }
        // Units go where their bodies went.
        let base = first_walk + 1;
        let of = |unit: u32| (self.spots[self.incidence.bodies_of(unit)[0] as usize].reached - base) as usize;
        self.spare.clear();
        self.spare
            .extend_from_slice(&self.units[piece.units.0..piece.units.1]);
        for &unit in &self.spare {
            pieces[first_piece + of(unit)].units.1 += 1;
        }
        let (mut from, mut at) = (piece.units.0, piece.at);
        let mut next = Vec::with_capacity(pieces.len() - first_piece);
        for part in &mut pieces[first_piece..] {
            let len = part.units.1;
            part.units = (from, from + len);
            part.at = at;
            next.push(from);
            from += len;
            at += len;
        }
        for &unit in &self.spare {
            let next = &mut next[of(unit)];
            self.units[*next] = unit;
            *next += 1;
        }
    }

    fn divide(&mut self, piece: &Piece, age: u32, (way, at): (usize, i32), pieces: &mut Vec<Piece>) {
        let (b0, b1) = piece.bodies;
        let (u0, u1) = piece.units;
        let Self {
            incidence,
            spots,
            named,
            bodies,
            units,
            spare,
            order,
            ..
        } = self;
        let left = |spot: &Spot| keys(spot.distance)[way] < at;
        *named += 1;
        spare.clear();
        let mut middle = b0;
        for k in b0..b1 {
            let body = bodies[k];
            let spot = &mut spots[body as usize];
            if left(spot) {
                bodies[middle] = body;
                middle += 1;
            } else {
                spot.piece = *named;
                spare.push(body);
            }
        }
        bodies[middle..b1].copy_from_slice(spare);
        spare.clear();
        let (mut here, mut last) = (u0, piece.at + (u1 - u0));
        for k in u0..u1 {
            let unit = units[k];
            let ends = incidence.bodies_of(unit).iter();
            let mut ends = ends.map(|&body| spots[body as usize].piece != *named);
            let first = ends.next().unwrap_or_default();
            if ends.any(|side| side != first) {
                last -= 1;
                order[last] = unit;
            } else if first {
                units[here] = unit;
                here += 1;
            } else {
                spare.push(unit);
            }
        }
        units[here..here + spare.len()].copy_from_slice(spare);
        let there = here + spare.len();
        for (bodies, units, at) in [
            ((b0, middle), (u0, here), piece.at),
            ((middle, b1), (here, there), piece.at + here - u0),
        ] {
            pieces.push(Piece {
                bodies,
                units,
                at,
                age: age + 1,
            });
        }
    }
}
