//! Invalid scenes are refused with messages and places, never with a panic.

use tinkertoy::scene::file;
use tinkertoy::scene::gallery;

use crate::{one_of_each, read};

/// The faults of a text, one per line.
fn faults(text: &str) -> Vec<String> {
    let error = read(text).expect_err("it should be refused");
    error.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn all_faults_are_listed_with_their_places() {
    let faults = faults(
        r#"(version: 1,
  settings: (dt: 7, method: "magic"),
  parts: [
    (name: "a", shape: Disk(radius: -1), at: (0, 0)),
    (name: "a", shape: Disk(radius: 1), at: (NaN, 0)),
    (name: "", shape: Particle(), at: (0, 1e400), density: 0),
    (name: "dot", shape: Particle(), at: (0, 0), mass: -2, colour: "mauve"),
    (name: "plate", shape: Box(width: 1, height: 1), at: (0, 0), mass: 1, density: 1),
    (name: "ground", shape: Particle(), at: (0, 0)),
  ],
  constraints: [
    (name: "p", kind: Pin(), a: "plat", b: "dot"),
    (name: "m", kind: Motor(law: Speed, speed: 1), a: "ground", b: "dot"),
    (name: "q", kind: Pin(), a: "plate"),
    (name: "r", kind: Pin(), b: "plate"),
    (name: "s", kind: Distance(length: 1), a: "plate", b: "plate"),
  ],
  traces: [(name: "t", at: "nothing like it")])"#,
    );
    for (place, words) in [
        ("2:3: ", "dt is 7"),
        ("2:3: ", "magic"),
        ("4:5: ", "radius is -1"),
        ("5:5: ", "NaN"),
        ("5:5: ", "given twice"),
        ("6:5: ", "empty name"),
        ("6:5: ", "inf"),
        ("6:5: ", "density is 0"),
        ("7:5: ", "mass is -2"),
        ("7:5: ", "mauve"),
        ("8:5: ", "the one or the other"),
        ("9:5: ", "name of the ground"),
        ("12:5: ", "did you mean \"plate\"?"),
        ("13:5: ", "needs an angle"),
        ("14:5: ", "has 1 ends"),
        ("15:5: ", "no a"),
        ("16:5: ", "to itself"),
        ("18:12: ", "there is no part of that name"),
    ] {
        let found = faults
            .iter()
            .any(|it| it.starts_with(&format!("machine.ron:{place}")) && it.contains(words));
        assert!(found, "no {place}{words} in:\n{}", faults.join("\n"));
    }
    assert!(faults.is_sorted_by_key(|it| it.split(':').nth(1).unwrap().parse::<u32>().unwrap()));
}

#[test]
fn numbers_of_hundreds_of_digits_are_told_with_an_exponent() {
    let text =
        r#"(version: 2, parts: [(name: "a", shape: Disk(radius: 1e300), at: (1e308, 0), mass: -1e200)])"#;
    for fault in faults(text) {
        assert!(fault.len() < 200, "{fault}");
    }
    assert!(faults(text).iter().any(|it| it.contains("its mass is -1e200")));
}

/// Comparing each wrong name with each part would take the product of both: minutes for a file of 20 MB.
#[test]
fn a_similar_name_is_sought_with_bounded_work() {
    let text = |parts: usize, length: usize, wrong: usize| {
        let stem = "a".repeat(length);
        let part = |k| format!("(name: \"{stem}{k:05}\", shape: Particle(), at: (0, 0), mass: 1),");
        let tie =
            |k| format!("(name: \"r{k}\", kind: Distance(length: 1), a: \"ground\", b: \"{stem}b{k:04}\"),");
        let [parts, ties]: [String; 2] = [(0..parts).map(part).collect(), (0..wrong).map(tie).collect()];
        format!("(version: 2, parts: [{parts}], constraints: [{ties}])")
    };
    let guesses = |text: &str| {
        faults(text)
            .iter()
            .filter(|it| it.contains("did you mean"))
            .count()
    };
    assert_eq!(guesses(&text(10, 50, 40)), 40);
    assert_eq!(
        guesses(&text(10, 100, 40)),
        0,
        "no one types names of 100 letters"
    );
    let some = guesses(&text(2000, 50, 40));
    assert!((1..20).contains(&some), "{some}");
}

