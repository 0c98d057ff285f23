//! Rows that are evaluated in batches equal the rows of their constraint kind, bit by bit.

use tinkertoy::bench::Shape;
use tinkertoy::constraints::{ConstraintKind, Distance, Motor, Pin, Ring, Row};
use tinkertoy::scene::{Method, Scene};
use tinkertoy::sim::{Dynamics, Model, SimState};

use crate::build::{Build, centre, ground, v2};

fn rod(length: f64) -> ConstraintKind {
    ConstraintKind::Distance(Distance { length })
}

/// A state with open joints in which everything moves.
fn displaced_state(model: &Model, by: f64) -> SimState {
    let mut state = model.start.clone();
    for (k, q) in state.q.iter_mut().enumerate() {
        *q += by * (k as f64 * 1.7).sin();
    }
    for (k, v) in state.v.iter_mut().enumerate() {
        *v += 2.0 * (k as f64 * 0.9).cos();
    }
    state
}

/// Compares C, Cdot, c and J of every row with those of the constraint kind, evaluated from the ports.
fn assert_as_the_kind_says(dynamics: &mut Dynamics, model: &Model, state: &SimState) {
    let system = dynamics.linear_system(model, state).clone();
    let mut written = vec![false; system.jacobian.len()];
    for (index, link) in model.links.iter().enumerate() {
        let ends = model.end_ports(&link.ends, &state.q, &state.v);
        let ends = &ends[..link.ends.len()];
        let mut rows = vec![Row::default(); link.rows.len()];
        let memory = &state.memory[link.memory..link.memory + link.memory_len];
        link.kind.evaluate(ends, state.time, memory, &mut rows);
        for (k, row) in rows.iter().enumerate() {
            let what = format!("{} {index} row {k}", link.kind.id());
            let (value, rate) = (row.value, row.rate(ends));
            assert_eq!(
                dynamics.evaluation().value()[link.row + k].to_bits(),
                value.to_bits(),
                "{what}"
            );
            assert_eq!(
                dynamics.evaluation().rate()[link.row + k].to_bits(),
                rate.to_bits(),
                "{what}"
            );
            let (ks, kd) = match link.rows[k].time_constant {
                Some(tau) if link.holds_position(k) => (1.0 / (tau * tau), 2.0 / tau),
                Some(tau) => (0.0, 1.0 / tau),
                None => model.settings.feedback(),
            };
            let reach = if ks > 0.0 { 4.0 * kd / ks } else { 0.0 };
            let c = row.gamma(ends) + ks * value.clamp(-reach, reach) + kd * rate;
            assert_eq!(system.c[link.row + k].to_bits(), c.to_bits(), "{what}");
            for end in model.topology.ends(index) {
                let dim = model.topology.body_dim(end.body);
                for i in 0..dim {
                    let held = (0..ends.len()).filter(|&e| link.ends[e].body() == Some(end.body));
                    let entry = held.fold(0.0, |sum, e| {
                        let gradient = row.gradient[e];
                        sum + (gradient.point.dot(ends[e].point.gradient[i])
                            + gradient.angle * ends[e].angle.gradient[i])
                    });
                    let at = end.block + dim * k + i;
                    assert_eq!(system.jacobian[at], entry, "{what} {i}");
                    assert!(!std::mem::replace(&mut written[at], true), "{what}");
                }
            }
        }
    }
    assert!(written.into_iter().all(|written| written));
}

