//! A field of text that is read as something: what cannot be read is underlined, with what is expected beside it.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob};
use egui::{Galley, Id, Key, Modifiers, Response, Stroke, TextEdit, TextFormat, TextStyle, Ui};

/// What is wrong with a typed text: how many characters come before it, and a sentence.
pub struct Fault {
    pub at: usize,
    pub sentence: String,
}

/// A field: which, its name for people, the text it begins with, and its width where it has one of its own; else it is as wide as its text.
pub struct Field<'a> {
    pub id: Id,
    pub label: &'a str,
    pub text: &'a str,
    pub width: Option<f32>,
}

/// What came of editing.
pub enum Typed<T> {
    /// Nothing yet, or it was given up.
    Nothing,
    /// It was entered.
    Entered(T),
}

/// Sentences on what was left in a field although it could not be read.
#[derive(Clone, Default)]
struct Refused(Vec<String>);

/// Takes the sentences on what was refused since the last call.
pub fn take_refused(ctx: &egui::Context) -> Vec<String> {
    ctx.data_mut(|data| std::mem::take(&mut data.get_temp_mut_or_default::<Refused>(Id::NULL).0))
}

fn key(id: Id) -> Id {
    id.with("typed")
}

/// The text in the field of this id while it is edited.
pub fn now(data: &egui::util::IdTypeMap, id: Id) -> Option<String> {
    data.get_temp::<(String, String)>(key(id)).map(|it| it.1)
}

/// Whether the field of this id has the keyboard: it is shown as text then.
pub fn has_keyboard(ui: &Ui, id: Id) -> bool {
    let layer = ui.layer_id();
    ui.memory_mut(|memory| {
        memory.interested_in_focus(id, layer);
        memory.has_focus(id)
    })
}

/// What was entered if the field, which shows `shown`, lost the keyboard since the last frame.
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
        // Another number has come to stand in this place.
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

/// A field that is one of text whether it has the keyboard or not.
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

/// The field while it has the keyboard. It begins with its text, all of it selected; `nudge` makes another text of it
/// for each press of an arrow key, up counting 1 and down -1, where it is one that goes up and down.
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
        // It stays to be mended.
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

/// A line of text, underlined in red from where it goes wrong.
pub fn marked(ui: &Ui, words: &str, mistake: Option<usize>) -> Arc<Galley> {
    let sense = |color| TextFormat::simple(TextStyle::Body.resolve(ui.style()), color);
    let plain = sense(ui.visuals().text_color());
    // What is missing at the end is marked at the last character there is.
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
