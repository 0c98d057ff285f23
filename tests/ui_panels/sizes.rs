//! The panels in windows of all sizes, at both display scales: no word is cut off, and none overlaps another.

use std::collections::BTreeSet;

use egui::{Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{How, Intent, PanelEffect};
use tinkertoy::scene::gallery::GALLERY;
use tinkertoy::scene::{Id, Item, Method, Scene};
use tinkertoy::ui::Section;
use tinkertoy::worker::{Command, RaceOrder, Scheme};

use super::axes::plotted;
use super::{Desk, click, crank};

/// Pixels of a window, and pixels per point.
const WINDOWS: [([f32; 2], f32); 7] = [
    ([500.0, 400.0], 1.0),
    ([1024.0, 640.0], 1.0),
    ([1024.0, 640.0], 2.0),
    ([1280.0, 800.0], 1.0),
    ([1280.0, 800.0], 2.0),
    ([3840.0, 2160.0], 1.0),
    ([3840.0, 2160.0], 2.0),
];
/// Allowance for slanted letters and for lines that touch (points).
const OVERHANG: f32 = 2.0;
/// Height above which a region may scroll; lower ones, such as the top strip, do not (points).
const LINE: f32 = 60.0;

/// A line of text, the place where it is painted, and the region to which it is clipped.
struct Word {
    text: String,
    at: Rect,
    clip: Rect,
}

fn words(shape: &Shape, clip: Rect, found: &mut Vec<Word>) {
    match shape {
        Shape::Vec(all) => all.iter().for_each(|it| words(it, clip, found)),
        Shape::Text(it) => {
            // Line by line: a widget after a sentence may stand beside its last line.
            for row in &it.galley.rows {
                let at = row.visuals.mesh_bounds.translate(it.pos.to_vec2());
                if at.is_positive() && clip.shrink(OVERHANG).intersects(at) {
                    let text = row.glyphs.iter().map(|glyph| glyph.chr).collect();
                    found.push(Word { text, at, clip });
                }
            }
        }
        _ => {}
    }
}

/// All lines of text in this region of the screen.
fn all_words(harness: &Harness<'static, Desk>, screen: Rect) -> Vec<Word> {
    let mut all = Vec::new();
    for it in &harness.output().shapes {
        words(&it.shape, it.clip_rect.intersect(screen), &mut all);
    }
    all
}

/// Lines on the screen that are cut off or overlap.
fn faults(harness: &Harness<'static, Desk>, screen: Rect) -> Vec<String> {
    let all = all_words(harness, screen);
    assert!(all.len() > 20, "there are words");
    let mut found = Vec::new();
    for it in &all {
        let allowed = it.clip.expand(OVERHANG);
        let in_width = it.at.left() >= allowed.left() && it.at.right() <= allowed.right();
        let in_height = it.at.top() >= allowed.top() && it.at.bottom() <= allowed.bottom();
        if !in_width || (it.clip.height() < LINE && !in_height) {
            found.push(format!("\"{}\" is cut off at {} in {}", it.text, it.at, it.clip));
        }
    }
    for (k, a) in all.iter().enumerate() {
        for b in &all[..k] {
            let shared =
                a.at.intersect(a.clip)
                    .intersect(b.at.intersect(b.clip))
                    .shrink(OVERHANG);
            if shared.is_positive() {
                found.push(format!("\"{}\" stands over \"{}\" at {shared}", a.text, b.text));
            }
        }
    }
    found
}

/// A window with a wheel or its motor selected, after some steps.
fn window(pixels: [f32; 2], scale: f32, part: bool) -> (Harness<'static, Desk>, Rect) {
    let (mut scene, wheel, motor) = crank();
    scene.settings = Scene::on_a_floor().settings;
    let size = egui::Vec2::from(pixels) / scale;
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .with_max_steps(60)
        .build_state(|ctx, desk: &mut Desk| desk.show(ctx), Desk::new(scene));
    let _ = harness.state_mut().editor.intend(Intent::Select {
        ids: vec![if part { wheel } else { motor }],
        how: How::Replace,
    });
    for _ in 0..20 {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.run_steps(4);
    (harness, Rect::from_min_size(egui::Pos2::ZERO, size))
}

#[test]
fn no_word_is_cut_off_or_stands_over_another() {
    let mut found = Vec::new();
    let mut check = |what: &str, harness: &Harness<'static, Desk>, screen: Rect| {
        let all = faults(harness, screen);
        found.extend(all.into_iter().map(|it| format!("{what}: {it}")));
    };
    for (pixels, scale) in WINDOWS {
        let name = format!("{pixels:?} at {scale}");
        let (harness, screen) = window(pixels, scale, true);
        check(&format!("{name}, a part"), &harness, screen);
        let (mut harness, screen) = window(pixels, scale, false);
        check(&name, &harness, screen);
        // In a narrow window each section is shown alone.
        for section in Section::ALL {
            harness.state_mut().panels.narrow = Some(section);
            harness.run_steps(3);
            check(&format!("{name}, {section:?}"), &harness, screen);
        }
    }
    assert!(found.is_empty(), "{} faults: {found:#?}", found.len());
}

/// The colour buttons of the inspector, and its text for several selected parts.
#[test]
fn colours_and_the_mass_of_several_parts_stay_within_the_window() {
    for (pixels, scale) in WINDOWS {
        let (mut harness, screen) = window(pixels, scale, true);
        harness.state_mut().panels.narrow = Some(Section::Inspector);
        let parts = harness.state().editor.scene().parts();
        let (ids, how) = (parts.map(|it| it.0).collect(), How::Replace);
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(4);
        for colour in tinkertoy::scene::PartColour::ALL {
            let label = format!("Paint {}", colour.id());
            let right = harness.get_by_label(&label).raw_bounds().unwrap().x1;
            let most = f64::from(screen.width() * scale);
            assert!(right <= most, "{label} at {pixels:?}, {scale}: {right}");
        }
        let all = all_words(&harness, screen);
        let whole = all.iter().any(|it| it.text == "all weigh");
        assert!(whole, "{pixels:?} at {scale}");
        harness.state_mut().panels.follow(PanelEffect::Construct);
        harness.run_steps(4);
        let all = all_words(&harness, screen);
        let whole = all.iter().any(|it| it.text == "Direction of the line");
        assert!(whole, "{pixels:?} at {scale}");
    }
}

/// A long title is shortened, and does not touch the timeline.
#[test]
fn a_long_title_keeps_off_the_timeline() {
    for (pixels, scale) in WINDOWS {
        let mut scene = crank().0;
        scene.info.title = "A rack-and-pinion steering gear with a very long title".into();
        let size = egui::Vec2::from(pixels) / scale;
        let mut harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(scale)
            .with_max_steps(60)
            .build_state(|ctx, desk: &mut Desk| desk.show(ctx), Desk::new(scene));
        harness.run_steps(3);
        let all = all_words(&harness, Rect::EVERYTHING);
        let Some(title) = all.iter().find(|it| it.text.starts_with("A rack")) else {
            assert!(size.x < 800.0, "no title at {pixels:?}, {scale}");
            continue;
        };
        let timeline = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Timeline");
        let end = timeline.raw_bounds().unwrap().x1 as f32 / scale;
        assert!(
            title.at.left() >= end + 8.0,
            "{pixels:?} at {scale}: {} after {end}",
            title.at.left()
        );
    }
}

/// In the narrowest window half of the width is canvas while a section is open, and each section is one click away.
#[test]
fn half_of_a_window_is_canvas_while_the_inspector_is_open() {
    for (pixels, scale) in WINDOWS {
        let (mut harness, screen) = window(pixels, scale, true);
        harness.state_mut().panels.narrow = Some(Section::Inspector);
        harness.run_steps(3);
        let (low, high) = harness.state().panels.canvas();
        let share = (high.x - low.x) / f64::from(screen.width());
        assert!(share >= 0.499, "{pixels:?} at {scale}: {share}");
        if screen.width() < 1100.0 {
            click(&mut harness, "Show items");
            assert_eq!(harness.state().panels.narrow, Some(Section::Items));
            click(&mut harness, "Show items");
            assert_eq!(harness.state().panels.narrow, None, "a second click folds it");
        }
    }
}

/// In a low window plots are folded to a strip until they are opened; then all curves of a race are there with their axes.
#[test]
fn the_plots_of_a_race_unfold_in_every_window() {
    let mut found = Vec::new();
    for (pixels, scale) in WINDOWS {
        let name = format!("{pixels:?} at {scale}");
        let (mut harness, screen) = window(pixels, scale, true);
        let own = Scheme::of(&harness.state().editor.scene().settings);
        let others = [Method::Dense, Method::ConjugateGradient, Method::Sparse];
        let order = RaceOrder::Begin(others.map(|method| Scheme { method, ..own }).to_vec());
        harness.state_mut().engine.carry_out(Command::Race(order));
        plotted(&mut harness);
        if harness.query_by_label("Unfold plots").is_some() {
            click(&mut harness, "Unfold plots");
        }
        assert!(harness.query_by_label("Fold plots").is_some(), "{name}");
        let all = faults(&harness, screen);
        found.extend(all.into_iter().map(|it| format!("{name}: {it}")));
        let (low, high) = harness.state().panels.canvas();
        assert!(high.y - low.y > 0.25 * f64::from(screen.height()), "{name}");
        click(&mut harness, "Fold plots");
        assert!(harness.query_by_label("Unfold plots").is_some(), "{name}");
    }
    assert!(found.is_empty(), "{} faults: {found:#?}", found.len());
}

#[test]
fn the_canvas_and_the_list_of_keys_have_room_in_every_window() {
    for (pixels, scale) in WINDOWS {
        let (mut harness, screen) = window(pixels, scale, false);
        let (low, high) = harness.state().panels.canvas();
        let (width, height) = (high.x - low.x, high.y - low.y);
        assert!(
            width > 0.4 * f64::from(screen.width()) && height > 0.4 * f64::from(screen.height()),
            "{pixels:?} at {scale}: a canvas of {width} by {height} points"
        );
        harness.state_mut().panels.follow(PanelEffect::ToggleHelp);
        harness.run_steps(6);
        let all = all_words(&harness, screen);
        let title = all.iter().find(|it| it.text == "Keys and help");
        assert!(
            title.is_some_and(|it| screen.contains_rect(it.at)),
            "{pixels:?} at {scale}"
        );
    }
}

#[test]
fn the_inspector_of_every_kind_of_the_gallery_stays_within_the_window() {
    let (pixels, scale) = ([1024.0, 640.0], 1.0);
    let screen = Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::from(pixels));
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for entry in GALLERY {
        let scene = entry.scene().unwrap();
        let new = |(id, item): (Id, &Item)| {
            let kind = item.kind_id();
            let is_shown = !scene.is_hidden(id) && !matches!(item, Item::Note(_));
            (is_shown && seen.insert(kind)).then_some((id, kind))
        };
        let items: Vec<_> = scene.items().filter_map(new).collect();
        if items.is_empty() {
            continue;
        }
        let mut harness = Harness::builder()
            .with_size(egui::Vec2::from(pixels))
            .with_pixels_per_point(scale)
            .with_max_steps(60)
            .build_state(|ctx, desk: &mut Desk| desk.show(ctx), Desk::new(scene));
        harness.state_mut().panels.narrow = Some(Section::Inspector);
        for (id, kind) in items {
            let (ids, how) = (vec![id], How::Replace);
            let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
            harness.run_steps(4);
            let (_, high) = harness.state().panels.canvas();
            if high.x < 0.5 * f64::from(screen.width()) {
                found.push(format!("{kind}: the canvas ends at {}", high.x));
            }
            let all = all_words(&harness, screen);
            let cut = all.iter().filter(|it| it.at.right() > it.clip.right() + OVERHANG);
            found.extend(cut.map(|it| format!("{kind}: \"{}\" ends at {}", it.text, it.at.right())));
        }
    }
    assert!(seen.contains("thrust-hold") || seen.len() > 30, "{seen:?}");
    assert!(found.is_empty(), "{} faults: {found:#?}", found.len());
}
