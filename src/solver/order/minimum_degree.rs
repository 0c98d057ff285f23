//! Fill-reducing order of the units of rows for `A = J W J^T`, in which units that share a body are neighbours: approximate minimum
//! degree (Amestoy, Davis and Duff 1996), on a quotient graph that starts with the bodies as its elements.
//!
//! ```text
//! d(u) <= |E \ u| + sum over the other elements e of u  |e \ E|        E the element that was made last
//! ```
//! All `|e \ E|` are found in one walk over the units adjacent to E, so the cost of eliminating a unit is about proportional to its
//! number of neighbours. Units adjacent to the same elements are merged (supervariables), and an element that lies within the new one
//! is absorbed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::element_lists::ElementLists;
use super::pivot_rule::PivotRule;
use crate::csr::NONE;
use crate::incidence::Incidence;

/// Returns the units in order of elimination, given the bodies they act on. With a [`PivotRule`], no unit is eliminated before the rule
/// allows it.
pub(crate) fn minimum_degree_order(incidence: &Incidence, rule: Option<PivotRule>) -> Vec<usize> {
    let mut graph = QuotientGraph::new(incidence, rule);
    let count = graph.elements_of.len();
    let mut heap: BinaryHeap<_> = (0..count as u32)
        .map(|unit| Reverse((graph.score[unit as usize], unit)))
        .collect();
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse((score, unit))) = heap.pop() {
        if graph.weight[unit as usize] == 0 || score != graph.queued[unit as usize] {
            continue;
        }
        let now = graph.score[unit as usize];
        if now != score {
            graph.queued[unit as usize] = now;
            heap.push(Reverse((now, unit)));
            continue;
        }
        if !graph.may_eliminate(unit) {
            // The unit is queued again when one of its neighbours is eliminated.
            graph.queued[unit as usize] = NOT_QUEUED;
            continue;
        }
        let mut next = unit;
        while next != NONE {
            order.push(next as usize);
            next = graph.next_merged[next as usize];
        }
        graph.eliminate(unit, &mut heap);
    }
    order
}

/// Approximate degree, and height in the elimination tree (the longest chain of eliminations that come before). Of units of equal degree
/// the lowest is eliminated first, so that neighbours in the order are independent of each other.
type Score = (u32, u32);

/// Entry of [`QuotientGraph::queued`] for a unit that is not in the queue.
const NOT_QUEUED: Score = (u32::MAX, u32::MAX);

/// Number of units of a new element from which on the elements within it are absorbed although there is a [`PivotRule`], as soon as the
/// rule does not need them any more.
const LARGE_ELEMENT: usize = 256;

struct QuotientGraph {
    /// Elements adjacent to each unit.
    elements_of: Vec<SmallVec<[u32; 4]>>,
    /// Units adjacent to each element, first those of the bodies, then those of the elements that eliminated units leave; `size` is the
    /// number of units with their weights, 0 for an absorbed element.
    lists: ElementLists,
    size: Vec<u32>,
    /// Number of units merged into each unit, itself included; 0 for a unit that is eliminated or merged into another.
    weight: Vec<u32>,
    /// Linked list of the units merged into each, which are eliminated right after it; `last` is the end of the list.
    next_merged: Vec<u32>,
    last: Vec<u32>,
    score: Vec<Score>,
    /// Lowest score with which each unit is queued. A score that has grown since is corrected when the unit reaches the front.
    queued: Vec<Score>,
    mark: Vec<u32>,
    /// Weight of the part of each element outside the new one, with the stamp of the elimination for which it was counted.
    external: Vec<(u32, u32)>,
    stamp: u32,
    /// Neighbours of the eliminated unit, each with a hash and the number of its elements, to find units to merge.
    merge_candidates: Vec<(u32, u32, u32)>,
    rule: Option<PivotRule>,
}