#[test]
fn grammar_faults_say_what_to_do() {
    for (text, place, words) in [
        ("", "1:1", "empty"),
        ("(title: \"x\")", "1:", "version: 2"),
        ("(version: 3, gizmos: [Whirl(3)])", "1:1", "newer"),
        ("(version: 0)", "1:1", "version: 2"),
        ("(version: 1, colour: 3)", "1:14", "no field `colour`"),
        (
            "(version: 1,\n parts: [(name: \"a\", shape: Disk(radius: 1, weight: 2), at: (0, 0))])",
            "2:45",
            "no field `weight`",
        ),
        (
            "(version: 1,\n parts: [(name: \"a\", shape: Blob(), at: (0, 0))])",
            "2:29",
            "give one of Particle, Disk, Box, Bar",
        ),
        (
            "(version: 1, parts: [(name: \"a\", shape: Disk(radius: 1))])",
            "1:",
            "has no `at`",
        ),
        (
            "(version: 1, parts: [(name: \"a\", shape: Disk(radius: \"big\"), at: (0, 0))])",
            "1:",
            "no finite number",
        ),
        (
            "(version: 1, constraints: [(name: \"a\", kind: Pin, a: \"b\")])",
            "1:",
            "Pin()",
        ),
        ("(version: 1, parts: [", "1:", "cut off"),
        ("(version: 1) trailing", "1:13", "trailing"),
        ("machine(version: 1)", "1:", "scene"),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].starts_with(&format!("machine.ron:{place}")) && faults[0].contains(words),
            "{text}\n{}",
            faults[0]
        );
    }
}

#[test]
fn a_density_that_leaves_no_mass_is_refused() {
    for density in ["1e-320", "1e-310"] {
        let part = format!("(name: \"a\", shape: Disk(radius: 0.001), at: (0, 0), density: {density})");
        let faults = faults(&format!("(version: 1, parts: [{part}])"));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains("larger"), "{faults:?}");
    }
    assert!(read("scene(version: 1)").is_ok());
}

#[test]
fn hostile_text_is_refused() {
    let deep = format!("(version: 1, parts: {}", "[".repeat(100_000));
    assert!(faults(&deep)[0].contains("nested deeper"), "{:?}", faults(&deep));
    let deep = format!(
        "(version: 1, gizmo: {}{})",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(faults(&deep)[0].contains("nested deeper"));
    let many = format!(
        "(version: 1, constraints: [{}])",
        "(name: \"x\", kind: Pin(), a: \"y\"),".repeat(2000)
    );
    let error = read(&many).expect_err("no such part");
    assert_eq!(error.faults.len(), file::MOST_FAULTS);
    assert!(error.more >= 3800, "the rest is counted: {}", error.more);
    assert!(
        error
            .to_string()
            .ends_with(&format!("and {} more of that sort", error.more))
    );
    let many = format!("(version: 1, parts: [{}])", "(name: 3),".repeat(2000));
    let error = read(&many).expect_err("a name is a text");
    assert_eq!(error.faults.len(), file::MOST_FAULTS);
    assert!(error.more >= 1700, "so is that of grammar: {}", error.more);
    assert!(faults("\u{0}\u{1}")[0].starts_with("machine.ron:1:1: "));
    let large = " ".repeat(file::LARGEST + 1);
    assert!(faults(&large)[0].contains("64 MB"));
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    for text in [
        file::write(&one_of_each()),
        gallery::find("four-bar").unwrap().text.to_owned(),
    ] {
        for end in 0..text.trim_end().len() {
            let error = file::read_bytes(text.as_bytes()[..end].to_vec(), "cut.ron").expect_err("cut off");
            assert_eq!(error.faults.len(), 1);
            assert!(error.faults[0].at.is_some(), "{error}");
        }
    }
}

#[test]
fn all_faults_of_grammar_are_listed_with_their_items() {
    let faults = faults(
        r#"(version: 1,
  gravity: 3,
  settings: (dt: "long", gravity: (0, up), colour: 3),
  parts: [
    (name: "a", shape: Disk(radius: "big", weight: 2), at: (0, 0), mass: heavy),
    (name: "good", shape: Disk(radius: 1), at: (0, 0)),
    (name: "b", shape: Blob(), at: (0, 0)), (shape: Disk(), at: (0, 0)),
    (name: "c", shape: Disk(radius: 1)),
  ],
  constraints: [
    (name: "p", kind: Pin, a: "a", b: "b"),
    (name: "q", kind: Pin(), a: 7, b: "b"),
  ],
  traces: [(name: "t")])"#,
    );
    for (place, words) in [
        ("2:3: ", "no field `gravity`"),
        ("3:17: ", "settings: "),
        ("3:39: ", "settings: "),
        ("3:44: ", "no field `colour`"),
        ("5:36: ", "part \"a\": "),
        ("5:44: ", "no field `weight`"),
        ("5:7", "part \"a\": "),
        ("7:24: ", "part \"b\": there is no kind `Blob`"),
        ("7:58: ", "part 4: Disk has no `radius`"),
        ("8:", "part \"c\": part has no `at`"),
        ("11:", "constraint \"p\": "),
        ("12:", "constraint \"q\": "),
        ("14:", "trace \"t\": trace has no `at`"),
    ] {
        let found = faults
            .iter()
            .any(|it| it.starts_with(&format!("machine.ron:{place}")) && it.contains(words));
        assert!(found, "no {place}{words} in:\n{}", faults.join("\n"));
    }
    assert_eq!(faults.len(), 14, "{}", faults.join("\n"));
}

