//! Ends of a solve before its answer: the cancel flag and the work budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::systems::{Random, chain};
use tinkertoy_solver::{Method, Solution, SolveError, Solver, WorkBudget};

#[test]
fn a_long_factorisation_can_be_cancelled() {
    let (topology, system) = chain(1000).finish(&mut Random::new(1));
    let mut solver = Solver::new(Method::Dense);
    let begin = Instant::now();
    solver.factor(&topology, &system).unwrap();
    let whole = begin.elapsed();
    let flag = Arc::new(AtomicBool::new(false));
    solver.set_cancel(flag.clone());
    let (sent, raised) = std::sync::mpsc::channel();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        sent.send(Instant::now()).unwrap();
        flag.store(true, Ordering::Relaxed);
    });
    let result = (0..100).find_map(|_| solver.factor(&topology, &system).err());
    let late = raised.recv().unwrap().elapsed();
    raiser.join().unwrap();
    assert_eq!(result, Some(SolveError::Cancelled));
    assert!(late < whole / 2, "{late:?} where all of it takes {whole:?}");
}

/// Solvers that share a budget are charged the same on every processor, and fail when the budget is spent.
#[test]
fn work_ends_with_its_budget() {
    let (topology, system) = chain(100).finish(&mut Random::new(1));
    let mut out = Solution::default();
    for method in Method::ALL {
        let mut solver = Solver::new(method);
        let account = Arc::clone(solver.work_budget());
        account.begin(None);
        solver.factor_and_solve(&topology, &system, &mut out).unwrap();
        let first = account.spent();
        account.begin(Some(u64::MAX));
        solver.factor_and_solve(&topology, &system, &mut out).unwrap();
        let once = account.spent();
        // The first solve includes the symbolic phase.
        assert!(0 < once && once <= first, "{method:?}: {once}, {first}");
        account.begin(Some(3 * once));
        let mut other = Solver::new(method);
        other.copy_settings_from(&solver);
        let answers = (0..300).map(|k| {
            let asked = if k % 2 == 0 { &mut solver } else { &mut other };
            asked.factor_and_solve(&topology, &system, &mut out)
        });
        let answers: Vec<_> = answers.collect();
        // Up to 64 charges of the largest kind are granted, as long as they come to 8 times the budget.
        assert_eq!(answers[15], Ok(()), "{method:?}");
        assert_eq!(answers[299], Err(SolveError::TooLong), "{method:?}");
        // What takes more than the whole budget by itself is not begun.
        account.begin(Some(once / 8));
        assert_eq!(
            solver.factor_and_solve(&topology, &system, &mut out),
            Err(SolveError::TooLong),
            "{method:?}"
        );
        account.begin(None);
        assert_eq!(solver.factor_and_solve(&topology, &system, &mut out), Ok(()));
    }
}

/// Tasks that each take a little too much end a series, after some of them; those of fair work never do.
#[test]
fn a_series_of_tasks_ends_with_its_excess() {
    let account = WorkBudget::default();
    let task = |work: f64| {
        account.begin_next(1000, 100);
        account.charge_strictly(work)
    };
    assert!((0..1000).all(|_| task(100.0).is_ok()));
    let tasks = (0..100).take_while(|_| task(200.0).is_ok()).count();
    assert_eq!(tasks, 4);
    // What follows is another series.
    assert_eq!(task(500.0), Ok(()));
    assert_eq!(task(500.0), Err(SolveError::TooLong));
}