impl QuotientGraph {
    fn new(incidence: &Incidence, rule: Option<PivotRule>) -> Self {
        let (bodies, count) = (incidence.bodies(), incidence.units());
        let units = 0..count as u32;
        let elements_of: Vec<SmallVec<[u32; 4]>> =
            units.map(|unit| incidence.bodies_of(unit).into()).collect();
        let mut size: Vec<u32> = (0..bodies as u32)
            .map(|body| incidence.units_of(body).len() as u32)
            .collect();
        let degree = |held: &[u32]| held.iter().map(|&body| size[body as usize] - 1).sum();
        let score: Vec<Score> = elements_of.iter().map(|held| (degree(held), 0)).collect();
        size.resize(bodies + count, 0);
        Self {
            elements_of,
            lists: ElementLists::new(incidence),
            size,
            weight: vec![1; count],
            next_merged: vec![NONE; count],
            last: (0..count as u32).collect(),
            queued: score.clone(),
            score,
            mark: vec![0; count],
            external: vec![(0, 0); bodies + count],
            stamp: 0,
            merge_candidates: Vec::new(),
            rule,
        }
    }

    fn may_eliminate(&self, unit: u32) -> bool {
        let rule = self.rule.as_ref();
        rule.is_none_or(|rule| rule.may_eliminate(unit, &self.elements_of[unit as usize]))
    }

    fn eliminate(&mut self, unit: u32, heap: &mut BinaryHeap<Reverse<(Score, u32)>>) {
        self.stamp += 1;
        let stamp = self.stamp;
        let pivot = unit as usize;
        self.mark[pivot] = stamp;
        let height = self.score[pivot].1 + 1;
        self.weight[pivot] = 0;
        let element = self.lists.len() - self.elements_of.len() + pivot;
        if let Some(rule) = &mut self.rule {
            rule.merge(unit, &self.elements_of[pivot], element, &self.lists);
        }
        let (start, mut size) = (self.lists.end(), 0);
        let (weights, mark) = (&self.weight, &mut self.mark);
        for old in std::mem::take(&mut self.elements_of[pivot]) {
            self.size[old as usize] = 0;
            self.lists.take(old, |other| {
                let weight = weights[other as usize];
                let is_new = weight > 0 && std::mem::replace(&mut mark[other as usize], stamp) != stamp;
                size += if is_new { weight } else { 0 };
                is_new
            });
        }
        self.size[element] = size;
        let boundary = self.lists.last(start);
        for &other in boundary {
            let weight = self.weight[other as usize];
            for &old in &self.elements_of[other as usize] {
                let old = old as usize;
                let external = &mut self.external[old];
                if external.1 != stamp {
                    *external = (self.size[old], stamp);
                }
                external.0 = external.0.saturating_sub(weight);
            }
        }
        self.merge_candidates.clear();
        // A pivot rule sums over the elements adjacent to a unit, those within the new one included, as long as a body is left among the
        // nodes. Afterwards they are absorbed if the new element is large, because each of its units would visit them at every elimination.
        let keeps_inner_elements = self
            .rule
            .as_ref()
            .is_some_and(|it| boundary.len() < LARGE_ELEMENT || it.has_waiting_nodes());
        for &other in boundary {
            let (mut outside, mut sum) = (0, 0_u32);
            let (size, counted) = (&mut self.size, &self.external);
            self.elements_of[other as usize].retain(|&mut old| {
                let left = counted[old as usize].0;
                if left == 0 && !keeps_inner_elements {
                    size[old as usize] = 0;
                    return false;
                }
                outside += left;
                sum = sum.wrapping_add(old.wrapping_mul(0x9E37_79B9));
                true
            });
            self.elements_of[other as usize].push(element as u32);
            let (_, own_height) = self.score[other as usize];
            let degree = self.size[element] - self.weight[other as usize] + outside;
            self.score[other as usize] = (degree, own_height.max(height));
            let count = self.elements_of[other as usize].len() as u32;
            self.merge_candidates.push((sum, count, other));
        }
        self.merge_indistinguishable();
        let (weight, scores, queued) = (&self.weight, &self.score, &mut self.queued);
        self.lists.close(element, start, |other| {
            if weight[other as usize] == 0 {
                return false;
            }
            let score = scores[other as usize];
            if score < queued[other as usize] {
                queued[other as usize] = score;
                heap.push(Reverse((score, other)));
            }
            true
        });
    }