/// The parser resumes behind the comma that is missing: it hides no later fault of the item, and none follows from it.
#[test]
fn one_missing_comma_is_one_fault() {
    for (text, told) in [
        (
            "(version: 2, parts: [\n (name: \"five\" shape: Disk(radius: 1), at: (4, 0))])",
            &["2:16: part \"five\": Expected comma"][..],
        ),
        (
            "(version: 2, parts: [\n (name: \"a\"\n shape: Disk(radius: 1)\n at: (4, 0), mas: 1)])",
            &[
                "3:2: part \"a\": Expected comma",
                "4:2: part \"a\": Expected comma",
                "4:14: part \"a\": there is no field `mas`",
            ],
        ),
        (
            "(version: 2, parts: [\n (name: \"a\"\nshape: Disk(radius: 1), at: (4, 0))])",
            &["3:1: part \"a\": Expected comma"],
        ),
        (
            "(version: 2, settings: (dt: 0.01 gravity: (0 -9), kss: 2))",
            &[
                "1:34: settings: Expected comma",
                "1:46: settings: Expected comma",
                "1:51: settings: there is no field `kss`",
            ],
        ),
        (
            "(version: 2, constraints: [\n (name: \"k\", kind: Distance(length: 1) a: \"a\" b: \"b\")])",
            &[
                "2:40: constraint \"k\": Expected comma",
                "2:47: constraint \"k\": Expected comma",
            ],
        ),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), told.len(), "{text}\n{faults:#?}");
        for (fault, told) in faults.iter().zip(told) {
            assert!(
                fault.starts_with(&format!("machine.ron:{told}")),
                "{text}\n{fault}"
            );
        }
    }
}

#[test]
fn more_than_a_scene_can_have_is_refused_before_it_is_read() {
    let long = "x".repeat(tinkertoy::scene::validate::LONGEST_TEXT + 1);
    for text in [
        format!("(version: 1,\n title: \"{long}\")"),
        format!("(version: 1,\n title: r#\"{long}\"#)"),
        format!("(version: 1, parts: [\n (name: \"{long}\")])"),
    ] {
        let faults = faults(&text);
        assert_eq!(faults.len(), 1);
        assert!(
            faults[0].starts_with("machine.ron:2:") && faults[0].contains("give at most 65536"),
            "{}",
            &faults[0][..200]
        );
    }
    let said = faults(&format!("(version: 2, title: \"{}\")", "x".repeat(1001)));
    assert!(said[0].contains("its title has 1001 characters"), "{said:?}");
    let said = faults(&format!(
        "(version: 1, parts: [{}])",
        "(),".repeat(file::MOST_ITEMS + 5)
    ));
    assert_eq!(
        said,
        [format!(
            "machine.ron:1:{}: the scene has more than 400000 items; make two of it",
            22 + 3 * file::MOST_ITEMS
        )]
    );
    let said = faults(&format!("({})", "version: 1, ".repeat(101)));
    assert!(said[0].contains("more than 100 fields"), "{said:?}");
    let points = "(0, 0),".repeat(file::MOST_BRACKETS + 1);
    let said = faults(&format!(
        "(version: 1, constraints: [(kind: Track(points: [{points}]))])"
    ));
    assert!(
        said.len() == 1 && said[0].contains("more than 100000 brackets"),
        "{said:?}"
    );
}

#[test]
fn gauss_seidel_is_refused_where_a_force_acts_elsewhere_with_the_item() {
    let text = gallery::find("afar")
        .unwrap()
        .text
        .replace("method: \"sparse\"", "method: \"gauss-seidel\"");
    let said = faults(&text);
    assert!(
        said.iter().all(|it| it.contains("Gauss-Seidel does not solve")) && !said.is_empty(),
        "{said:?}"
    );
    let line: usize = said[0].split(':').nth(1).unwrap().parse().unwrap();
    let name = said[0].split('"').nth(1).unwrap();
    assert!(text.lines().nth(line - 1).unwrap().contains(name), "{said:?}");
}

