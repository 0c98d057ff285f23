//! Heap use: after the symbolic phase the sparse method allocates nothing, and the work on a tree grows linearly with its size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unsafe_code)]

#[path = "../examples/frame_time/crowd.rs"]
mod crowd;
#[path = "../src/solver/tests/systems/mod.rs"]
mod systems;

use std::alloc::{GlobalAlloc, Layout, System as Allocator};
use std::cell::Cell;
use std::sync::Arc;

use systems::{Random, net, random_build};
use tinkertoy::bench::Shape;
use tinkertoy::bodies;
use tinkertoy::editor::event::{Event, Modifiers};
use tinkertoy::editor::{Editor, Effect};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::draw_list::DrawList;
use tinkertoy::render::mesh::{Mesh, tessellate};
use tinkertoy::render::scene_view::{Layers, Overlay, SceneView, View, draw};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::{Contact, Integrator, Part, Scene, gallery};
use tinkertoy::sim::{Dynamics, Freedom, Model, SimState, Simulation};
use tinkertoy::solver::{Hardware, Method, Solution, Solver};
use tinkertoy::worker::Engine;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn hold(more: usize, less: usize) {
    ASKED.with(|asked| asked.set(asked.get() + more));
    HELD.with(|held| held.set(held.get() + more as isize - less as isize));
}

struct Counting;

