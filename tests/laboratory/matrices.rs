//! The matrix view: counts, elimination order, elimination tree and fill-in.

use std::collections::BTreeSet;
use std::sync::Arc;

use tinkertoy::bench::Shape;
use tinkertoy::lab::Assembled;
use tinkertoy::lab::matrix::{Block, Factored, Kind, MatrixView, Raster, Which, Window};
use tinkertoy::scene::{Id, Method, gallery};
use tinkertoy::sim::Model;
use tinkertoy::solver::inspect::Stage;

use crate::{assembled, gallery_scene};

/// Every gallery scene by every method that factorises: the counts of the view equal those of the solver's report.
#[test]
fn the_view_counts_what_the_solver_reports() {
    let (mut filled, mut doubtful) = ([0; Method::ALL.len()], 0);
    for entry in gallery::GALLERY {
        let scene = entry.scene().unwrap();
        if scene.constraints().count() > 400 {
            continue;
        }
        for method in [Method::Sparse, Method::Dense, Method::Auxiliary] {
            let at = assembled(scene.clone(), method);
            let view = MatrixView::new(&at, None);
            let counts = view.counts.unwrap();
            let what = format!("{} by {method}", entry.id);
            assert_eq!(counts.block_updates, view.report.block_updates, "{what}");
            assert_eq!(counts.fill_blocks, view.report.fill_blocks, "{what}");
            let drawn = view.pattern(Which::Factor);
            let fill = drawn.blocks.iter().filter(|it| it.kind == Kind::Fill).count();
            assert_eq!(fill, view.report.fill_blocks, "{what}");
            filled[Method::ALL.iter().position(|it| *it == method).unwrap()] += fill;
            doubtful += usize::from(method == Method::Auxiliary && fill > 0);
            assert_eq!(
                view.pattern(Which::Factor).nonzeros(),
                counts.nonzeros,
                "{what}: all numbers of the factor are drawn"
            );
            check_orders(&at, &view, &what);
        }
    }
    let of = |method: Method| filled[Method::ALL.iter().position(|it| *it == method).unwrap()];
    assert!(of(Method::Sparse) > 10, "some scenes fill: {filled:?}");
    assert!(
        of(Method::Dense) > 10 * of(Method::Sparse),
        "a full triangle: {filled:?}"
    );
    // Islands in which the auxiliary method falls back to the sparse factor have its fill-in.
    println!("scenes in which the sparse factor answers for the auxiliary method: {doubtful}");
}

/// Checks that H has the same number of entries in either order, and that parents in the tree come after their children.
fn check_orders(at: &Assembled, view: &MatrixView, what: &str) {
    let [natural, ordered] = [Which::H, Which::Ordered].map(|it| view.pattern(it));
    assert_eq!(natural.nonzeros(), ordered.nonzeros(), "{what}");
    assert_eq!(natural.rows.len(), ordered.rows.len(), "{what}");
    let entries = tinkertoy::lab::Coordinates::saddle(&at.model.topology, &at.system);
    assert_eq!(entries.entries.len(), natural.nonzeros(), "{what}");
    for (index, edge) in view.tree.iter().enumerate() {
        assert!(edge.parent.is_none_or(|parent| parent > index), "{what}");
        assert!(!edge.items.is_empty(), "{what}");
    }
}

/// The view names the factorised matrix correctly: H for a tree, A for the dense method and for a loop, both where trees are attached to loops.
#[test]
fn what_is_factored_is_told() {
    let of = |scene: tinkertoy::scene::Scene, method: Method| {
        let view = MatrixView::new(&assembled(scene, method), None);
        view.counts.unwrap().of
    };
    assert_eq!(of(Shape::Chain.scene(12), Method::Sparse), Factored::H);
    assert_eq!(of(Shape::Chain.scene(12), Method::Dense), Factored::A);
    assert_eq!(of(gallery_scene("ring"), Method::Sparse), Factored::A);
    let scenes = gallery::GALLERY.iter().map(|entry| entry.scene().unwrap());
    let small = scenes.filter(|scene| (1..200).contains(&scene.constraints().count()));
    let found: Vec<Factored> = small.map(|scene| of(scene, Method::Sparse)).collect();
    for each in [Factored::H, Factored::A, Factored::Both] {
        assert!(found.contains(&each), "{each:?} in {found:?}");
    }
}

