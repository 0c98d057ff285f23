//! Summary as text for people.

use super::Summary;

impl Summary {
    /// The summary as text.
    pub fn text(&self) -> String {
        let per_second = if self.wall_s > 0.0 {
            self.duration / self.wall_s
        } else {
            0.0
        };
        format!(
            "{} steps{}, {} s in {:.3} s ({per_second:.1} times as fast as the clock)\n\
             energy   {:.6e} J to {:.6e} J, error up to {:.3e} J\n\
             drift    up to {:.3e} m and {:.3e} rad\n\
             work     drives {:.6e} J, dissipation {:.6e} J{}, feedback {:.3e} J, projection {:.3e} J, soft steps {:.3e} J\n\
             {}\
             {}\
             {}\
             {}\
             {}\
             {}\
             {}\
             trust    {}\n\
             time     {} ns an evaluation: assemble {}, factor {}, solve {}\n\
             state    {}\n",
            self.steps,
            if self.sub_steps > self.steps {
                format!(
                    " in {} sub-steps down to {:.3e} s ({} refused)",
                    self.sub_steps, self.shortest_dt, self.sub_steps_refused
                )
            } else {
                String::new()
            },
            self.duration,
            self.wall_s,
            self.energy_start,
            self.energy_end,
            self.energy_error_max,
            self.drift_max_m,
            self.drift_max_rad,
            self.work.drives,
            self.work.dissipation,
            if self.work.hand == 0.0 {
                String::new()
            } else {
                format!(", hand {:.6e} J", self.work.hand)
            },
            self.work.feedback,
            self.work.projection,
            self.work.soft,
            if self.softened + self.over_tolerance + self.contacts_unsettled > 0 {
                format!(
                    "strain   {} soft steps, {} sub-steps over the tolerance, {} steps with contacts not exact\n",
                    self.softened, self.over_tolerance, self.contacts_unsettled
                )
            } else {
                String::new()
            },
            unknown(&self.unknown) + &named("redundant", &self.redundant) + &unlisted(self.dependent_unlisted),
            named("contradictory", &self.contradictory),
            self.start_velocity
                .as_ref()
                .map_or_else(String::new, |gap| format!(
                    "start    {gap}; changed to the nearest that are allowed\n"
                )),
            self.mass_scaled
                .as_ref()
                .map_or_else(String::new, |it| format!("masses   {it}\n")),
            self.contact.as_ref().map_or_else(String::new, |it| format!(
                "contact  residual up to {:.1e}, overlap up to {:.1e} m; last step {} points, {} active rows, {} iterations by {}; {} parts asleep{}\n",
                self.complementarity_residual, self.penetration_max_m, it.points, it.active, it.iterations, it.way, it.sleeping,
                without_contact(&it.touch_nothing)
            )),
            self.signals
                .iter()
                .map(|it| format!("signal   {}: up to {:.6e}, {:.6e} at the end\n", it.signal, it.largest, it.last))
                .collect::<String>(),
            self.trust.text(),
            self.evaluate_ns,
            self.assemble_ns,
            self.factor_ns,
            self.solve_ns,
            self.state_hash,
        )
    }
}

/// The parts that touch nothing, at the end of the line about contact; empty where there are none.
fn without_contact(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(
        "; no contact of what runs on a wire or changes its shape: {}",
        names.join(", ")
    )
}

/// A line for each thing that could not be found out.
fn unknown(list: &[&str]) -> String {
    list.iter().map(|it| format!("unknown  {it}\n")).collect()
}

/// A line about dependent rows in sets that are too many to list; empty where there are none.
fn unlisted(rows: usize) -> String {
    match rows {
        0 => String::new(),
        _ => format!("depends  {rows} rows on others, in sets too many to list\n"),
    }
}

/// A line with the names of a set; empty for an empty set.
fn named(set: &str, names: &[String]) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!("{set:<8} {}\n", names.join(", "))
    }
}
