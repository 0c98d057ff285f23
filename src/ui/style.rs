//! Maps the theme to egui: colours, spacing, type.

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals, vec2};

use crate::render::draw_list::Color;
use crate::render::theme::{TYPE, Theme};
use crate::scene::Method;

/// A colour of the theme as an egui colour.
pub fn color(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.r, color.g, color.b, color.a)
}

/// The colour of a method, the same in every plot and chip.
pub fn method_color(theme: &Theme, method: Method) -> Color32 {
    color(theme.series[method_series(method)])
}

/// Index of a method's colour among the series colours.
pub fn method_series(method: Method) -> usize {
    let index = Method::ALL.iter().position(|it| *it == method);
    index.unwrap_or_default()
}

/// Applies a theme to all panels. Cheap where it is already in use.
pub fn apply(ctx: &egui::Context, theme: &Theme) {
    let wanted = visuals(theme);
    if ctx.style().visuals == wanted {
        return;
    }
    let mut style = (*ctx.style()).clone();
    style.visuals = wanted;
    let font = |size: f64| FontId::new(size as f32, FontFamily::Proportional);
    for (text, size) in [
        (TextStyle::Small, TYPE[0]),
        (TextStyle::Body, 13.0),
        (TextStyle::Button, 13.0),
        (TextStyle::Monospace, TYPE[0]),
        (TextStyle::Heading, TYPE[2]),
    ] {
        style.text_styles.insert(text, font(size));
    }
    style.spacing.item_spacing = vec2(8.0, 4.0);
    style.spacing.button_padding = vec2(8.0, 2.0);
    style.spacing.interact_size = vec2(36.0, 20.0);
    style.spacing.menu_margin = Margin::same(4);
    style.spacing.window_margin = Margin::same(12);
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.08;
    ctx.set_style(style);
}

fn visuals(theme: &Theme) -> Visuals {
    let mut it = if theme.dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    let (panel, ink, line) = (color(theme.panel), color(theme.ink), color(theme.line));
    let shade = |share: f64| color(theme.panel.mix(theme.ink, share));
    it.panel_fill = panel;
    it.window_fill = panel;
    it.window_stroke = Stroke::new(1.0, line);
    it.window_corner_radius = CornerRadius::same(8);
    it.menu_corner_radius = CornerRadius::same(6);
    it.extreme_bg_color = color(theme.paper);
    it.faint_bg_color = shade(0.03);
    it.code_bg_color = shade(0.05);
    it.hyperlink_color = color(theme.select);
    it.warn_fg_color = color(theme.warn);
    it.error_fg_color = color(theme.error);
    it.selection.bg_fill = color(theme.panel.mix(theme.select, 0.25));
    it.selection.stroke = Stroke::new(1.0, ink);
    let shadow = Shadow {
        offset: [2, 4],
        blur: 12,
        spread: 0,
        color: Color32::from_black_alpha(if theme.dark { 90 } else { 36 }),
    };
    it.window_shadow = shadow;
    it.popup_shadow = shadow;
    let widgets = &mut it.widgets;
    for (state, fill, edge, text) in [
        (&mut widgets.noninteractive, 0.0, 0.0, theme.ink),
        (&mut widgets.inactive, 0.05, 0.12, theme.ink),
        (&mut widgets.hovered, 0.1, 0.25, theme.ink),
        (&mut widgets.active, 0.16, 0.4, theme.ink),
        (&mut widgets.open, 0.08, 0.2, theme.ink),
    ] {
        state.bg_fill = shade(fill);
        state.weak_bg_fill = shade(fill);
        state.bg_stroke = Stroke::new(if edge > 0.0 { 1.0 } else { 0.0 }, shade(edge));
        state.fg_stroke = Stroke::new(1.0, color(text));
        state.corner_radius = CornerRadius::same(4);
        state.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, ink);
    // Slider rails and check boxes need a fill that is visible on the panel.
    widgets.inactive.bg_fill = shade(0.14);
    it
}

/// Frame of a panel at the edge of the window.
pub fn panel(theme: &Theme, margin: Margin) -> egui::Frame {
    egui::Frame::new().fill(color(theme.panel)).inner_margin(margin)
}

/// Frame of a card that floats over the canvas.
pub fn card(theme: &Theme) -> egui::Frame {
    egui::Frame::new()
        .fill(color(theme.panel))
        .stroke(Stroke::new(1.0, color(theme.line)))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(12))
        .shadow(Shadow {
            offset: [1, 3],
            blur: 10,
            spread: 0,
            color: Color32::from_black_alpha(if theme.dark { 80 } else { 28 }),
        })
}

/// Width of words in small type with the spacing to the next (points).
pub fn width_of_words(ui: &egui::Ui, words: &str) -> f32 {
    text_width(ui, words, egui::FontId::proportional(12.0)) + ui.spacing().item_spacing.x
}

/// Width of a line of text (points).
pub fn text_width(ui: &egui::Ui, text: &str, font: egui::FontId) -> f32 {
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    galley.size().x
}