#[test]
fn a_tree_fills_nothing_and_its_elimination_tree_follows_the_mechanism() {
    let at = assembled(Shape::Chain.scene(20), Method::Sparse);
    assert!(at.report.swept, "a chain of pins is swept");
    let view = MatrixView::new(&at, None);
    assert_eq!(view.counts.unwrap().fill_blocks, 0);
    assert!(view.tree.iter().all(|edge| edge.stage == Stage::Tree));
    let roots = view.tree.iter().filter(|edge| edge.parent.is_none()).count();
    assert_eq!(roots, 1);
    // In the tree the parent of a body is the pin that holds it, and the parent of the pin the body above.
    let is_part = |id: Id| at.model.body(id).is_some();
    for edge in &view.tree {
        if let Some(parent) = edge.parent {
            assert_ne!(is_part(edge.items[0]), is_part(view.tree[parent].items[0]));
        }
    }
}

/// Parents in the elimination tree by symbolic elimination of H as a graph, in the order of the solver. Unknowns that are no pivots, such as bodies
/// where A is factorised, are eliminated first; eliminating an unknown connects all of its neighbours.
fn parents_by_elimination(at: &Assembled) -> Vec<Option<usize>> {
    let pivots = &at.elimination.as_ref().unwrap().pivots;
    let entries = tinkertoy::lab::Coordinates::saddle(&at.model.topology, &at.system).entries;
    let count = at.model.topology.dofs() + at.model.topology.rows();
    let mut joined = vec![BTreeSet::new(); count];
    for (row, column, _) in entries.into_iter().filter(|it| it.0 != it.1) {
        joined[row].insert(column);
        joined[column].insert(row);
    }
    let mut pivot_of = vec![None; count];
    for (pivot, it) in pivots.iter().enumerate() {
        it.unknowns
            .iter()
            .for_each(|&unknown| pivot_of[unknown as usize] = Some(pivot));
    }
    let go = |joined: &mut Vec<BTreeSet<usize>>, unknown: usize| {
        let others = std::mem::take(&mut joined[unknown]);
        for &one in &others {
            joined[one].remove(&unknown);
            joined[one].extend(others.iter().filter(|&&other| other != one));
        }
        others
    };
    for unknown in (0..count).filter(|&unknown| pivot_of[unknown].is_none()) {
        go(&mut joined, unknown);
    }
    let parent = |(pivot, it): (usize, &tinkertoy::solver::inspect::Pivot)| {
        let mut left = BTreeSet::new();
        for &unknown in &it.unknowns {
            left.extend(go(&mut joined, unknown as usize));
        }
        let later = left.into_iter().filter_map(|unknown| pivot_of[unknown]);
        later.filter(|&other| other != pivot).min()
    };
    pivots.iter().enumerate().map(parent).collect()
}

