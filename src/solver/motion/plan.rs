//! What the walk reads, and where, laid down per topology.

use super::super::graph::Graph;
use super::super::system::Topology;
use super::{Body, Ends, Form, Herd, Kind, Line, Motion, Run, Touch};
use crate::simd::Needs;

/// Constraints in a row that pay a run of their own.
const SHORTEST: usize = 8;

fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Motion {
    /// The walk over the constraints of a graph.
    pub(in super::super) fn new(topology: &Topology, graph: &Graph) -> Self {
        let mut motion = Self::default();
        motion.islands.push(Ends::default());
        let mut at_body: Vec<Vec<usize>> = vec![Vec::new(); topology.bodies()];
        let mut in_islands = vec![false; topology.constraints()];
        for island in &graph.islands {
            let first = motion.ranges.len();
            let mut lines: Vec<(Form, Line)> = Vec::with_capacity(island.constraints.len());
            for &constraint in &island.constraints {
                let row = topology.row_offset(constraint);
                let end = topology.row_offset(constraint + 1);
                for held in topology.ends(constraint) {
                    at_body[held.body].push(constraint);
                }
                match motion.ranges[first..].last_mut() {
                    Some(last) if last.1 == row => last.1 = end,
                    _ => motion.ranges.push((row, end)),
                }
                let line = line(topology, constraint);
                in_islands[constraint] = line.0 != Form::Many;
                lines.push(line);
            }
            lines.sort_by_key(|line| line.0);
            mark_rows(&mut lines);
            for piece in lines.chunk_by(|one, next| match in_row(one.0) {
                Some((form, ..)) if form == one.0 => follows(one, next),
                _ => one.0 == next.0,
            }) {
                motion.lines.extend(piece.iter().map(|line| line.1));
                motion.runs.push(Run {
                    form: piece[0].0,
                    end: motion.lines.len(),
                });
            }
            let first_span = motion.spans.len();
            for &body in &island.bodies {
                let (start, end) = (topology.body_offset(body), topology.body_offset(body + 1));
                match motion.spans[first_span..].last_mut() {
                    Some(last) if last.1 == start => last.1 = end,
                    _ => motion.spans.push((start, end)),
                }
            }
            if island.constraints.is_empty() {
                motion.loose.extend_from_slice(&motion.spans[first_span..]);
            }
            let mut bodies: Vec<_> = island
                .bodies
                .iter()
                .map(|&body| herd_of(topology, body, std::mem::take(&mut at_body[body])))
                .collect();
            bodies.sort_by_key(|it| it.0);
            let first = motion.herds.len();
            for ((kind, dim, held), body, touches) in bodies {
                motion.bodies.push(body);
                motion.touches.extend(touches);
                let (end, touched) = (motion.bodies.len(), motion.touches.len());
                match motion.herds[first..].last_mut() {
                    Some(herd) if (herd.kind, herd.dim, herd.held) == (kind, dim, held) => {
                        (herd.end, herd.touched) = (end, touched);
                    }
                    _ => motion.herds.push(Herd {
                        kind,
                        dim,
                        held,
                        end,
                        touched,
                    }),
                }
            }
            motion.islands.push(Ends {
                herds: motion.herds.len(),
                runs: motion.runs.len(),
                ranges: motion.ranges.len(),
                spans: motion.spans.len(),
            });
        }
        let others = (0..topology.constraints()).filter(|&constraint| !in_islands[constraint]);
        motion.others.extend(others);
        motion.nothing.resize(topology.rows(), 0.0);
        motion.needs = motion.all_needs();
        motion.shrink_to_fit();
        motion
    }

    /// Gives back what was set aside for more.
    fn shrink_to_fit(&mut self) {
        self.bodies.shrink_to_fit();
        self.herds.shrink_to_fit();
        self.touches.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.runs.shrink_to_fit();
        for list in [&mut self.ranges, &mut self.spans, &mut self.loose] {
            list.shrink_to_fit();
        }
        self.others.shrink_to_fit();
        self.islands.shrink_to_fit();
    }

    /// What the places of bodies, touches and lines ask for.
    fn all_needs(&self) -> Needs {
        let mut needs = Needs::default();
        for (herd, bodies, touches) in self.herds(0..self.islands.len() - 1) {
            for body in bodies {
                Needs::add(&mut needs.coordinates, body.at, herd.dim);
            }
            let (rows, numbers) = match herd.kind {
                Kind::Pinned => (2, 6),
                _ => (1, herd.dim),
            };
            for touch in touches {
                Needs::add(&mut needs.rows, touch.row, rows);
                Needs::add(&mut needs.jacobian, touch.block, numbers);
            }
        }
        for (form, lines) in self.runs(0..self.islands.len() - 1) {
            let (rows, dims) = match form {
                Form::Pin(1) => (2, [3, 0]),
                Form::Pin(_) => (2, [3, 3]),
                Form::Rows(rows, dims) => (usize::from(rows), dims.map(usize::from)),
                Form::Rods => (1, [2, 2]),
                Form::Pins => (2, [3, 3]),
                Form::Many => {
                    // All else about them is checked where it is read.
                    Needs::add(&mut needs.rows, 0, self.nothing.len());
                    continue;
                }
            };
            for line in lines {
                Needs::add(&mut needs.rows, line.row, rows);
                Needs::add(&mut needs.jacobian, line.block, rows * (dims[0] + dims[1]));
                for k in 0..2 {
                    Needs::add(&mut needs.coordinates, line.at[k], dims[k]);
                }
            }
        }
        needs
    }
}

