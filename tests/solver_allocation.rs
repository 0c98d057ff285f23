//! After the symbolic phase the sparse method allocates nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unsafe_code)]

mod solver_systems;

use std::alloc::{GlobalAlloc, Layout, System as Allocator};
use std::cell::Cell;

use solver_systems::{Random, random_build};
use tinkertoy::solver::{Method, Solution, Solver};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { Allocator.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { Allocator.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { Allocator.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