// SAFETY: forwards every call to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        hold(layout.size(), 0);
        unsafe { Allocator.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(0, layout.size());
        unsafe { Allocator.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        hold(size, layout.size());
        unsafe { Allocator.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Free parts, each an island of its own: the bytes allocated for a diagnosis grow linearly with their number.
#[test]
fn a_diagnosis_grows_in_step_with_separate_parts() {
    let asked = |count: usize| {
        let mut scene = Scene::default();
        for k in 0..count {
            let at = Pose {
                position: Vec2::new(k as f64, 0.0),
                angle: 0.0,
            };
            let shape = bodies::Shape::Particle(bodies::Particle::default());
            scene.add(Part::new(format!("part {k}"), shape, at));
        }
        let model = Model::compile(&scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        let before = ASKED.with(Cell::get);
        Freedom::of(&model, &model.start, &mut dynamics).unwrap();
        ASKED.with(Cell::get) - before
    };
    let (few, many) = (asked(1000), asked(4000));
    assert!(many < 5 * few, "{few} bytes of 1000, {many} of 4000");
}

/// A net large enough for the supernodal kernel.
#[test]
fn a_step_of_a_large_net_allocates_nothing() {
    let mut random = Random::new(1);
    let (topology, system) = net(48, &mut random).finish(&mut random);
    let mut solver = Solver::new(Method::Sparse);
    let mut out = Solution::default();
    solver.factor(&topology, &system).unwrap();
    solver.solve(&topology, &system, &mut out).unwrap();
    let before = COUNT.with(Cell::get);
    solver.factor(&topology, &system).unwrap();
    solver.solve(&topology, &system, &mut out).unwrap();
    assert_eq!(COUNT.with(Cell::get), before);
}

#[test]
fn a_step_allocates_nothing() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let (topology, mut system) = random_build(&mut random, 40).finish(&mut random);
        for method in [Method::Sparse, Method::ConjugateGradient, Method::GaussSeidel] {
            let mut solver = Solver::new(method);
            let mut out = Solution::default();
            solver.factor(&topology, &system).unwrap();
            solver.solve(&topology, &system, &mut out).unwrap();
            system.force.iter_mut().for_each(|f| *f += 1.0);
            let before = COUNT.with(Cell::get);
            for _ in 0..3 {
                solver.factor(&topology, &system).unwrap();
                solver.solve(&topology, &system, &mut out).unwrap();
            }
            assert_eq!(COUNT.with(Cell::get), before, "seed {seed}, {method}");
        }
    }
}

/// Whole steps of running machines, with the copies of states and the sub-steps.
#[test]
fn a_step_of_a_simulation_allocates_nothing() {
    for (id, redundant) in [
        ("double-pendulum", false),
        ("slider-crank", false),
        ("parallelogram", true),
        ("afar", false),
    ] {
        let mut scene = gallery::find(id).unwrap().scene().unwrap();
        // The library's factorisations of singular matrices allocate.
        let spared = |method: &Method| match method {
            Method::Dense | Method::Auxiliary => redundant,
            // These methods do not solve scenes with forces that act elsewhere.
            Method::GaussSeidel | Method::ConjugateGradient => id == "afar",
            _ => false,
        };
        for method in Method::ALL.into_iter().filter(|method| !spared(method)) {
            scene.settings.method = method.into();
            let mut run = Simulation::on(&scene, Hardware::here().with_threads(1));
            for _ in 0..40 {
                run.step().unwrap();
            }
            let before = COUNT.with(Cell::get);
            for _ in 0..40 {
                run.step().unwrap();
            }
            assert_eq!(COUNT.with(Cell::get) - before, 0, "{id}, {method}");
        }
    }
}

/// Standing stacks: one solved by principal pivoting, one by the active set.
#[test]
fn a_step_with_contact_allocates_nothing() {
    for count in [6, 40] {
        let mut scene = Scene::default();
        scene.settings.integrator = Integrator::Impulse;
        scene.settings.contact = Some(Contact {
            floor: Some(0.0),
            ..Contact::default()
        });
        for k in 0..count {
            let shape = bodies::Shape::Box(bodies::Box {
                width: 0.5,
                height: 0.2,
            });
            let at = Pose::new(0.01 * f64::from(k % 3), 0.1 + 0.2 * f64::from(k), 0.0);
            scene.add(Part::new(format!("box {k}"), shape, at));
        }
        let mut run = Simulation::on(&scene, Hardware::here().with_threads(1));
        for _ in 0..40 {
            run.step().unwrap();
        }
        assert_eq!(run.state().contacts.len(), 2 * count as usize);
        let before = COUNT.with(Cell::get);
        for _ in 0..40 {
            run.step().unwrap();
        }
        assert_eq!(COUNT.with(Cell::get) - before, 0, "{count} boxes");
    }
}

/// Contact in terms of accelerations, between events: boxes at rest on each other, a sliding box, a rolling disk.
#[test]
fn a_step_with_closed_contacts_allocates_nothing() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Rk4, Integrator::Dopri5] {
        let mut scene = Scene::default();
        scene.settings.integrator = integrator;
        scene.settings.contact = Some(Contact {
            floor: Some(0.0),
            friction: 0.3,
            restitution: 0.0,
            ..Contact::default()
        });
        let a_box = |width: f64| bodies::Shape::Box(bodies::Box { width, height: 0.2 });
        for k in 0..3 {
            let at = Pose::new(0.01 * f64::from(k), 0.1 + 0.2 * f64::from(k), 0.0);
            scene.add(Part::new(format!("box {k}"), a_box(0.5), at));
        }
        scene.add(Part {
            velocity: tinkertoy::math::Vec2::new(4.0, 0.0),
            ..Part::new("slides", a_box(0.3), Pose::new(1.0, 0.1, 0.0))
        });
        let disk = bodies::Shape::Disk(bodies::Disk { radius: 0.2 });
        scene.add(Part {
            velocity: tinkertoy::math::Vec2::new(-1.0, 0.0),
            omega: 5.0,
            ..Part::new("rolls", disk, Pose::new(-1.0, 0.2, 0.0))
        });
        let mut run = Simulation::on(&scene, Hardware::here().with_threads(1));
        for _ in 0..40 {
            run.step().unwrap();
        }
        assert_eq!(run.state().contacts.len(), 9);
        let before = COUNT.with(Cell::get);
        for _ in 0..40 {
            run.step().unwrap();
        }
        assert_eq!(COUNT.with(Cell::get) - before, 0, "{integrator}");
    }
}

fn prepared(shape: Shape, n: usize) -> (Model, Dynamics) {
    let model = Model::compile(&shape.scene(n));
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    (model, dynamics)
}

fn evaluate(model: &Model, dynamics: &mut Dynamics) {
    let SimState { q, v, memory, .. } = &model.start;
    dynamics.accelerations(model, q, v, 0.0, memory, None).unwrap();
}

