//! Restitution with friction: Newton's rule where it creates no energy, else Poisson's rule, else all restitutions scaled down.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::constraints::{ConstraintKind, EndStops, Pin, Slider};
use tinkertoy::forces::{ForceKind, Push};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Contact, Id, Integrator, Mass, Material, Part, Stabilisation};
use tinkertoy::sim::{Energy, Simulation};

use crate::build::{Build, centre, ground, v2};
use crate::contact::{on_a_floor, velocity};

/// A thin rod of mass 1 kg.
fn rod(build: &mut Build, name: &str, half: f64, pose: Pose, material: Material) -> Id {
    let shape = Shape::Box(Box {
        width: 2.0 * half,
        height: 0.02,
    });
    build.scene.add(Part {
        mass: Mass::Given {
            mass: 1.0,
            inertia: half * half / 3.0,
        },
        material,
        ..Part::new(name, shape, pose)
    })
}

fn kinetic(run: &Simulation) -> f64 {
    Energy::of(run.model(), run.state()).kinetic
}

/// A rod lands obliquely on one end, with the tangential velocity of the greatest effect, and sticks. With
/// `B = (J W J^T)^-1` Newton's rule, `u_n = e`, would increase its energy by `(B_nt²/B_tt - (1 - e²) B_nn)/2`.
/// By Poisson's rule it sticks during the expansion as well: `u_n = e (1 - B_nt²/(B_nn B_tt))`, for u_n- = -1.
#[test]
fn an_oblique_rod_with_friction_bounces_by_poissons_rule() {
    let e = 0.95;
    for integrator in [Integrator::Impulse, Integrator::Rk4] {
        let mut build = on_a_floor(0.0, 5.0, e);
        build.scene.settings.gravity = Vec2::ZERO;
        build.scene.settings.integrator = integrator;
        build.scene.settings.dt = 1.0 / 4800.0;
        let half = 0.5;
        let lean = std::f64::consts::FRAC_PI_4;
        let lever = unit(lean).rotate(v2(-half, -0.01));
        let pose = Pose::new(0.0, -lever.y + 0.0301, lean);
        let id = rod(&mut build, "rod", half, pose, Material::default());
        let inertia = half * half / 3.0;
        let (nn, tt) = (
            1.0 + lever.x * lever.x / inertia,
            1.0 + lever.y * lever.y / inertia,
        );
        let nt = -lever.x * lever.y / inertia;
        let determinant = nn * tt - nt * nt;
        let [b_nn, b_tt, b_nt] = [tt / determinant, nn / determinant, -nt / determinant];
        let slide = b_nt / b_tt;
        let gain = b_nt * b_nt / b_tt - (1.0 - e * e) * b_nn;
        assert!(gain > 0.1, "Newton's rule would create {gain}");
        build.set_velocity(id, v2(slide, -1.0), 0.0);
        let mut run = Simulation::new(&build.scene);
        let before = kinetic(&run);
        for _ in 0..300 {
            run.step().unwrap();
        }
        let [x, y, w] = velocity(&run, id);
        // After the impact it rotates a little further, clear of the floor: velocities of its end use the lever at the impact.
        let (normal, along) = (y + w * lever.x, x - w * lever.y);
        let expected = e * (1.0 - b_nt * b_nt / (b_nn * b_tt));
        // Impulse stepping applies the impact, and its lever, slightly above the floor.
        let off = if integrator == Integrator::Impulse {
            1e-3
        } else {
            1e-6
        };
        assert!(
            (normal - expected).abs() < off,
            "{integrator}: {normal} {expected}"
        );
        assert!(along.abs() < off, "{integrator}: {along}");
        assert!(kinetic(&run) < before, "{integrator}");
        let figures = run.state().contact;
        assert_eq!((figures.by_poisson, figures.scaled), (1, 0), "{integrator}");
        let lost = kinetic(&run) - before;
        assert!((run.state().work.dissipation - lost).abs() < 1e-9, "{integrator}");
    }
}

/// Pseudo-random numbers in -1 to 1, the same ones each time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Three rods, two of them pinned together if `pinned`, with friction and restitutions of their own, thrown at each other and at the floor.
fn brawl(dice: &mut Dice, integrator: Integrator, pinned: bool) -> Build {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.integrator = integrator;
    let mut ids = Vec::new();
    for k in 0..3 {
        let material = Material {
            friction: Some(1.0 + 0.9 * dice.throw()),
            restitution: Some(0.5 + 0.5 * dice.throw()),
            rolling: None,
        };
        let at = v2(0.9 * (f64::from(k) - 1.0), 0.75 + 0.1 * dice.throw());
        let pose = Pose::new(at.x, at.y, 1.2 * dice.throw());
        let id = rod(&mut build, &format!("rod {k}"), 0.4, pose, material);
        let aim = v2(-at.x, -1.0 + 0.5 * dice.throw());
        if !pinned {
            build.set_velocity(id, 2.0 * aim, 3.0 * dice.throw());
        }
        ids.push((id, pose));
    }
    if pinned {
        let [(a, one), (b, other)] = [ids[0], ids[1]];
        let end = one.point(v2(0.4, 0.0));
        let mut part = build.scene.part(b).unwrap().clone();
        let moved = end - (other.point(v2(-0.4, 0.0)) - other.position);
        part.pose = Pose::new(moved.x, moved.y, other.angle);
        let mut edit = tinkertoy::scene::Edit::new("");
        build.scene.plan_item(&mut edit, b, Some(part.into()));
        build.scene.apply(&edit);
        let ends = [Attach::part(a, v2(0.4, 0.0)), Attach::part(b, v2(-0.4, 0.0))];
        build.join(ConstraintKind::Pin(Pin {}), &ends);
        let fall = v2(0.5 * dice.throw(), -2.0);
        for (id, _) in ids {
            build.set_velocity(id, fall, 0.0);
        }
    }
    build
}