/// The elimination tree is that of H in its order, computed by another algorithm.
#[test]
fn the_tree_is_that_of_the_order() {
    let mut seen = 0;
    for entry in gallery::GALLERY {
        let scene = entry.scene().unwrap();
        if !(1..120).contains(&scene.constraints().count()) {
            continue;
        }
        let at = assembled(scene, Method::Sparse);
        let view = MatrixView::new(&at, None);
        if view.tree.iter().any(|edge| edge.stage == Stage::Response) {
            continue;
        }
        let expected = parents_by_elimination(&at);
        let found: Vec<Option<usize>> = view.tree.iter().map(|edge| edge.parent).collect();
        assert_eq!(found, expected, "{}", entry.id);
        seen += found.len();
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_hub_makes_a_clique_in_a() {
    let n = 12;
    let at = assembled(Shape::Star.scene(n), Method::Sparse);
    let view = MatrixView::new(&at, None);
    let a = view.pattern(Which::A);
    let pairs = a.blocks.iter().filter(|it| it.kind == Kind::Product).count();
    assert!(pairs >= n * (n - 1), "all bars meet at the disk: {pairs}");
    assert_eq!(view.counts.unwrap().fill_blocks, 0, "leaves go first");
}

#[test]
fn closing_a_loop_shows_the_fill_that_is_new() {
    let scene = Shape::LoopsLocal.scene(40);
    let all: Vec<Id> = scene.constraints().map(|(id, _)| id).collect();
    let mut open = scene.clone();
    let last = *all.last().unwrap();
    let edit = open.plan_delete(&[last], "Delete");
    open.apply(&edit);
    let before = MatrixView::new(&assembled(open, Method::Sparse), None);
    let after = MatrixView::new(&assembled(scene.clone(), Method::Sparse), Some(&before));
    let marked = after.pattern(Which::Factor).blocks.iter();
    let marked = marked.filter(|it| it.kind == Kind::NewFill).count();
    assert_eq!(marked, after.new_fill);
    assert!(marked > 0, "a loop fills");
    let same = MatrixView::new(&assembled(scene.clone(), Method::Sparse), Some(&after));
    assert_eq!(same.new_fill, 0);
    let dense = MatrixView::new(&assembled(scene, Method::Dense), Some(&after));
    assert_eq!(dense.new_fill, 0, "another method is no change of the machine");
}

/// A dense factor of thousands of rows is drawn without being computed: the sparse method solves, and every number of the triangle is drawn.
#[test]
fn a_full_factor_of_thousands_of_rows_is_drawn_and_not_made() {
    let looked_at = |links: usize, method: Method| {
        let mut scene = Shape::Chain.scene(links);
        scene.settings.method = method;
        let model = Arc::new(Model::compile(&scene));
        Assembled::of(&model, &model.start).unwrap()
    };
    let dense = looked_at(1100, Method::Dense);
    assert!(dense.elimination.is_none(), "not the one of another method");
    let sparse = looked_at(1100, Method::Sparse);
    assert_eq!(dense.solution.acceleration, sparse.solution.acceleration);
    let before = MatrixView::new(&sparse, None);
    let view = MatrixView::new(&dense, Some(&before));
    assert!(!before.is_of(&dense), "the method has changed");
    assert!(!view.too_full());
    let (rows, counts) = (2200, view.counts.unwrap());
    let factor = view.pattern(Which::Factor);
    assert_eq!(counts.nonzeros, factor.nonzeros());
    assert_eq!(counts.nonzeros - nonzeros_of_bodies(&view), rows * (rows + 1) / 2);
    let whole = Window {
        from: [0.0; 2],
        span: [factor.rows.len() as f64; 2],
    };
    let raster = Raster::new(factor, whole, [200, 200]);
    let sum: f64 = raster.cover.iter().flatten().map(|it| f64::from(*it)).sum();
    let numbers = sum * (factor.rows.len() as f64 / 200.0).powi(2);
    let all = factor.nonzeros() as f64;
    assert!((numbers - all).abs() < 1e-3 * all, "{numbers} of {all}");
    assert_eq!(raster.at(150, 190).map(|it| it.0), Some(Kind::Fill));
    assert_eq!(raster.at(190, 150), None, "the upper triangle is empty");
    let ordered = view.pattern(Which::Ordered);
    assert_eq!(ordered.nonzeros(), view.pattern(Which::H).nonzeros());
    // Beyond ten thousand rows only the size is shown.
    let larger = MatrixView::new(&looked_at(5100, Method::Dense), None);
    assert!(larger.too_full() && larger.counts.is_none() && larger.tree.is_empty());
    assert_eq!(larger.pattern(Which::H).rows.len(), 5100 * 5);
    assert!(larger.pattern(Which::A).nonzeros() > 10_200);
    let sweeps = MatrixView::new(&looked_at(40, Method::GaussSeidel), None);
    assert!(!sweeps.too_full() && sweeps.counts.is_none());
}

/// The drawing of a dense factor that is not computed equals that of a computed one, number by number, for islands, loops and hubs.
#[test]
fn a_full_factor_is_drawn_as_it_would_be_made() {
    for shape in [Shape::Chain, Shape::LoopsLocal, Shape::Star, Shape::Machines] {
        let made = assembled(shape.scene(24), Method::Dense);
        let mut drawn = made.clone();
        drawn.elimination = None;
        let [made, drawn] = [&made, &drawn].map(|at| MatrixView::new(at, None));
        assert_eq!(made.counts, drawn.counts, "{}", shape.id());
        for which in [Which::Factor, Which::Ordered] {
            let [one, other] = [&made, &drawn].map(|it| it.pattern(which));
            assert_eq!(one.rows, other.rows, "{}: {which:?}", shape.id());
            assert_eq!(one.nonzeros(), other.nonzeros(), "{}: {which:?}", shape.id());
            let size = one.rows.len();
            let window = Window {
                from: [0.0; 2],
                span: [size as f64; 2],
            };
            let raster = Raster::new(other, window, [size, size]);
            for row in 0..size {
                for column in 0..size {
                    let kind = one.kind_at(row, column);
                    assert_eq!(other.kind_at(row, column), kind, "{}: {row} {column}", shape.id());
                    assert_eq!(
                        raster.at(column, row).map(|it| it.0),
                        kind,
                        "{}: {row} {column}",
                        shape.id()
                    );
                }
            }
        }
        assert_eq!(
            made.pattern(Which::Factor).count(Kind::Fill),
            drawn.pattern(Which::Factor).count(Kind::Fill)
        );
    }
}

/// H of ten thousand rows: drawn whole, and zoomed in anywhere to one pixel per number, with every number at its place in the pattern.
#[test]
fn a_matrix_of_ten_thousand_rows_is_drawn_and_zoomed() {
    let at = assembled(Shape::Chain.scene(2000), Method::Sparse);
    let view = MatrixView::new(&at, None);
    for which in Which::ALL {
        let pattern = view.pattern(which);
        let size = [pattern.rows.len(), pattern.columns.len()];
        assert!(
            size[0] >= 4000 && pattern.nonzeros() > 10_000,
            "{which:?}: {size:?}"
        );
        if [Which::H, Which::Ordered, Which::Factor].contains(&which) {
            assert_eq!(size[0], 10_000, "{which:?}");
        }
        let whole = Window {
            from: [0.0; 2],
            span: size.map(|it| it as f64),
        };
        let raster = Raster::new(pattern, whole, [300, 300]);
        let sum: f64 = raster.cover.iter().flatten().map(|it| f64::from(*it)).sum();
        let numbers = sum * (size[0] * size[1]) as f64 / (300.0 * 300.0);
        let all = pattern.nonzeros() as f64;
        assert!(
            (numbers - all).abs() < 1e-3 * all,
            "{which:?}: {numbers} of {all}"
        );
        for share in [0.0, 0.37, 0.99] {
            let from = size.map(|it| (share * (it - 60) as f64).floor());
            let near = Raster::new(
                pattern,
                Window {
                    from,
                    span: [60.0; 2],
                },
                [60, 60],
            );
            for row in 0..60 {
                for column in 0..60 {
                    let there = pattern.kind_at(from[0] as usize + row, from[1] as usize + column);
                    assert_eq!(near.at(column, row).map(|it| it.0), there);
                }
            }
        }
    }
}

/// Count of the numbers in the columns of bodies in the factor.
fn nonzeros_of_bodies(view: &MatrixView) -> usize {
    let factor = view.pattern(Which::Factor);
    let of_body = |block: &&Block| factor.columns[block.at[1] as usize].role.is_none();
    let size = |block: &Block| usize::from(block.size[0]) * usize::from(block.size[1]);
    factor.blocks.iter().filter(of_body).map(size).sum()
}

#[test]
fn a_bitmap_covers_what_the_pattern_has() {
    let view = MatrixView::new(&assembled(gallery_scene("jansen"), Method::Sparse), None);
    let pattern = view.pattern(Which::H);
    let size = pattern.rows.len();
    let all = Window {
        from: [0.0; 2],
        span: [size as f64; 2],
    };
    for pixels in [[size, size], [37, 53], [400, 300]] {
        let raster = Raster::new(pattern, all, pixels);
        let sum: f32 = raster.cover.iter().flatten().sum();
        let numbers = f64::from(sum) * (size * size) as f64 / (pixels[0] * pixels[1]) as f64;
        let whole = pattern.nonzeros() as f64;
        assert!((numbers - whole).abs() < 1e-3 * whole, "{numbers} {whole}");
    }
    // One pixel per number: each is at its place in the pattern.
    let raster = Raster::new(pattern, all, [size, size]);
    for row in 0..size {
        for column in 0..size {
            let there = pattern.kind_at(row, column);
            assert_eq!(raster.at(column, row).map(|it| it.0), there);
        }
    }
}
