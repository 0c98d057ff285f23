//! Small films of gallery scenes in motion, made beside the window while one is looked at, and kept for a while.

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

/// Width and height of a picture (points), and pixels of a point.
const SIZE: Vec2 = ui::THUMBNAIL;
const SHARPNESS: f64 = 1.5;
/// Every so many pictures of a film are kept, at most so many of them, shown for so long each.
const EVERY: usize = 2;
const MOST: usize = 50;
const SHOWN_FOR: Duration = Duration::from_millis(80);
/// What takes longer to make is shown as far as it came; of a heavy scene that is a picture or two.
const PATIENCE: Duration = Duration::from_secs(2);
/// A pointer that passes over a scene sooner than this does not look at it.
const GLANCE: Duration = Duration::from_millis(150);
/// Films that are kept: each takes 16 MB at most.
const KEPT: usize = 4;

/// A film as far as it is made.
struct Made {
    id: &'static str,
    dark: bool,
    pictures: Vec<Arc<Image>>,
    /// Where more come from, until all are there.
    coming: Option<Receiver<Image>>,
    progress: Progress,
}

impl Drop for Made {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// Films of the scenes that were looked at.
#[derive(Default)]
pub struct Thumbnails {
    /// The one looked at last is the last.
    films: Vec<Made>,
    /// What is looked at, and since when.
    wanted: Option<(&'static str, Instant)>,
    /// Whether that was said since the last frame.
    is_wanted: bool,
}

impl Thumbnails {
    /// Someone looks at a scene; said again each frame.
    pub fn want(&mut self, id: &'static str, theme: &Theme) {
        self.is_wanted = true;
        let since = match self.wanted {
            Some((wanted, since)) if wanted == id => since,
            _ => {
                // One is made at a time.
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

    /// Once a frame: what is made takes its place; where nobody looks, nothing is made.
    pub fn tend(&mut self) {
        if !std::mem::take(&mut self.is_wanted) {
            self.wanted = None;
            self.films.retain(|it| it.coming.is_none());
        }
        if let Some(film) = self.films.last_mut() {
            film.take_in();
        }
    }

    /// The picture to show now.
    pub fn shown(&self) -> Option<Thumbnail> {
        let (id, since) = self.wanted?;
        let film = self.films.last().filter(|it| it.id == id)?;
        let passed = since.elapsed().saturating_sub(GLANCE);
        let passed = (passed.as_millis() / SHOWN_FOR.as_millis()) as usize;
        let number = match film.pictures.len() {
            0 => return None,
            // What is still being made stands at its last picture rather than beginning anew.
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
            // A run that stops leaves what was there before.
            let _ = frames(&clip, Film::Cycle, &given_up, |image| {
                count += 1;
                let done = (count - 1) / EVERY >= MOST || began.elapsed() > PATIENCE;
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

    /// Looks at a scene until its film is there.
    fn look(films: &mut Thumbnails, id: &'static str) {
        for _ in 0..4000 {
            films.want(id, &Theme::light());
            films.tend();
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
            films.tend();
            assert!(
                films.films.iter().all(|it| it.coming.is_none()),
                "one glance makes nothing"
            );
            std::thread::sleep(GLANCE);
            films.want(entry.id, &Theme::light());
            films.tend();
            assert_eq!(films.films.last().unwrap().id, entry.id);
            // Who looks away before it is made has nothing made.
            films.tend();
            assert!(films.shown().is_none());
            assert!(films.films.len() <= KEPT && films.films.iter().all(|it| it.coming.is_none()));
        }
        films.want("four-bar", &Theme::light());
        std::thread::sleep(GLANCE);
        films.want("four-bar", &Theme::light());
        films.tend();
        assert!(
            Arc::ptr_eq(&films.films.last().unwrap().pictures[0], &first),
            "it was kept"
        );
    }
}
