//! Invalid input in the inspector is refused with a message and changes nothing: every parameter of
//! every kind beyond both ends of its range, and every text.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::{Editor, Intent};
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::validate::problems;
use tinkertoy::scene::{Attach, Id, Part, Scene};

use crate::build::{Build, centre};

/// Each kind with each of its options.
fn with_options<K: Parameters + Clone>(kind: K) -> Vec<K> {
    let mut all = vec![kind.clone()];
    for choice in kind.choices() {
        for option in 0..choice.options.len() {
            let mut other = kind.clone();
            assert!(other.choose(choice.key, option));
            // The kind chosen by an option may have options of its own.
            for further in other.choices() {
                for option in 0..further.options.len() {
                    let mut another = other.clone();
                    another.choose(further.key, option);
                    all.push(another);
                }
            }
        }
    }
    all
}

/// Four wheels apart from each other, as ends for joints.
fn wheels() -> (Build, Vec<Attach>) {
    let mut build = Build::default();
    let at = [(0.0, 0.0), (1.5, 0.2), (0.3, 1.6), (2.1, 1.9)];
    let ends = at.map(|(x, y)| centre(build.disk(x, y, 0.2, 1.0)));
    (build, ends.to_vec())
}

/// Sets each parameter beyond its range, and checks that it is refused by name.
fn refuses(scene: &Scene, id: Id, it: &dyn Parameters) {
    assert!(problems(scene).is_empty(), "{:?}", problems(scene));
    let mut editor = Editor::new(scene.clone());
    for parameter in it.parameters() {
        let beyond = |end: f64, sign: f64| end + sign * (1e-3 + end.abs());
        for value in [
            beyond(parameter.min, -1.0),
            beyond(parameter.max, 1.0),
            f64::NAN,
            f64::INFINITY,
        ] {
            editor.intend(Intent::SetParameter {
                ids: vec![id],
                key: parameter.key.to_owned(),
                value,
                done: true,
            });
            let what = format!("{} of {:?} as {value}", parameter.key, scene.name(Some(id)));
            assert_eq!(editor.scene(), scene, "{what} was taken");
            let said = editor.notices().last().map_or("", |it| &it.text);
            assert!(
                said.contains(&format!("{} is", parameter.key)) && said.contains("give a"),
                "{what}: {said:?}"
            );
        }
    }
}

/// Every text parameter of a kind refuses text that does not parse.
fn refuses_texts(mut it: impl Parameters + Clone + PartialEq + std::fmt::Debug) {
    for text in it.texts() {
        let before = it.clone();
        for nonsense in ["", "what", "1: 2: 3 +", "0: 0, 0: 0"] {
            let said = it.set_text(text.key, nonsense).unwrap_err();
            assert!(said.len() > 10, "{said}");
            assert_eq!(it, before);
        }
    }
}

#[test]
fn bad_numbers_of_constraints_are_refused_in_the_inspector() {
    for kind in ConstraintKind::catalogue().into_iter().flat_map(with_options) {
        let (mut build, ends) = wheels();
        let id = build.join(kind.clone(), &ends[..kind.slots().len()]);
        refuses(&build.scene, id, &kind);
        refuses_texts(kind);
    }
}

#[test]
fn bad_numbers_of_forces_are_refused_in_the_inspector() {
    for kind in ForceKind::catalogue().into_iter().flat_map(with_options) {
        let (mut build, ends) = wheels();
        let id = build.force(kind.clone(), &ends[..kind.slots().len()]);
        refuses(&build.scene, id, &kind);
        refuses_texts(kind);
    }
}

#[test]
fn bad_numbers_of_parts_are_refused_in_the_inspector() {
    for shape in Shape::catalogue().into_iter().flat_map(with_options) {
        let mut scene = Scene::default();
        let id = scene.add(Part::new("it", shape.clone(), Pose::new(0.1, 0.2, 0.0)));
        refuses(&scene, id, &shape);
    }
}