#[test]
fn faults_of_named_parameters_are_told_with_their_places() {
    let text = |version: u32, variables: &str, formulas: &str| {
        format!(
            r#"(version: {version}, parts: [(name: "arm", shape: Bar(length: 1, width: 0.1), at: (0, 0))],
  variables: [
    {variables}
  ],
  formulas: [
    {formulas}
  ])"#
        )
    };
    let good = [
        r#"(name: "L1", value: "120 mm"),"#,
        r#"(item: "arm", field: "length", value: "2*L1 + 5 mm"),"#,
    ];
    let scene = read(&text(2, good[0], good[1])).unwrap();
    let arm = scene.item(scene.find("arm").unwrap()).unwrap();
    assert_eq!(
        tinkertoy::scene::field::value(arm, "length"),
        Some(0.245),
        "not as its number says"
    );
    for (variables, formulas, place, words) in [
        (
            good[0],
            r#"(item: "leg", field: "length", value: "L1"),"#,
            "6:5: ",
            "no item of that name",
        ),
        (
            good[0],
            r#"(item: "arm", field: "reach", value: "L1"),"#,
            "6:5: ",
            "there are length, width",
        ),
        (
            good[0],
            r#"(item: "arm", field: "length", value: "L2"),"#,
            "6:5: ",
            "named L2",
        ),
        (
            good[0],
            r#"(item: "arm", field: "mass", value: "L1"),"#,
            "6:5: ",
            "this is in m",
        ),
        (
            good[0],
            r#"(item: "arm", field: "length", value: "-L1"),"#,
            "6:5: ",
            "give a number from",
        ),
        (r#"(name: "m", value: "1"),"#, "", "3:5: ", "name of a unit"),
        (
            r#"(name: "a", value: "b"), (name: "b", value: "a"),"#,
            "",
            "3:30: ",
            "speaks of itself",
        ),
        (
            r#"(name: "a", value: "1"), (name: "a", value: "2"),"#,
            "",
            "3:30: ",
            "given twice",
        ),
        (
            r#"(name: "a", value: "1", slider: (2, 1)),"#,
            "",
            "3:5: ",
            "lesser first",
        ),
        (r#"(name: "a", value: 1),"#, "", "3:", "string"),
        (r#"(name: "a", worth: "1"),"#, "", "3:", "no field `worth`"),
    ] {
        let faults = faults(&text(2, variables, formulas));
        let told = |fault: &String| fault.contains(place) && fault.to_lowercase().contains(words);
        assert!(
            faults
                .iter()
                .any(|fault| told(fault) || fault.contains(place) && fault.contains(words)),
            "{variables} {formulas}: {faults:#?}"
        );
    }
    let old = faults(&text(1, good[0], good[1]));
    assert!(old[0].contains("came with version 2"), "{old:?}");
    // A long chain of parameters, each depending on the previous one, in the worst order: read quickly, without recursion.
    let chain: Vec<String> = (1..20_000)
        .rev()
        .map(|k| format!(r#"(name: "p{k}", value: "p{} + 1"),"#, k - 1))
        .collect();
    let chain = chain.concat() + r#"(name: "p0", value: "1"),"#;
    let scene = read(&text(2, &chain, "")).unwrap();
    assert_eq!(scene.variables.values()["p19999"].value, 20_000.0);
}

#[test]
fn a_number_that_is_not_whole_and_a_version_that_is_none_are_told_as_such() {
    let part = |layer: &str| {
        format!(
            "(version: 2, parts: [(name: \"a\", shape: Particle(), at: (0, 0), mass: 1, layer: {layer})])"
        )
    };
    for (text, words) in [
        (part("1.5"), "`layer` is a whole number"),
        (part("1e3"), "`layer` is a whole number"),
        (part("10000000000"), "out of range for `layer`"),
        ("(version: 1e20)".into(), "no version 1e20"),
        (
            "(version: 100000000000000000000)".into(),
            "this program knows 1 to 2",
        ),
        ("(version: 2.5)".into(), "no version 2.5"),
        ("(version: -1)".into(), "no version -1"),
    ] {
        let found = faults(&text);
        assert!(found[0].contains(words), "{text}: {found:?}");
    }
    let comma = faults("(version: 2, parts: [(name: \"a\", shape: Particle(), at: (0, 0) angle: 1.5)])");
    assert!(comma[0].contains("comma"), "{comma:?}");
}