/// No impact creates energy, for any friction and restitutions, and each of the rules is needed.
#[test]
fn random_blows_create_no_energy() {
    let mut dice = Dice(7);
    let [mut by_poisson, mut scaled, mut blows] = [0; 3];
    for trial in 0..120 {
        let integrator = [Integrator::Impulse, Integrator::Rk4][trial % 2];
        // Impulse stepping is of first order where joints rotate.
        let pinned = integrator == Integrator::Rk4 && trial % 4 == 1;
        let build = brawl(&mut dice, integrator, pinned);
        let mut run = Simulation::new(&build.scene);
        let most = kinetic(&run);
        let mut before = most;
        for step in 0..480 {
            run.step().unwrap();
            let now = kinetic(&run);
            assert!(
                now <= before + 1e-6 * most,
                "{integrator} {trial}, step {step}: {before} to {now}, {:?}",
                run.state().contact
            );
            blows += u64::from(now < before - 1e-3 * most);
            before = now;
        }
        by_poisson += run.state().contact.by_poisson;
        scaled += run.state().contact.scaled;
    }
    println!("{blows} blows, {by_poisson} by Poisson's rule, {scaled} scaled");
    assert!(blows > 200 && by_poisson > 3, "{blows} {by_poisson} {scaled}");
}

/// A box that is thrown about in a slot hardly wider than itself hits both sides at once, and cannot leave both as fast as Newton's rule asks: all hits
/// are solved to ten digits, and none creates energy.
#[test]
fn a_box_in_a_slot_cannot_leave_both_sides_as_fast_as_it_came() {
    let mut dice = Dice(5);
    for case in 0..60 {
        let friction = [0.0, 0.3, 0.8, 2.0][case % 4];
        let mut build = Build::default();
        let settings = &mut build.scene.settings;
        settings.gravity = Vec2::ZERO;
        settings.integrator = Integrator::Impulse;
        settings.contact = Some(Contact {
            friction,
            restitution: [0.5, 0.8, 1.0][case % 3],
            ..Contact::default()
        });
        let play = 0.03 + 0.02 * dice.throw();
        for side in [-1.0, 1.0] {
            let shape = Shape::Box(Box {
                width: 1.0,
                height: 2.0,
            });
            let at = Pose::new(side * (0.6 + 0.5 * play), 0.0, 0.0);
            let mut wall = Part::new(format!("wall {side}"), shape, at);
            wall.fixed = true;
            build.scene.add(wall);
        }
        let shape = Shape::Box(Box {
            width: 0.2,
            height: 0.3,
        });
        let id = build.part(shape, Pose::default(), 1.0, 0.13 / 12.0);
        build.set_velocity(id, 2.0 * v2(dice.throw(), dice.throw()), 20.0 * dice.throw());
        let mut run = Simulation::new(&build.scene);
        let start = kinetic(&run);
        for _ in 0..120 {
            run.step().unwrap();
            let now = kinetic(&run);
            assert!(now <= start * (1.0 + 1e-9), "{case}: {now} J from {start} J");
        }
        let (unsolved, figures) = (run.state().control.unsolved_contacts, run.state().contact);
        assert_eq!(unsolved, 0, "{case}: {figures:?}");
        assert!(figures.residual_max < 1e-10, "{case}: {figures:?}");
    }
}

/// A carriage is pushed against a stop. Where only the force of a step leads it there, it arrives at the end of that step and bounces in the next one,
/// also where the projection holds the rows that the step holds.
#[test]
fn what_arrives_at_a_stop_by_the_force_of_a_step_bounces() {
    let push = 100.0;
    for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
        for case in 0..100 {
            let far = 0.2 + 0.007 * f64::from(case);
            let mut build = Build::default();
            let settings = &mut build.scene.settings;
            settings.gravity = Vec2::ZERO;
            settings.integrator = Integrator::Impulse;
            settings.stabilisation = stabilisation;
            let shape = Shape::Box(Box {
                width: 0.1,
                height: 0.1,
            });
            let id = build.part(shape, Pose::new(far, 0.0, 0.0), 1.0, 0.002);
            let (zero, own) = (ground(0.0, 0.0), centre(id));
            build.link(ConstraintKind::Slider(Slider::default()), zero, own);
            let stops = EndStops {
                axis: 0.0,
                lower: 0.0,
                upper: 5.0,
                restitution: 1.0,
            };
            build.link(ConstraintKind::EndStops(stops), zero, own);
            let force = Push {
                force: v2(-push, 0.0),
                ..Push::default()
            };
            build.force(ForceKind::Push(force), &[own]);
            let mut run = Simulation::new(&build.scene);
            // On the way back, halfway to where it came from.
            while run.state().time < (2.0 * far / push).sqrt() * (2.0 - 0.5_f64.sqrt()) {
                run.step().unwrap();
            }
            let energy = kinetic(&run) + push * run.state().q[0];
            let share = energy / (push * far);
            assert!(
                (share - 1.0).abs() < 0.3,
                "{stabilisation}, from {far} m: {share}"
            );
        }
    }
}