/// Rods and pins between all kinds of bodies.
fn medley(height: f64) -> Scene {
    let mut build = Build::default();
    let one: Vec<_> = (0..7)
        .map(|k| build.particle(f64::from(k), 0.3 * height, 1.0))
        .collect();
    let bar = build.bar(v2(0.0, 1.0), v2(2.0, 1.5 * height), 2.0);
    let other = build.bar(v2(2.0, 1.5 * height), v2(3.0, 3.0), 1.0);
    let two: Vec<_> = (0..5).map(|k| build.particle(f64::from(k), -0.4, 1.0)).collect();
    build.link(rod(1.0), centre(one[0]), centre(two[4]));
    build.link(rod(1.0), centre(two[0]), centre(one[1]));
    build.link(rod(1.0), build.end(bar, 1.0), centre(one[2]));
    build.link(rod(1.0), centre(one[2]), ground(1.0, 4.0));
    build.link(rod(1.0), ground(1.0, 4.0), centre(two[1]));
    build.link(
        ConstraintKind::Pin(Pin {}),
        build.end(bar, 1.0),
        build.end(other, -1.0),
    );
    build.link(rod(1.0), centre(one[3]), centre(two[2]));
    build.link(
        ConstraintKind::Pin(Pin {}),
        ground(0.0, 1.0),
        build.end(bar, -1.0),
    );
    build.link(
        ConstraintKind::Pin(Pin {}),
        build.end(other, 1.0),
        ground(3.0, 3.0),
    );
    build.link(ConstraintKind::Pin(Pin {}), build.end(other, 1.0), centre(one[4]));
    build.link(
        ConstraintKind::Motor(Motor::default()),
        centre(bar),
        centre(other),
    );
    build.link(rod(1.0), centre(one[5]), centre(one[6]));
    build.link(rod(1.0), build.end(bar, -1.0), build.end(other, 1.0));
    build.link(rod(1.0), ground(-1.0, 0.5), build.end(other, -1.0));
    build.link(
        ConstraintKind::Ring(Ring::default()),
        centre(one[4]),
        centre(two[3]),
    );
    build.link(
        ConstraintKind::Ring(Ring::default()),
        ground(5.0, 5.0),
        centre(two[3]),
    );
    build.scene
}

#[test]
fn many_rows_at_once_are_what_their_kind_says_of_itself() {
    let shapes = [
        (Shape::Truss, 101),
        (Shape::Lattice, 40),
        (Shape::PaperLoops, 54),
        (Shape::Driven, 60),
        (Shape::Chain, 9),
    ];
    let scenes = shapes.map(|(shape, n)| shape.scene(n));
    for scene in scenes.into_iter().chain([medley(1.0)]) {
        let model = Model::compile(&scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        for by in [0.01, 0.0, 3.0] {
            assert_as_the_kind_says(&mut dynamics, &model, &displaced_state(&model, by));
        }
    }
}

/// A rod of length zero is taken to point along x.
#[test]
fn rods_without_a_direction_are_what_the_kind_makes_of_them() {
    let model = Model::compile(&medley(1.0));
    let mut dynamics = Dynamics::new(Method::Sparse);
    for apart in [0.0, 1e-150] {
        let mut state = displaced_state(&model, 0.0);
        state.q.fill(0.0);
        for link in &model.links {
            if let [Some(_), Some(b)] = [link.ends[0].body(), link.ends[1].body()] {
                state.q[model.bodies[b].offset] = apart;
            }
        }
        assert_as_the_kind_says(&mut dynamics, &model, &state);
        assert!(dynamics.system().jacobian.iter().all(|entry| entry.is_finite()));
        assert!(dynamics.evaluation().value().contains(&-1.0));
    }
}

/// The batches follow the model, even one with the same topology and other attachment points.
#[test]
fn another_model_is_planned_anew() {
    let mut dynamics = Dynamics::new(Method::Sparse);
    let model = Model::compile(&medley(1.0));
    dynamics.prepare(&model);
    assert_as_the_kind_says(&mut dynamics, &model, &model.start);
    let other = Model::compile(&medley(1.3));
    assert_eq!(other.topology, model.topology);
    // Whether the workspace is prepared for the new model or not.
    assert_as_the_kind_says(&mut dynamics, &other, &other.start);
    dynamics.prepare(&model);
    assert_as_the_kind_says(&mut dynamics, &model, &model.start);
}
