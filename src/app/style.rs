//! The panels' look: the theme's colours, type and spaces in the panels' library.

use crate::render::draw_list::Color;
use crate::render::theme::{SPACE, TYPE, Theme};
use egui::{Color32, CornerRadius, FontFamily, FontId, Shadow, Stroke, TextStyle, Visuals, vec2};

/// A colour in the panels' library.
pub fn color32(c: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(c.r, c.g, c.b, c.a)
}

/// Gives the panels the look of a theme. Cheap where they have it already.
pub fn apply(ctx: &egui::Context, theme: &Theme) {
    let wanted = visuals(theme);
    let kept = ctx.style();
    if kept.visuals == wanted && kept.text_styles == text_styles() {
        return;
    }
    let mut style = (*kept).clone();
    style.visuals = wanted;
    style.text_styles = text_styles();
    let space = SPACE as f32;
    style.spacing.item_spacing = vec2(2.0 * space, space);
    style.spacing.button_padding = vec2(1.5 * space, 0.5 * space);
    style.spacing.menu_margin = egui::Margin::same(SPACE as i8);
    style.spacing.interact_size.y = 5.0 * space;
    style.spacing.slider_width = 28.0 * space;
    style.animation_time = 0.08;
    // Words on labels are for reading: a drag over them should not paint them blue.
    style.interaction.selectable_labels = false;
    ctx.set_style(style);
}

fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    let [small, body, heading] = TYPE.map(|size| size as f32);
    [
        (
            TextStyle::Small,
            FontId::new(small - 1.0, FontFamily::Proportional),
        ),
        (TextStyle::Body, FontId::new(small, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(small, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(body, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(small, FontFamily::Monospace)),
        (
            TextStyle::Name("title".into()),
            FontId::new(heading, FontFamily::Proportional),
        ),
    ]
    .into()
}

fn visuals(theme: &Theme) -> Visuals {
    let mut v = if theme.dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    let [ink, panel, line, select] = [theme.ink, theme.panel, theme.line, theme.select].map(color32);
    let touched = color32(theme.panel.mix(theme.ink, 0.10));
    let resting = color32(theme.panel.mix(theme.ink, 0.05));
    v.panel_fill = panel;
    v.window_fill = panel;
    v.window_stroke = Stroke::new(1.0, line);
    v.extreme_bg_color = color32(theme.paper);
    v.faint_bg_color = color32(theme.panel.mix(theme.paper, 0.5));
    v.selection.bg_fill = color32(theme.select.opacity(0.35));
    v.selection.stroke = Stroke::new(1.0, ink);
    v.hyperlink_color = select;
    v.warn_fg_color = color32(theme.warn);
    v.error_fg_color = color32(theme.error);
    v.window_shadow = Shadow {
        offset: [2, 4],
        blur: 12,
        spread: 0,
        color: Color32::from_black_alpha(40),
    };
    v.popup_shadow = v.window_shadow;
    let radius = CornerRadius::same(SPACE as u8);
    v.window_corner_radius = radius;
    v.menu_corner_radius = radius;
    let looks = [
        (&mut v.widgets.noninteractive, panel, line, ink),
        (&mut v.widgets.inactive, resting, line, ink),
        (&mut v.widgets.hovered, touched, select, ink),
        (&mut v.widgets.active, touched, select, ink),
        (&mut v.widgets.open, touched, line, ink),
    ];
    for (widget, fill, edge, words) in looks {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, words);
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
    // Rails of sliders and boxes of ticks need more body than buttons.
    v.widgets.inactive.bg_fill = color32(theme.panel.mix(theme.ink, 0.14));
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theme_reaches_the_panels_and_stays() {
        let ctx = egui::Context::default();
        for theme in [Theme::light(), Theme::dark()] {
            apply(&ctx, &theme);
            let style = ctx.style();
            assert_eq!(style.visuals.panel_fill, color32(theme.panel));
            assert_eq!(style.visuals.dark_mode, theme.dark);
            apply(&ctx, &theme);
            assert!(std::sync::Arc::ptr_eq(&style, &ctx.style()), "nothing new to set");
        }
    }
}
