//! Traces and dimensions of a mechanism, and notes on elements without a counterpart.

use super::Translation;
use super::sheet::Connector;
use crate::math::Vec2;

impl Translation<'_> {
    /// Traces and dimensions.
    pub(super) fn drawn(&mut self) {
        for connector in self.connectors.values().copied().collect::<Vec<_>>() {
            let body = self.on.get(&connector.id).and_then(|on| on.first().copied());
            if let Some(body) = body.filter(|body| connector.is_traced && !self.build.is_still(*body)) {
                let named = format!("path of {}", connector.id);
                let name = if connector.name.is_empty() {
                    &named
                } else {
                    &connector.name
                };
                self.build.trace(name, body, connector.at);
            }
        }
        let sheet = self.sheet;
        for link in sheet.links.iter().filter(|it| it.is_measured) {
            let Some(body) = self.bodies.get(&link.id).copied() else {
                continue;
            };
            let points: Vec<Vec2> = self.of(link).map(|it| it.at).collect();
            for pair in points.windows(2) {
                self.build.dimension(body, pair[0], pair[1]);
            }
        }
    }

    /// Adds notes on elements without a counterpart.
    pub(super) fn untranslated(&mut self) {
        let sheet = self.sheet;
        let drawings = sheet.links.iter().filter(|it| it.is_drawing).count()
            + sheet.connectors.iter().filter(|it| it.has_circle).count();
        if drawings > 0 {
            let them = if drawings == 1 {
                "a drawing is".to_owned()
            } else {
                format!("{drawings} drawings are")
            };
            self.build.note(
                None,
                format!("{them} left out: lines and circles that are no part of the mechanism"),
            );
        }
        if sheet.background.is_some() {
            self.build
                .note(sheet.background, "the picture in the background is left out");
        }
        let fastened = |it: &&&Connector| it.is_fastened;
        for connector in self
            .connectors
            .values()
            .filter(fastened)
            .copied()
            .collect::<Vec<_>>()
        {
            let message = format!(
                "connector {} is fastened to something; here only links are",
                connector.id
            );
            self.build.note(connector.place, message);
        }
    }
}
