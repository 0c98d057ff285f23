//! What the window's own thread works for a frame of the chain of 200 links, panels and triangles included, as `examples/frame_time` measures it.
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

/// How many times a frame with the laboratory closed one with all of its views open may take: the goals are 8 ms and, as it was before there
/// were any, 0.4 ms (`docs/performance-steps.md`).
const GOAL: f64 = 20.0;

/// Processor time, each beside the other in one run.
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