/// Kind and size of a body that these constraints hold, with how often they touch it, where it is, and its touches.
fn herd_of(topology: &Topology, body: usize, held: Vec<usize>) -> ((Kind, usize, usize), Body, Vec<Touch>) {
    let kind = match topology.is_rigid(body) {
        true if held.iter().all(|&it| topology.is_pin(it)) => Kind::Pinned,
        _ => Kind::Any,
    };
    let dim = topology.body_dim(body);
    let mut touches = Vec::with_capacity(held.len());
    for constraint in held {
        let rows = match kind {
            Kind::Pinned => 1,
            _ => topology.constraint_dim(constraint),
        };
        let block = topology.ends(constraint).iter().find(|end| end.body == body);
        touches.extend((0..rows).map(|r| Touch {
            row: narrow(topology.row_offset(constraint) + r),
            block: block.map_or(u32::MAX, |end| narrow(end.block + r * dim)),
        }));
    }
    let at = Body {
        index: narrow(body),
        at: narrow(topology.body_offset(body)),
    };
    ((kind, dim, touches.len()), at, touches)
}

/// What is read of a constraint, and where.
fn line(topology: &Topology, constraint: usize) -> (Form, Line) {
    let ends = topology.ends(constraint);
    let mut line = Line {
        row: narrow(topology.row_offset(constraint)),
        block: narrow(constraint),
        at: [0; 2],
    };
    if ends.is_empty() || ends.len() > 2 {
        return (Form::Many, line);
    }
    // The blocks of the bodies follow each other.
    line.block = narrow(ends[0].block);
    let mut dims = [0; 2];
    for (k, end) in ends.iter().enumerate() {
        line.at[k] = narrow(topology.body_offset(end.body));
        dims[k] = topology.body_dim(end.body) as u8;
    }
    if topology.is_pin(constraint) {
        return (Form::Pin(ends.len() as u8), line);
    }
    (Form::Rows(topology.constraint_dim(constraint) as u8, dims), line)
}

/// The form of constraints like these that follow each other, with the length of each in rows and in the Jacobian.
fn in_row(form: Form) -> Option<(Form, u32, u32)> {
    match form {
        Form::Rows(1, [2, 2]) | Form::Rods => Some((Form::Rods, 1, 4)),
        Form::Pin(2) | Form::Pins => Some((Form::Pins, 2, 12)),
        _ => None,
    }
}

/// Whether a constraint follows another of its form without a gap.
fn follows((form, one): &(Form, Line), (other, next): &(Form, Line)) -> bool {
    form == other
        && in_row(*form)
            .is_some_and(|(_, rows, numbers)| next.row == one.row + rows && next.block == one.block + numbers)
}

/// Finds constraints that follow each other in all arrays, enough of them for lanes.
fn mark_rows(lines: &mut [(Form, Line)]) {
    for piece in lines.chunk_by_mut(follows) {
        if let Some((form, ..)) = in_row(piece[0].0)
            && piece.len() >= SHORTEST
        {
            piece.iter_mut().for_each(|line| line.0 = form);
        }
    }
}
