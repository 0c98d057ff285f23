//! What the window's own thread works for a frame of the chain of 200 links, panels and triangles included, as `examples/frame_time` measures it.
#![cfg(target_os = "linux")]

#[path = "../../examples/frame_time/chain.rs"]
mod chain;
#[path = "../../examples/frame_time/naive.rs"]
#[allow(dead_code)]
mod naive;
#[path = "../../examples/frame_time/window.rs"]
#[allow(dead_code)]
mod window;

use tinkertoy::editor::LabView;

use window::Window;

/// The goal (ms of processor time).
const GOAL: f64 = 8.0;

/// With everything open that the laboratory has, also where other tests run beside it; closed it takes a part of that.
#[test]
fn a_frame_with_all_views_open_takes_less_than_eight_milliseconds() {
    let mut window = Window::open(&chain::chain());
    let middle = |window: &mut Window| {
        let (runs, _) = window.runs(|_| Vec::new());
        runs[runs.len() / 2]
    };
    let closed = middle(&mut window);
    LabView::ALL.into_iter().for_each(|view| window.toggle(view));
    let open = middle(&mut window);
    println!("{closed:.2} ms closed, {open:.2} ms open");
    assert!(open < GOAL, "{open} ms");
    assert!(closed < 0.5 * open, "{closed} ms closed, {open} ms open");
}