#[test]
fn an_evaluation_allocates_nothing() {
    for shape in Shape::ALL {
        let (model, mut dynamics) = prepared(shape, 54);
        evaluate(&model, &mut dynamics);
        let before = COUNT.with(Cell::get);
        for _ in 0..3 {
            evaluate(&model, &mut dynamics);
        }
        assert_eq!(COUNT.with(Cell::get), before, "{}", shape.id());
    }
}

/// Heap bytes per joint of the compiled model, the solver and all workspaces of evaluations.
#[test]
fn a_joint_of_a_tree_takes_less_than_600_bytes() {
    for shape in [Shape::Chain, Shape::Tree, Shape::Star] {
        let n = 30_000;
        let scene = shape.scene(n);
        let before = HELD.with(Cell::get);
        let model = Model::compile(&scene);
        let compiled = HELD.with(Cell::get) - before;
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        evaluate(&model, &mut dynamics);
        let held = HELD.with(Cell::get) - before;
        let per_joint = |bytes: isize| bytes as f64 / n as f64;
        let (all, compiled) = (per_joint(held), per_joint(compiled));
        assert!(
            all < 600.0,
            "{}: {all} bytes, {compiled} of them the model",
            shape.id()
        );
    }
}

/// Heap use of each further machine, beside its model: the plans and workspaces of identical cores,
/// and those that runs of islands use in turn, exist only once.
#[test]
fn machines_that_repeat_share_what_solves_them() {
    let held = |n: usize| {
        let model = Model::compile(&Shape::Machines.scene(n));
        let before = HELD.with(Cell::get);
        let mut dynamics = Dynamics::new(Method::Sparse);
        // Each thread has a copy of its own.
        dynamics.solver.set_hardware(Hardware::here().with_threads(1));
        dynamics.prepare(&model);
        evaluate(&model, &mut dynamics);
        (HELD.with(Cell::get) - before) as f64
    };
    let (few, many) = (4000, 20_000);
    let more = (held(many) - held(few)) / (many - few) as f64;
    assert!(more < 340.0, "{more} bytes a part");
}

#[test]
fn work_grows_with_the_first_power_of_a_tree() {
    for shape in Shape::ALL.into_iter().filter(|shape| shape.is_tree()) {
        let work = |n: usize| {
            let (model, mut dynamics) = prepared(shape, n);
            evaluate(&model, &mut dynamics);
            let report = dynamics.solver.report();
            assert!(report.swept && report.fill_blocks == 0, "{} of {n}", shape.id());
            report.block_updates as f64
        };
        let (few, many) = (54, 100_000);
        let exponent = (work(many) / work(few)).ln() / (many as f64 / few as f64).ln();
        assert!((exponent - 1.0).abs() < 0.05, "{}: {exponent}", shape.id());
    }
}

