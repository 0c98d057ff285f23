//! Short films of gallery scenes, rendered on another thread while a scene is hovered, and kept for a while.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use crate::export::{Clip, Film, frames};
use crate::lab::Progress;
use crate::math::Vec2;
use crate::raster::Image;
use crate::render::scene_view::View;
use crate::render::theme::Theme;
use crate::scene::gallery;
use crate::ui::{self, Thumbnail};

/// Width and height of a picture (points), and pixels per point.
const SIZE: Vec2 = ui::THUMBNAIL;
const SHARPNESS: f64 = 1.5;
/// Sampling of a film: every `EVERY`-th picture is kept, at most `MOST`, each shown for `SHOWN_FOR`.
const EVERY: usize = 2;
const MOST: usize = 50;
const SHOWN_FOR: Duration = Duration::from_millis(80);
/// Time limit for rendering: after it the film ends with the pictures made so far; of a heavy scene that is a picture or two.
const RENDER_TIME_LIMIT: Duration = Duration::from_secs(2);
/// Hover time below which a scene is not rendered.
const GLANCE: Duration = Duration::from_millis(150);
/// Maximum number of kept films, of at most 16 MB each.
const KEPT: usize = 4;

/// A film, as far as it is rendered.
struct Made {
    id: &'static str,
    dark: bool,
    pictures: Vec<Arc<Image>>,
    /// Channel of further pictures, until all have arrived.
    coming: Option<Receiver<Image>>,
    progress: Progress,
}

impl Drop for Made {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// Films of the scenes hovered so far.
#[derive(Default)]
pub struct Thumbnails {
    /// The films; the one shown last comes last.
    films: Vec<Made>,
    /// The hovered scene, and since when.
    wanted: Option<(&'static str, Instant)>,
    /// Whether it was requested since the last frame.
    is_wanted: bool,
}

impl Thumbnails {
    /// Requests the film of a hovered scene; repeated each frame.
    pub fn want(&mut self, id: &'static str, theme: &Theme) {
        self.is_wanted = true;
        let since = match self.wanted {
            Some((wanted, since)) if wanted == id => since,
            _ => {
                // Only one film is rendered at a time.
                self.films.retain(|it| it.coming.is_none());
                self.wanted.insert((id, Instant::now())).1
            }
        };
        let is_shown = |it: &Made| it.id == id && it.dark == theme.dark;
        if since.elapsed() < GLANCE || self.films.last().is_some_and(is_shown) {
            return;
        }
        let known = self.films.iter().position(is_shown);
        let film = match known {
            Some(at) => self.films.remove(at),
            None => Made::begin(id, theme),
        };
        self.films.push(film);
        let surplus = self.films.len().saturating_sub(KEPT);
        self.films.drain(..surplus);
    }

    /// Called once per frame: takes rendered pictures; cancels rendering where nothing is hovered.
    pub fn update(&mut self) {
        if !std::mem::take(&mut self.is_wanted) {
            self.wanted = None;
            self.films.retain(|it| it.coming.is_none());
        }
        if let Some(film) = self.films.last_mut() {
            film.take_in();
        }
    }

    /// The picture to show at present.
    pub fn shown(&self) -> Option<Thumbnail> {
        let (id, since) = self.wanted?;
        let film = self.films.last().filter(|it| it.id == id)?;
        let passed = since.elapsed().saturating_sub(GLANCE);
        let passed = (passed.as_millis() / SHOWN_FOR.as_millis()) as usize;
        let number = match film.pictures.len() {
            0 => return None,
            // A film still being rendered stops at its last picture rather than starting again.
            count if film.coming.is_some() => passed.min(count - 1),
            count => passed % count,
        };
        let image = Arc::clone(&film.pictures[number]);
        Some(Thumbnail { id, number, image })
    }
}

impl Made {
    fn begin(id: &'static str, theme: &Theme) -> Self {
        let progress = Progress::default();
        let (outbox, coming) = sync_channel(MOST);
        let (given_up, theme_of) = (progress.clone(), theme.clone());
        let work = move || {
            let began = Instant::now();
            let Some(Ok(scene)) = gallery::find(id).map(gallery::Entry::scene) else {
                return;
            };
            let view = View::of_camera(&scene.camera, SIZE);
            let clip = Clip {
                scene,
                view,
                scale: SHARPNESS,
                theme: theme_of,
            };
            let mut count = 0;
            // A failed run leaves the pictures made before.
            let _ = frames(&clip, Film::Cycle, &given_up, |image| {
                count += 1;
                let done = (count - 1) / EVERY >= MOST || began.elapsed() > RENDER_TIME_LIMIT;
                if done || count % EVERY == 1 && outbox.send(image).is_err() {
                    given_up.cancel();
                }
                Ok(())
            });
        };
        // Without a thread there is no film.
        let thread = std::thread::Builder::new()
            .name("thumbnail".to_owned())
            .spawn(work);
        Self {
            id,
            dark: theme.dark,
            pictures: Vec::new(),
            coming: thread.is_ok().then_some(coming),
            progress,
        }
    }

    fn take_in(&mut self) {
        use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
        while let Some(coming) = &self.coming {
            match coming.try_recv() {
                Ok(image) => self.pictures.push(Arc::new(image)),
                Err(Empty) => return,
                Err(Disconnected) => self.coming = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Hovers a scene until its film is complete.
    fn look(films: &mut Thumbnails, id: &'static str) {
        for _ in 0..4000 {
            films.want(id, &Theme::light());
            films.update();
            if films
                .films
                .last()
                .is_some_and(|it| it.id == id && it.coming.is_none())
            {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        unreachable!("no film of {id}");
    }

    #[test]
    fn a_scene_that_is_looked_at_moves_and_others_are_forgotten_in_time() {
        let mut films = Thumbnails::default();
        look(&mut films, "four-bar");
        let made = &films.films.last().unwrap().pictures;
        assert!((2..=MOST).contains(&made.len()), "{}", made.len());
        assert!(made.iter().any(|it| it != &made[0]), "it moves");
        let size = SHARPNESS * SIZE;
        assert_eq!(
            (f64::from(made[0].width), f64::from(made[0].height)),
            (size.x, size.y)
        );
        let first = Arc::clone(&made[0]);
        for entry in gallery::GALLERY.iter().take(KEPT + 1) {
            films.want(entry.id, &Theme::light());
            films.update();
            assert!(
                films.films.iter().all(|it| it.coming.is_none()),
                "one glance makes nothing"
            );
            std::thread::sleep(GLANCE);
            films.want(entry.id, &Theme::light());
            films.update();
            assert_eq!(films.films.last().unwrap().id, entry.id);
            // Rendering is cancelled if the pointer leaves before it is complete.
            films.update();
            assert!(films.shown().is_none());
            assert!(films.films.len() <= KEPT && films.films.iter().all(|it| it.coming.is_none()));
        }
        films.want("four-bar", &Theme::light());
        std::thread::sleep(GLANCE);
        films.want("four-bar", &Theme::light());
        films.update();
        assert!(
            Arc::ptr_eq(&films.films.last().unwrap().pictures[0], &first),
            "it was kept"
        );
    }
}