/// Values in range that are inconsistent, or impossible at that place, are refused as well: a wheel too large for its ring, a curve of one point,
/// gears moved onto each other, a rope pulled into its drum.
#[test]
fn what_does_not_go_together_is_refused_in_the_inspector() {
    use tinkertoy::constraints::{DrumRope, GearPair, Mesh, Track};
    let refused = |editor: &mut Editor, intent: Intent, words: &str| {
        let before = editor.scene().clone();
        editor.intend(intent);
        assert_eq!(editor.scene(), &before, "{words}");
        let said = editor.notices().last().map_or("", |it| &it.text);
        assert!(said.contains(words), "{said:?} does not say {words:?}");
    };
    let change = |kind: ConstraintKind, to: ConstraintKind, words: &str| {
        let (mut build, ends) = wheels();
        let id = build.join(kind.clone(), &ends[..kind.slots().len()]);
        let mut editor = Editor::new(build.scene);
        refused(&mut editor, Intent::SetConstraint { id, kind: to }, words);
    };
    let gears = GearPair::default();
    let inside = GearPair {
        mesh: Mesh::Inside,
        radius_a: 0.2,
        radius_b: 0.2,
        ..gears.clone()
    };
    let gears = ConstraintKind::GearPair(gears);
    change(
        gears.clone(),
        ConstraintKind::GearPair(inside),
        "does not fit inside",
    );
    let point = ConstraintKind::Track(Track {
        points: vec![Vec2::ZERO],
    });
    change(ConstraintKind::Track(Track::default()), point, "has 1 points");
    for (kind, words) in [
        (gears, "same centre"),
        (
            ConstraintKind::DrumRope(DrumRope::default()),
            "take it off the drum",
        ),
    ] {
        let (mut build, ends) = wheels();
        build.join(kind.clone(), &ends[..2]);
        let (one, other) = (ends[0].part.unwrap(), ends[1].part.unwrap());
        let pose = build.scene.part(one).unwrap().pose;
        let mut scene = build.scene;
        // A scene file with that pose is refused as well.
        let mut part = scene.part(other).unwrap().clone();
        part.pose = pose;
        let mut edit = tinkertoy::scene::Edit::new("onto each other");
        scene.plan_item(&mut edit, other, Some(part.into()));
        scene.apply(&edit);
        let found = problems(&scene);
        assert!(found.iter().any(|it| it.message.contains(words)), "{found:?}");
    }
}

type Change = fn(&mut tinkertoy::scene::Settings);

/// Settings of the world are refused too: a hand without stiffness, a step of length zero.
#[test]
fn bad_numbers_of_the_world_are_refused() {
    let scene = Scene::default();
    let mut editor = Editor::new(scene.clone());
    let bad: [(&str, Change); 5] = [
        ("hand_stiffness", |it| it.grip.stiffness = Some(0.0)),
        ("hand_limit", |it| it.grip.limit = Some(-1.0)),
        ("dt", |it| it.dt = 0.0),
        ("gravity.x", |it| it.gravity = Vec2::new(f64::NAN, 0.0)),
        ("linear_drag", |it| it.linear_drag = -1.0),
    ];
    for (key, change) in bad {
        let mut settings = scene.settings;
        change(&mut settings);
        editor.intend(Intent::SetSettings { settings, done: true });
        assert_eq!(editor.scene(), &scene, "{key}");
        let said = editor.notices().last().map_or("", |it| &it.text);
        assert!(said.contains(&format!("{key} is")), "{said}");
    }
}

/// A typed formula is refused at the place of its mistake, and nothing changes.
#[test]
fn a_mistake_in_a_formula_is_shown_where_it_is() {
    let mut kind = ConstraintKind::Implicit(Default::default());
    let before = kind.clone();
    let said = kind.set_text("formula", "x^2 + (y = 1").unwrap_err();
    assert!(said.starts_with("at character 10"), "{said}");
    assert_eq!(kind.mistake_at("formula", "x^2 + (y = 1"), Some(9));
    assert_eq!(kind.mistake_at("formula", "x^2 + y = 1"), None);
    assert_eq!(kind, before);
    kind.set_text("formula", "x^2 + y = 1").unwrap();
    assert_ne!(kind, before);
}

/// Every kind with every programme survives a round trip through a file.
#[test]
fn every_kind_goes_through_a_file_and_back() {
    // Optional numbers are written as numbers, as in scene files.
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    for kind in ConstraintKind::catalogue().into_iter().flat_map(with_options) {
        let text = options.to_string(&kind).unwrap();
        assert_eq!(options.from_str::<ConstraintKind>(&text).unwrap(), kind, "{text}");
    }
    for kind in ForceKind::catalogue().into_iter().flat_map(with_options) {
        let text = options.to_string(&kind).unwrap();
        assert_eq!(options.from_str::<ForceKind>(&text).unwrap(), kind, "{text}");
    }
}
