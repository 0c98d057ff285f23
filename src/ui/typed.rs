//! A text field whose text is parsed: a mistake is underlined, and the expected input is shown beside it.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob};
use egui::{Galley, Id, Key, Modifiers, Response, Stroke, TextEdit, TextFormat, TextStyle, Ui};

/// A mistake in a typed text: number of characters before it, and a sentence.
pub struct Fault {
    pub at: usize,
    pub sentence: String,
}

/// A text field: its id, its name for people, its initial text, and its width; without a width it is as wide as its text.
pub struct Field<'a> {
    pub id: Id,
    pub label: &'a str,
    pub text: &'a str,
    pub width: Option<f32>,
}

/// Result of editing.
pub enum Typed<T> {
    /// Nothing entered yet, or cancelled.
    Nothing,
    /// A value was entered.
    Entered(T),
}

/// Messages about texts that were left in a field although they could not be parsed.
#[derive(Clone, Default)]
struct Refused(Vec<String>);

/// Takes the messages about texts refused since the last call.
pub fn take_refused(ctx: &egui::Context) -> Vec<String> {
    ctx.data_mut(|data| std::mem::take(&mut data.get_temp_mut_or_default::<Refused>(Id::NULL).0))
}

fn key(id: Id) -> Id {
    id.with("typed")
}

/// The present text of the field with this id while it is edited.
pub fn now(data: &egui::util::IdTypeMap, id: Id) -> Option<String> {
    data.get_temp::<(String, String)>(key(id)).map(|it| it.1)
}

/// Whether the field with this id has keyboard focus; it is shown as a text field then.
pub fn has_keyboard(ui: &Ui, id: Id) -> bool {
    let layer = ui.layer_id();
    ui.memory_mut(|memory| {
        memory.interested_in_focus(id, layer);
        memory.has_focus(id)
    })
}

/// The value entered, if the field lost focus since the last frame. `shown` is the text that the field displays.
pub fn left<T>(
    ui: &Ui,
    id: Id,
    label: &str,
    shown: &str,
    read: impl Fn(&str) -> Result<T, Fault>,
) -> Typed<T> {
    if ui.memory(|memory| memory.has_focus(id)) {
        return Typed::Nothing;
    }
    let begun = ui.data(|data| data.get_temp::<(String, String)>(key(id)));
    if begun.is_some_and(|(before, _)| before != shown) {
        // The field stands for another number by now: the text is discarded.
        ui.data_mut(|data| data.remove::<(String, String)>(key(id)));
    }
    take(ui, id, label, read)
}

fn take<T>(ui: &Ui, id: Id, label: &str, read: impl Fn(&str) -> Result<T, Fault>) -> Typed<T> {
    let Some((before, text)) = ui.data_mut(|data| data.remove_temp::<(String, String)>(key(id))) else {
        return Typed::Nothing;
    };
    if text == before || ui.input(|input| input.key_pressed(Key::Escape)) {
        return Typed::Nothing;
    }
    match read(&text) {
        Ok(value) => Typed::Entered(value),
        Err(fault) => {
            let sentence = format!("{label} stays as it was: {}", fault.sentence);
            ui.data_mut(|data| data.get_temp_mut_or_default::<Refused>(Id::NULL).0.push(sentence));
            Typed::Nothing
        }
    }
}

/// A field that is a text field with or without keyboard focus.
pub fn line<T>(ui: &mut Ui, field: &Field, read: impl Fn(&str) -> Result<T, Fault>) -> (Response, Typed<T>) {
    let &Field { id, label, text, .. } = field;
    if has_keyboard(ui, id) {
        return edit(ui, field, read, |_, _| None);
    }
    let left = left(ui, id, label, text, read);
    let mut shown = text.to_owned();
    let response = ui.add(field.widget(ui, &mut shown));
    (response, left)
}

impl Field<'_> {
    fn widget<'t>(&self, ui: &Ui, text: &'t mut String) -> TextEdit<'t> {
        let spacing = ui.spacing();
        TextEdit::singleline(text)
            .clip_text(self.width.is_some())
            .margin(spacing.button_padding)
            .min_size(spacing.interact_size)
            .id(self.id)
            .desired_width(self.width.unwrap_or(spacing.interact_size.x))
    }
}

/// The field while it has keyboard focus. At first all of its text is selected; `nudge` returns the changed text for
/// presses of arrow keys, +1 for up and -1 for down, where the value can be stepped.
pub fn edit<T>(
    ui: &mut Ui,
    field: &Field,
    read: impl Fn(&str) -> Result<T, Fault>,
    nudge: impl Fn(T, f64) -> Option<String>,
) -> (Response, Typed<T>) {
    let &Field { id, label, text, .. } = field;
    let known = ui.data(|data| data.get_temp::<(String, String)>(key(id)));
    let (before, mut now) = known.unwrap_or_else(|| {
        select_all(ui, id, text);
        (text.to_owned(), text.to_owned())
    });
    let steps = ui.input_mut(|input| {
        input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) as f64
            - input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) as f64
    });
    if steps != 0.0
        && let Ok(value) = read(&now)
        && let Some(next) = nudge(value, steps)
    {
        now = next;
        select_all(ui, id, &now);
    }
    let mut layout = |ui: &Ui, words: &str, _: f32| {
        let fault = read(words).err().filter(|_| words != before);
        marked(ui, words, fault.map(|it| it.at))
    };
    let widget = field.widget(ui, &mut now).layouter(&mut layout);
    let response = ui.add(widget);
    let fault = read(&now).err().filter(|_| now != before);
    ui.data_mut(|data| data.insert_temp(key(id), (before, now)));
    if let Some(fault) = &fault {
        egui::show_tooltip_for(ui.ctx(), ui.layer_id(), id.with("fault"), &response.rect, |ui| {
            ui.colored_label(ui.visuals().error_fg_color, capital(&fault.sentence));
        });
    }
    if !response.lost_focus() {
        return (response, Typed::Nothing);
    }
    if fault.is_some() && ui.input(|input| input.key_pressed(Key::Enter)) {
        // Focus stays in the field, so that the mistake can be corrected.
        response.request_focus();
        return (response, Typed::Nothing);
    }
    let typed = take(ui, id, label, read);
    (response, typed)
}

fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect::<String>() + "."
    })
}

/// A line of text, underlined in red from the mistake on.
pub fn marked(ui: &Ui, words: &str, mistake: Option<usize>) -> Arc<Galley> {
    let sense = |color| TextFormat::simple(TextStyle::Body.resolve(ui.style()), color);
    let plain = sense(ui.visuals().text_color());
    // Input missing at the end is marked at the last character.
    let right = mistake.map_or(words.len(), |at| {
        let last = words.chars().count().saturating_sub(1);
        words.char_indices().nth(at.min(last)).map_or(0, |(byte, _)| byte)
    });
    let mut job = LayoutJob::single_section(words[..right].to_owned(), plain);
    if right < words.len() {
        let error = ui.visuals().error_fg_color;
        let wrong = TextFormat {
            underline: Stroke::new(1.5, error),
            ..sense(error)
        };
        job.append(&words[right..], 0.0, wrong);
    }
    ui.fonts(|fonts| fonts.layout_job(job))
}
