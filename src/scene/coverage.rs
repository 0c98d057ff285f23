//! Combinations that an integrator or a method does not support, refused in plain words.
//!
//! Gauss-Seidel takes one row after the other, and the effect of a force that acts elsewhere on its own row is known only once all rows
//! are solved.
//!
//! RATTLE closes `C(q') = 0` by Newton's method with one factor of `J W J^T`, so it needs a method whose answers
//! converge, and a W that is the same at both ends of the step. Rows of velocity level, programmes and drag are
//! handled in a general form (see [`crate::sim`]).

use super::{Constraint, Id, Integrator, Item, Method, Part, Scene};

/// Unsupported combinations: the item at fault (`None` for the scene as a whole) and a sentence.
pub(super) fn refusals(scene: &Scene) -> Vec<(Option<Id>, String)> {
    let settings = &scene.settings;
    let mut found = Vec::new();
    if settings.method == Method::GaussSeidel {
        found.extend(scene.constraints().filter_map(|(id, it)| {
            let message = format!(
                "{} {:?}: its force acts elsewhere, which Gauss-Seidel does not solve; choose another method",
                it.kind.id(),
                it.name
            );
            (!it.kind.pushed().is_empty()).then_some((Some(id), message))
        }));
    }
    if settings.contact.is_some()
        && settings.method == Method::GaussSeidel
        && settings.integrator != Integrator::Impulse
    {
        found.push((
            None,
            format!(
                "scene: what slides is pushed by friction as well, which Gauss-Seidel solves with the integrator Impulses only, not with {}; choose \
                 another method, Impulses, or no contact",
                settings.integrator.label()
            ),
        ));
    }
    if settings.contact.is_some() && settings.integrator != Integrator::Impulse {
        let rolls = |it: &Part| it.material.rolling.is_some_and(|rolling| rolling > 0.0);
        for (id, it) in scene.parts().filter(|(_, it)| rolls(it)) {
            let message = format!(
                "{} {:?}: its rolling friction acts with the integrator Impulses only, not with {}; choose that one, or no rolling friction",
                it.shape.id(),
                it.name,
                settings.integrator.label()
            );
            found.push((Some(id), message));
        }
    }
    if settings.integrator == Integrator::Rattle {
        by_rattle(scene, &mut found);
    }
    found
}

/// Features that RATTLE does not support.
fn by_rattle(scene: &Scene, found: &mut Vec<(Option<Id>, String)>) {
    let settings = &scene.settings;
    if settings.method == Method::GaussSeidel {
        found.push((
            None,
            "scene: RATTLE closes its constraints to round-off in every step, and Gauss-Seidel stops short of that; choose another \
             method, or another integrator"
                .to_owned(),
        ));
    }
    if settings.contact.is_some() {
        found.push((
            None,
            "scene: contact between parts does not hold at all times, which RATTLE does not cover; choose another integrator, for instance \
             Impulses or Runge-Kutta 4, or no contact"
                .to_owned(),
        ));
    }
    let comes_and_goes = |it: &Constraint| it.kind.limits().is_some() || it.kind.breaks_at().is_some();
    for (id, it) in scene.constraints().filter(|(_, it)| comes_and_goes(it)) {
        found.push((
            Some(id),
            format!(
                "{} {:?}: it does not hold at all times, which RATTLE does not cover; choose another integrator, for instance \
                 Runge-Kutta 4",
                it.kind.id(),
                it.name
            ),
        ));
    }
    for (id, item) in scene.items() {
        if let Item::Part(part) = item
            && !part.fixed
            && part.shape.motion().mass_varies()
        {
            found.push((
                Some(id),
                format!(
                    "{} {:?}: its mass changes with its coordinates, which RATTLE does not cover; choose another integrator, for \
                     instance Runge-Kutta 4",
                    part.shape.id(),
                    part.name
                ),
            ));
        }
    }
}
