//! Completeness of the catalogue: every kind has a tool, a picture, labels for the inspector, a scene of the gallery, rows in the documentation and a
//! closed form. A new kind that lacks one of them fails here.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, EndPorts};
use tinkertoy::editor::Tool;
use tinkertoy::forces::ForceKind;
use tinkertoy::math::Vec2;
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::Scene;
use tinkertoy::scene::gallery::GALLERY;

/// A kind of any table, with the properties that the tests compare.
struct Row {
    tag: &'static str,
    label: &'static str,
    tool: Tool,
    drawn: bool,
    words: Vec<String>,
}

fn words(it: &dyn Parameters) -> Vec<String> {
    let numbers = it.parameters().into_iter().map(|it| it.label.to_owned());
    let choices = it.choices().into_iter().map(|it| it.label.to_owned());
    let texts = it.texts().into_iter().map(|it| it.label.to_owned());
    numbers.chain(choices).chain(texts).collect()
}

/// Ports at four points apart from each other.
fn ends() -> Vec<EndPorts> {
    let at = [(0.0, 0.0), (1.5, 0.2), (0.3, 1.6), (2.1, 1.9)];
    at.map(|(x, y)| EndPorts::fixed(Vec2::new(x, y), 0.3 * x))
        .to_vec()
}

fn shapes() -> Vec<Row> {
    let row = |it: Shape| Row {
        tag: it.tag(),
        label: it.label(),
        tool: Tool::Part(it.id()),
        drawn: it.sketch().is_some() || it.outline().bounds(0.01).0.is_finite(),
        words: words(&it),
    };
    Shape::catalogue().into_iter().map(row).collect()
}

fn constraints() -> Vec<Row> {
    let row = |it: ConstraintKind| Row {
        tag: it.tag(),
        label: it.label(),
        tool: Tool::Constraint(it.id()),
        drawn: !it.glyph(&ends()[..it.slots().len()]).is_empty(),
        words: words(&it),
    };
    ConstraintKind::catalogue().into_iter().map(row).collect()
}

fn forces() -> Vec<Row> {
    let row = |it: ForceKind| Row {
        tag: it.tag(),
        label: it.label(),
        tool: Tool::Force(it.id()),
        drawn: !it.glyph(&ends()[..it.slots().len()]).is_empty(),
        words: words(&it),
    };
    ForceKind::catalogue().into_iter().map(row).collect()
}

