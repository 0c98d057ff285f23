//! Ends of constraints and forces in a state: ports, points, and offsets of their Jacobian blocks.

use crate::bodies::VectorPort;
use crate::constraints::{EndPorts, MAX_ENDS, Slot};
use crate::math::Vec2;
use crate::scene::Attach;
use crate::sim::SimState;
use crate::solver::system::End;

use super::{ContactRows, Link, Model, Place};

impl Model {
    /// Returns the ports of a place at these coordinates and velocities.
    #[inline]
    pub fn ports(&self, place: &Place, q: &[f64], v: &[f64]) -> EndPorts {
        match place {
            Place::Fixed { point, angle } => EndPorts::fixed(*point, *angle),
            Place::Moving { body, at } => {
                let body = &self.bodies[*body];
                let (q, v) = (&q[body.offset..], &v[body.offset..]);
                EndPorts {
                    point: body.motion.point(*at, q, v),
                    angle: body.motion.angle(*at, q, v),
                }
            }
        }
    }

    /// Returns the ports of both ends of a contact point.
    #[inline]
    pub fn ports_of(&self, it: &ContactRows, q: &[f64], v: &[f64]) -> [EndPorts; 2] {
        it.ends.map(|end| self.ports(&end, q, v))
    }

    /// Writes the ports of a place that a slot of a constraint uses; the point is left out for a slot that uses the angle only.
    #[inline]
    fn write_port(&self, slot: Slot, place: &Place, (q, v): (&[f64], &[f64]), port: &mut EndPorts) {
        match place {
            Place::Fixed { point, angle } => *port = EndPorts::fixed(*point, *angle),
            Place::Moving { body, at } => {
                let body = &self.bodies[*body];
                let (q, v) = (&q[body.offset..], &v[body.offset..]);
                port.point = match slot {
                    Slot::Angle => VectorPort::default(),
                    _ => body.motion.point(*at, q, v),
                };
                port.angle = body.motion.angle(*at, q, v);
            }
        }
    }

    /// Returns the ports of all ends of a constraint, as its slots use them; elements beyond the number of its ends are unused.
    #[inline]
    pub fn link_ports(&self, link: &Link, q: &[f64], v: &[f64]) -> [EndPorts; MAX_ENDS] {
        let mut ports = [EndPorts::default(); MAX_ENDS];
        self.write_ports(link, q, v, &mut ports);
        ports
    }

    /// Writes the ports of all ends of a constraint, as its slots use them.
    #[inline]
    pub fn write_ports(&self, link: &Link, q: &[f64], v: &[f64], ports: &mut [EndPorts]) {
        for ((port, place), slot) in ports.iter_mut().zip(&link.ends).zip(link.kind.slots()) {
            self.write_port(*slot, place, (q, v), port);
        }
    }

    /// Returns the world point of an attachment in a state; `None` if its part does not exist.
    pub fn point(&self, state: &SimState, end: Attach) -> Option<Vec2> {
        Some(self.ports(&self.place(end)?, &state.q, &state.v).point.value)
    }

    /// Returns the offset of the Jacobian block of a constraint (dense index) for the body at one of its ends; `None` for a fixed end, and
    /// for an end that is only pushed.
    #[inline]
    pub fn block(&self, link: usize, end: usize) -> Option<usize> {
        self.block_in(self.topology.ends(link), link, end, false)
    }

    /// Returns the offset of the force block (K) of a constraint for one of its ends; `None` unless its force acts elsewhere and pushes this
    /// end.
    #[inline]
    pub fn push(&self, link: usize, end: usize) -> Option<usize> {
        self.block_in(self.topology.force_ends(link), link, end, true)
    }

    #[inline]
    fn block_in(&self, blocks: &[End], link: usize, end: usize, pushes: bool) -> Option<usize> {
        let link = &self.links[link];
        let body = link.ends[end].body()?;
        let pushed = link.forced && link.kind.pushed().contains(&end);
        let found = blocks.iter().find(|it| it.body == body);
        found.filter(|_| pushed == pushes).map(|it| it.block)
    }

    /// Returns the inverse mass of the body at a place (1/kg); 0 for the ground.
    pub fn lightness(&self, place: &Place) -> f64 {
        place
            .body()
            .map_or(0.0, |index| 1.0 / self.bodies[index].mass.mass)
    }

    /// Returns the body that turns fastest (dense index) and its angular speed (rad/s); `None` if no body can turn.
    pub fn fastest_turn(&self, state: &SimState) -> Option<(usize, f64)> {
        let bodies = self.bodies.iter().enumerate();
        let turning = bodies.filter(|(_, body)| body.motion.turns());
        let spins = turning.map(|(index, body)| {
            let (q, v) = (&state.q[body.offset..], &state.v[body.offset..]);
            (index, body.motion.angle(Vec2::ZERO, q, v).rate.abs())
        });
        spins.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Returns the ports of all ends of a constraint or force; elements beyond the number of places are unused.
    #[inline]
    pub fn end_ports(&self, ends: &[Place], q: &[f64], v: &[f64]) -> [EndPorts; MAX_ENDS] {
        let mut ports = [EndPorts::default(); MAX_ENDS];
        for (ports, end) in ports.iter_mut().zip(ends) {
            *ports = self.ports(end, q, v);
        }
        ports
    }

    /// Returns the points of all ends in the world; elements beyond the number of places are unused.
    pub fn end_points(&self, ends: &[Place], q: &[f64]) -> [Vec2; MAX_ENDS] {
        let mut points = [Vec2::ZERO; MAX_ENDS];
        for (point, end) in points.iter_mut().zip(ends) {
            *point = match end {
                Place::Fixed { point, .. } => *point,
                Place::Moving { body, at } => {
                    let body = &self.bodies[*body];
                    body.motion.point_at(*at, &q[body.offset..])
                }
            };
        }
        points
    }
}
