//! Ids of connectors and links: makes them unique, and checks references.

use std::collections::BTreeSet;

use super::sheet::{Connector, Link, Sheet};
use crate::scene::file::{Fault, Place};

/// Faults for connectors with the id of another.
pub(super) fn twice(connectors: &[Connector]) -> Vec<Fault> {
    let mut seen = BTreeSet::new();
    let again = connectors.iter().filter(|it| !seen.insert(it.id));
    let fault = |it: &Connector| Fault {
        at: it.place,
        item: None,
        message: format!(
            "there are two connectors with the id {}; give each its own",
            it.id
        ),
    };
    again.map(fault).collect()
}

/// Assigns new ids to links with the id of another, since Linkage accepts such files; returns the replaced ids with their positions.
pub(super) fn part_ids(links: &mut [Link]) -> Vec<(i64, Option<Place>)> {
    let mut seen: BTreeSet<i64> = BTreeSet::new();
    let mut free = links.iter().map(|it| it.id).max().unwrap_or(0).max(0);
    let mut changed = Vec::new();
    for link in links {
        if !seen.insert(link.id) {
            changed.push((link.id, link.place));
            free = free.saturating_add(1);
            link.id = free;
            seen.insert(free);
        }
    }
    changed
}

/// Faults for links that refer to missing connectors.
pub(super) fn loose(sheet: &Sheet) -> Vec<Fault> {
    let ids: BTreeSet<i64> = sheet.connectors.iter().map(|it| it.id).collect();
    let missing = |link: &Link| {
        let id = link.connectors.iter().find(|id| !ids.contains(*id))?;
        let message = format!(
            "link {} has a connector {id}, and there is none of that id",
            link.id
        );
        Some(Fault {
            at: link.place,
            item: None,
            message,
        })
    };
    sheet.links.iter().filter_map(missing).collect()
}