fn all() -> Vec<Row> {
    [shapes(), constraints(), forces()]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn each_has_a_tool_a_glyph_and_words() {
    let tools = Tool::all();
    for row in all() {
        assert!(tools.contains(&row.tool), "no tool makes a {}", row.tag);
        assert!(
            !row.tool.label().is_empty() && !row.tool.help().is_empty(),
            "{}",
            row.tag
        );
        assert!(row.drawn, "nothing is to be seen of a {}", row.tag);
        let mut words = row.words.clone();
        assert!(
            words
                .iter()
                .all(|word| word.len() > 1 || word.chars().all(char::is_alphabetic)),
            "{words:?}"
        );
        words.sort();
        words.dedup();
        assert_eq!(
            words.len(),
            row.words.len(),
            "two things of a {} have one name: {:?}",
            row.tag,
            row.words
        );
    }
}

#[test]
fn each_is_in_a_scene_of_the_gallery() {
    let scenes: Vec<Scene> = GALLERY.iter().map(|it| it.scene().unwrap()).collect();
    let tags: Vec<&str> = scenes
        .iter()
        .flat_map(|scene| {
            let parts = scene.parts().map(|(_, it)| it.shape.tag());
            let links = scene.constraints().map(|(_, it)| it.kind.tag());
            parts
                .chain(links)
                .chain(scene.forces().map(|(_, it)| it.kind.tag()))
        })
        .collect();
    for row in all() {
        assert!(
            tags.contains(&row.tag),
            "no scene of the gallery has a {}",
            row.tag
        );
    }
}

/// Each kind has a row on its effect in the theory, found by its label, and a row on its parameters in the scene format, found by its tag.
#[test]
fn each_has_its_rows_in_the_documentation() {
    let theory = include_str!("../../docs/theory.md");
    let first_column: Vec<String> = theory
        .lines()
        .filter_map(|line| Some(line.strip_prefix("| ")?.split(" | ").next()?.to_lowercase()))
        .collect();
    let named = |label: &str| {
        let label = label.to_lowercase();
        first_column
            .iter()
            .any(|cell| cell.split([',', ';', '(']).any(|it| it.trim() == label))
    };
    let format = include_str!("../../docs/scene-format.md");
    for row in all() {
        assert!(
            named(row.label),
            "no row of the theory is on a {}",
            row.label.to_lowercase()
        );
        let described = format!("| `{}(", row.tag);
        assert!(format.contains(&described), "the format has no row {described}");
    }
}

/// Constraints and forces are compared with closed forms, each in a test that builds one of that kind.
#[test]
fn each_has_a_closed_form() {
    let tests = [
        include_str!("../physics/breaking.rs"),
        include_str!("../physics/closed_forms.rs"),
        include_str!("../physics/limits.rs"),
        include_str!("../physics/ratchet.rs"),
        include_str!("closing.rs"),
        include_str!("curves.rs"),
        include_str!("drives.rs"),
        include_str!("elastic.rs"),
        include_str!("elsewhere.rs"),
        include_str!("forces.rs"),
        include_str!("generalized.rs"),
        include_str!("guides.rs"),
        include_str!("joints.rs"),
        include_str!("page.rs"),
        include_str!("planetary.rs"),
        include_str!("reference.rs"),
        include_str!("wheels.rs"),
    ];
    let others = [
        "Particle", "Disk", "Box", "Bar", "Polygon", "Wall", "Gear", "Rack", "Compound",
    ];
    for row in all().into_iter().filter(|row| !others.contains(&row.tag)) {
        let [made, usual] = [format!("{} {{", row.tag), format!("{}::default", row.tag)];
        let found = tests.iter().any(|text| {
            text.contains(&made) || text.contains(&usual) || text.contains(&format!("Kind::{}(", row.tag))
        });
        // The builder of tests has a method of its own for these two.
        let built = match row.tag {
            "Pin" => tests.iter().any(|text| text.contains("build.pin(")),
            "Distance" => tests.iter().any(|text| text.contains("build.rod(")),
            _ => false,
        };
        assert!(found || built, "nothing is computed with a {}", row.tag);
    }
}

/// Mass properties of rigid shapes: mass of the enclosed area and centre of mass, compared with sums over a fine grid.
#[test]
fn each_shape_weighs_what_it_encloses() {
    for shape in Shape::catalogue() {
        // The mass of beads is given, that of compound parts is the sum of their pieces, and a springy bar is a line from hole to hole.
        if shape.is_dot() || matches!(shape, Shape::Compound(_) | Shape::Leaf(_)) {
            continue;
        }
        let outline = shape.outline();
        let (low, high) = outline.bounds(0.0);
        let (n, size) = (600, high - low);
        let cell = size / f64::from(n);
        let (mut area, mut first, mut second) = (0.0, Vec2::ZERO, 0.0);
        for i in 0..n {
            for j in 0..n {
                let p = low + cell * Vec2::new(f64::from(i) + 0.5, f64::from(j) + 0.5);
                if outline.distance(p) < 0.0 {
                    area += cell.x * cell.y;
                    first += cell.x * cell.y * p;
                    second += cell.x * cell.y * p.length_squared();
                }
            }
        }
        let own = shape.mass_at_density(1.0);
        let tag = shape.tag();
        assert!((own.mass / area - 1.0).abs() < 1e-2, "{tag}: {} {area}", own.mass);
        assert!(
            (own.inertia / second - 1.0).abs() < 2e-2,
            "{tag}: {} {second}",
            own.inertia
        );
        assert!(
            (first / area).length() < 5e-3 * size.length(),
            "{tag}: its origin is off by {}",
            first / area
        );
        // The centre of a concave shape may lie outside it, and the pitch line runs through the gaps.
        let on_it = |name: &str| !["centre", "pitch line"].contains(&name);
        for point in shape.snap_points().iter().filter(|it| on_it(it.name)) {
            assert!(
                outline.distance(point.at) < 1e-9,
                "{tag}: {} is beside it",
                point.name
            );
        }
        let drawn = shape.sized_by_drag(Vec2::new(1.3, 0.8));
        assert_eq!(drawn.problem(), None, "{tag}");
    }
}