/// Upper bounds of the work of the sparse method on each machine of the bench, by its size: whether a
/// pin-tree sweep suffices, fill-in (blocks), block products, refinement sweeps. Detects that a faster
/// algorithm is no longer chosen, which times would not show. Where a count falls, lower its bound.
#[test]
fn each_shape_goes_its_way() {
    const MOST: &[(Shape, usize, bool, usize, usize, usize)] = &[
        (Shape::Chain, 1000, true, 0, 1999, 0),
        (Shape::Tree, 1000, true, 0, 1999, 0),
        (Shape::Forest, 1000, true, 0, 1875, 0),
        (Shape::Star, 1000, true, 0, 2000, 0),
        (Shape::Driven, 1000, true, 0, 1999, 0),
        (Shape::Machines, 1000, false, 100, 2900, 0),
        (Shape::LoopsLocal, 1000, false, 498, 5992, 0),
        (Shape::LoopsRandom, 1000, false, 5835, 110_814, 0),
        (Shape::LoopsRedundant, 1000, false, 5636, 103_927, 4),
        (Shape::Truss, 1000, false, 0, 2998, 0),
        (Shape::Lattice, 1000, false, 12_780, 213_230, 0),
        (Shape::PaperTree, 1000, true, 0, 1999, 0),
        (Shape::PaperLoops, 1000, false, 7640, 197_619, 1),
        (Shape::LoopsRandom, 10_000, false, 528_366, 132_208_853, 0),
        (Shape::Lattice, 10_000, false, 339_424, 9_705_736, 0),
    ];
    assert!(
        Shape::ALL
            .into_iter()
            .all(|shape| MOST.iter().any(|it| it.0 == shape))
    );
    let mut lost = Vec::new();
    for &(shape, n, swept, fill, updates, sweeps) in MOST {
        let (model, mut dynamics) = prepared(shape, n);
        evaluate(&model, &mut dynamics);
        let report = dynamics.solver.report();
        let found = (report.fill_blocks, report.block_updates, report.refinements);
        let kept = report.swept >= swept && found.0 <= fill && found.1 <= updates && found.2 <= sweeps;
        if !kept {
            lost.push(format!(
                "{} of {n}: swept {}, {found:?}",
                shape.id(),
                report.swept
            ));
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Allocations of an edit, from the scene to the first accelerations: linear in the number of parts
/// on a chain, nearly so on a net, where fill-in adds a factor of the logarithm of its size.
#[test]
fn an_edit_costs_in_proportion_to_the_machine() {
    let edit = |shape: Shape, n: usize| {
        let scene = shape.scene(n);
        let before = COUNT.with(Cell::get);
        let held = HELD.with(Cell::get);
        let model = Model::compile(&scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.solver.set_hardware(Hardware::here().with_threads(1));
        dynamics.prepare(&model);
        let SimState { q, v, memory, .. } = &model.start;
        dynamics.accelerations(&model, q, v, 0.0, memory, None).unwrap();
        let bytes = HELD.with(Cell::get) - held;
        (COUNT.with(Cell::get) - before, bytes as usize)
    };
    for (shape, growth) in [(Shape::Chain, 1.05), (Shape::Tree, 1.05), (Shape::Lattice, 1.6)] {
        let ((calls, bytes), (more_calls, more_bytes)) = (edit(shape, 2000), edit(shape, 20_000));
        let most = |few: usize| (10.0 * growth * few as f64) as usize + 1000;
        assert!(more_calls <= most(calls), "{}: {calls} {more_calls}", shape.id());
        assert!(more_bytes <= most(bytes), "{}: {bytes} {more_bytes}", shape.id());
    }
}

/// A frame of ten thousand parts and as many joints: the picture makes few allocations per part,
/// and the editor none for parts far from the pointer or for a run that is paused.
#[test]
fn a_frame_of_many_parts_sets_little_aside() {
    let mut editor = Editor::new(crowd::crowd(100, 100));
    let mut engine = Engine::new();
    let send = |effects: Vec<Effect>, engine: &mut Engine| {
        for effect in effects {
            if let Effect::Run(command) = effect {
                engine.carry_out(command);
            }
        }
    };
    send(editor.start(false), &mut engine);
    let size = Vec2::new(1280.0, 800.0);
    send(editor.handle(&Event::Resized { size, scale: 1.0 }), &mut engine);
    let snapshot = Arc::new(engine.snapshot().0);
    send(editor.observe(&snapshot), &mut engine);
    let counted = |work: &mut dyn FnMut()| {
        let before = COUNT.with(Cell::get);
        work();
        COUNT.with(Cell::get) - before
    };
    let mut hover = |x: f64| {
        let modifiers = Modifiers::NONE;
        let position = Vec2::new(x, 400.0);
        let _ = editor.handle(&Event::PointerMoved { position, modifiers });
        let _ = editor.observe(&snapshot);
    };
    hover(600.0);
    let calls = counted(&mut || hover(640.0));
    assert!(calls < 200, "{calls} for the pointer");
    let overlay = Overlay::of(&editor, Vec::new());
    let theme = Theme::light();
    let input = SceneView {
        scene: editor.scene(),
        run: Some((&*snapshot).into()),
        view: View::new(Vec2::new(50.0, -30.0), 10.0, size),
        theme: &theme,
        traces: None,
        layers: Layers::default(),
        overlay: &overlay,
    };
    let (mut list, mut mesh) = (DrawList::new(), Mesh::default());
    let mut picture = || {
        list.clear();
        mesh.clear();
        draw(&input, &mut list);
        tessellate(&list, 1.0, &mut mesh, &mut |_, _| {});
    };
    picture();
    let calls = counted(&mut picture);
    // One for the appearance of a joint, one for the end points of a rod's line.
    assert!(calls < 16_000, "{calls} for the picture");
}
