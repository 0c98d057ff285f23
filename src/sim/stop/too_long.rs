//! Reason of a stop for too much work, by what takes it: contacts, the method of the solver, or sub-steps.

use crate::scene::{Method, Settings};

use super::Cause;

/// Cause and reason of a stop for too much work.
pub(super) fn too_long(settings: &Settings) -> (Cause, String) {
    let method = settings.method;
    let (cause, why) = if settings.contact.is_some() {
        let why = "so much touches, hits or turns in it at once; slower parts, fewer of them in one place, or a shorter step go \
                   on";
        (Cause::LongStep, why.to_owned())
    } else if method.iterates() {
        let why = format!("the method {method} takes so many iterations; the sparse method goes on");
        (Cause::Method, why)
    } else if matches!(method, Method::Dense | Method::Auxiliary) {
        let why = format!("the method {method} takes so long for so many rows; the sparse method goes on");
        (Cause::Method, why)
    } else {
        let why = "so much hits or turns in it at once that it takes so many sub-steps; slower parts or a shorter step go on";
        let tolerance = match settings.integrator.is_adaptive() && settings.tolerance > 0.0 {
            true => ", or a larger tolerance",
            false => "",
        };
        (Cause::LongStep, format!("{why}{tolerance}"))
    };
    let reason = format!("a step takes work out of all proportion to the machine: {why}");
    (cause, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Contact, Integrator};

    /// The advice is one that changes what takes the work.
    #[test]
    fn the_reason_is_what_takes_the_work() {
        let with = |method, contact, integrator| {
            let settings = Settings {
                method,
                contact,
                integrator,
                ..Settings::default()
            };
            too_long(&settings)
        };
        let (cause, reason) = with(Method::ConjugateGradient, None, Integrator::Dopri5);
        assert_eq!(cause, Cause::Method);
        assert!(
            reason.contains("the method cg") && reason.contains("the sparse method goes on"),
            "{reason}"
        );
        let (_, reason) = with(Method::Dense, None, Integrator::Rk4);
        assert!(reason.contains("the method dense"), "{reason}");
        let (cause, reason) = with(Method::Sparse, None, Integrator::Dopri5);
        assert_eq!(cause, Cause::LongStep);
        assert!(
            reason.contains("sub-steps") && reason.contains("larger tolerance"),
            "{reason}"
        );
        let (cause, reason) = with(Method::Sparse, Some(Contact::default()), Integrator::Rk4);
        assert_eq!(cause, Cause::LongStep);
        assert!(reason.contains("so much touches"), "{reason}");
    }
}