    fn stays_separate(&self, unit: u32) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.must_not_merge(unit))
    }

    /// Merges units that are adjacent to the same elements.
    fn merge_indistinguishable(&mut self) {
        self.merge_candidates.sort_unstable();
        for first in 0..self.merge_candidates.len() {
            let (sum, count, one) = self.merge_candidates[first];
            if self.weight[one as usize] == 0 || self.stays_separate(one) {
                continue;
            }
            for next in first + 1..self.merge_candidates.len() {
                let (other_sum, other_count, other) = self.merge_candidates[next];
                if (sum, count) != (other_sum, other_count) {
                    break;
                }
                let of_one = &self.elements_of[one as usize];
                if self.weight[other as usize] == 0
                    || self.stays_separate(other)
                    || !self.elements_of[other as usize]
                        .iter()
                        .all(|it| of_one.contains(it))
                {
                    continue;
                }
                let [one, other] = [one as usize, other as usize];
                let weight = std::mem::take(&mut self.weight[other]);
                self.weight[one] += weight;
                let height = self.score[one].1.max(self.score[other].1);
                self.score[one] = (self.score[one].0 - weight, height);
                self.next_merged[self.last[one] as usize] = other as u32;
                self.last[one] = self.last[other];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of entries of the factor below the diagonal for an order.
    fn fill(bodies: usize, units: &[Vec<usize>], order: &[usize]) -> usize {
        let mut elements: Vec<Vec<usize>> = vec![Vec::new(); bodies];
        for (unit, held) in units.iter().enumerate() {
            held.iter().for_each(|&body| elements[body].push(unit));
        }
        let mut entries = 0;
        for &unit in order {
            let (with, mut without): (Vec<_>, Vec<_>) =
                elements.into_iter().partition(|it| it.contains(&unit));
            let mut joined: Vec<usize> = with.into_iter().flatten().filter(|&it| it != unit).collect();
            joined.sort_unstable();
            joined.dedup();
            entries += joined.len();
            without.push(joined);
            elements = without;
        }
        entries
    }

    fn order_of(bodies: usize, units: &[Vec<usize>]) -> Vec<usize> {
        let acts = units.iter().map(|it| it.iter().copied());
        minimum_degree_order(&Incidence::new(bodies, acts), None)
    }

    fn grid(width: usize) -> Vec<Vec<usize>> {
        let at = |column: usize, row: usize| row * width + column;
        let cells = (0..width * width).map(|k| (k % width, k / width));
        let rods = cells.flat_map(|(column, row)| {
            let right = (column + 1 < width).then(|| vec![at(column, row), at(column + 1, row)]);
            let down = (row + 1 < width).then(|| vec![at(column, row), at(column, row + 1)]);
            right.into_iter().chain(down)
        });
        rods.collect()
    }

    #[test]
    fn every_unit_has_its_place() {
        let units = grid(7);
        let mut order = order_of(49, &units);
        order.sort_unstable();
        assert_eq!(order, (0..units.len()).collect::<Vec<_>>());
    }

    #[test]
    fn a_tree_fills_nothing_and_a_ring_little() {
        let chain: Vec<Vec<usize>> = (0..40).map(|k| vec![k, k + 1]).collect();
        let order = order_of(41, &chain);
        assert_eq!(fill(41, &chain, &order), 39);
        let ring: Vec<Vec<usize>> = (0..40).map(|k| vec![k, (k + 1) % 40]).collect();
        let order = order_of(40, &ring);
        assert_eq!(fill(40, &ring, &order), 40 + 37);
    }

    #[test]
    fn a_grid_fills_far_less_than_line_by_line() {
        let (width, units) = (14, grid(14));
        let order = order_of(width * width, &units);
        let in_lines: Vec<usize> = (0..units.len()).collect();
        let (found, lines) = (
            fill(width * width, &units, &order),
            fill(width * width, &units, &in_lines),
        );
        assert!(2 * found < lines, "{found} against {lines}");
    }
}
