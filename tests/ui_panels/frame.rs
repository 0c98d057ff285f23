//! Work of the window's own thread for a frame of the chain of 200 links, with panels and triangles, measured as in `examples/frame_time`.
#![cfg(target_os = "linux")]

#[path = "../../examples/frame_time/chain.rs"]
mod chain;
#[path = "../../examples/frame_time/naive.rs"]
#[allow(dead_code, reason = "what only the example uses")]
mod naive;
#[path = "../../examples/frame_time/window.rs"]
#[allow(dead_code, reason = "what only the example uses")]
mod window;

use tinkertoy::editor::LabView;

use window::Window;

/// Limit of the time of a frame with all views of the laboratory open, relative to one with none:
/// the goals are 8 ms, and 0.4 ms as before there were views (`docs/performance-steps.md`).
const GOAL: f64 = 20.0;

/// Processor time, both measured in the same run.
#[test]
fn a_frame_with_all_views_open_takes_a_few_times_one_with_none() {
    let mut window = Window::open(&chain::chain());
    let middle = |window: &mut Window| {
        let (runs, _) = window.runs(|_| Vec::new());
        runs[runs.len() / 2]
    };
    let closed = middle(&mut window);
    for view in LabView::ALL {
        assert_eq!(window.open_wholly(view), [""; 0], "{view:?}");
    }
    let open = middle(&mut window);
    assert!(
        open < GOAL * closed,
        "{open:.2} ms with all views open, {closed:.2} ms with none"
    );
    LabView::ALL.into_iter().for_each(|view| window.toggle(view));
    assert_eq!(window.race_of_four(), [""; 0]);
    LabView::ALL.into_iter().for_each(|view| window.toggle(view));
    let racing = middle(&mut window);
    assert!(
        racing < GOAL * closed,
        "{racing:.2} ms with all views open in a race of four, {closed:.2} ms with none"
    );
}
