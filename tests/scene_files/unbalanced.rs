//! A missing or surplus bracket is reported at its item, and hides no fault of another item.

use tinkertoy::scene::file::{Fault, FileError};

use crate::read;

const TEXT: &str = r#"(version: 2,
  settings: (gravity: (0, -9.81), dtt: 0.01),
  parts: [
    (name: "a", shape: Compound(pieces: [(shape: Disk(radius: 1), at: (0, 0))]), at: (0.5, 0), mass: 1),
    (name: "b", shape: Bar(lenth: 1, width: 0.1), at: (0.5, 0), mass: 1),
    (name: "c", shape: Particle(), at: (0.5, 0), mas: 1),
  ],
  constraints: [(name: "pin", kind: Pin(), a: "ground", b: ("a", (-0.5, 0)), c: "b", e: "b")],
  notes: [(name: "note", text: "one (of [many", at: (0, 0), size: 2)],
)"#;
/// The faults of `TEXT`, each with its item and some words of its message.
const FAULTS: [(Option<&str>, &str); 5] = [
    (None, "settings: there is no field `dtt`"),
    (Some("b"), "there is no field `lenth`"),
    (Some("c"), "there is no field `mas`"),
    (Some("pin"), "there is no field `e`"),
    (Some("note"), "there is no field `size`"),
];

fn refused(text: &str) -> FileError {
    read(text).expect_err("it should be refused")
}

fn is_told(error: &FileError, (item, words): (Option<&str>, &str)) -> bool {
    let tells = |fault: &Fault| fault.item.as_deref() == item && fault.message.contains(words);
    error.faults.iter().any(tells)
}

#[test]
fn a_bracket_of_one_item_hides_no_fault_of_another() {
    let whole = refused(TEXT);
    for fault in FAULTS {
        assert!(is_told(&whole, fault), "{fault:?} in {whole}");
    }
    let start = TEXT.find("(name: \"a\"").unwrap();
    let end = start + TEXT[start..].find('\n').unwrap();
    let brackets = TEXT[start..end].match_indices(['(', ')', '[', ']']);
    let mut tried = 0;
    for (at, bracket) in brackets.map(|(at, bracket)| (start + at, bracket)) {
        let (before, after) = TEXT.split_at(at);
        let without = format!("{before}{}", &after[1..]);
        let doubled = format!("{before}{bracket}{after}");
        let turned = match bracket {
            "(" => "[",
            ")" => "]",
            "[" => "(",
            _ => ")",
        };
        let turned = format!("{before}{turned}{}", &after[1..]);
        for text in [without, doubled, turned] {
            let error = refused(&text);
            for fault in FAULTS {
                assert!(is_told(&error, fault), "{fault:?} in {error}\n{text}");
            }
            // Without its first bracket an item is none, so the fault is known by its line.
            let own = |fault: &Fault| {
                fault.item.as_deref() == Some("a")
                    || at == start && fault.at.is_some_and(|(line, _)| line == 4)
            };
            assert!(error.faults.iter().any(own), "a in {error}\n{text}");
            assert!(error.faults.len() <= FAULTS.len() + 3, "{error}\n{text}");
            tried += 1;
        }
    }
    assert_eq!(tried, 3 * 14);
}

/// Missing commas between items, and text after the end, are all reported.
#[test]
fn commas_between_items_are_told_all() {
    let text = TEXT.replace("mass: 1),\n    (name: \"b\"", "mass: 1) // and\n    (name: \"b\"");
    let text = text.replace("mass: 1),\n    (name: \"c\"", "mass: 1)\n    (name: \"c\"");
    for text in [text.clone(), format!("{text} ]")] {
        let error = refused(&text);
        for item in ["b", "c"] {
            assert!(
                is_told(&error, (Some(item), "a comma is missing before this")),
                "{error}"
            );
        }
        for fault in FAULTS {
            assert!(is_told(&error, fault), "{fault:?} in {error}");
        }
        let behind = is_told(&error, (None, "`]` closes nothing that is open here"));
        assert_eq!(behind, text.ends_with(']'), "{error}");
    }
}

/// A missing quote is reported at its item too, without swallowing further lines.
#[test]
fn a_quote_of_one_item_hides_no_fault_of_another() {
    let error = refused(&TEXT.replace("name: \"a\"", "name: \"a"));
    let told = |fault: &Fault| fault.at == Some((4, 12)) && fault.message.contains("does not end");
    assert!(error.faults.iter().any(told), "{error}");
    for fault in FAULTS {
        assert!(is_told(&error, fault), "{fault:?} in {error}");
    }
    let error = refused(&TEXT.replace("one (of", "one\n(of"));
    assert_eq!(error.faults.len(), refused(TEXT).faults.len(), "{error}");
}

/// Lists that run into each other, and a file that ends in the middle.
#[test]
fn what_is_not_closed_is_told_where_it_is_seen() {
    let open_list = TEXT.replace("  ],\n  constraints", "  constraints");
    let error = refused(&open_list);
    assert!(
        is_told(
            &error,
            (None, "parts: the list before `constraints` is not closed")
        ),
        "{error}"
    );
    for fault in FAULTS {
        assert!(is_told(&error, fault), "{fault:?} in {error}");
    }
    let cut = &TEXT[..TEXT.find(", mas: 1").unwrap()];
    let error = refused(cut);
    assert!(
        is_told(&error, (Some("c"), "part \"c\": the file ends in the middle")),
        "{error}"
    );
    assert!(is_told(&error, FAULTS[1]), "{error}");
}

/// Items without a readable name are known by their number, in which broken ones count.
#[test]
fn items_after_a_broken_one_keep_their_numbers() {
    for broken in [
        "(name: \"one\", shape: Particle(, at: (1, 0), mass: 1)",
        "(name: \"one\", shape: Particle(), at: (1, 0], mass: 1)",
        "(name: \"one\", shape: Particle(), at: (1, 0)), mass: 1)",
        "(name: \"one, shape: Particle(), at: (1, 0), mass: 1)",
        "name: \"one\", shape: Particle(), at: (1, 0), mass: 1)",
    ] {
        let text = format!(
            "(version: 2,\n parts: [\n  {broken},\n  (name: \"two\", shape: Particle(), at: (1, 0), mass: 1),\n\
             \u{20} (nme: \"three\", shape: Particle(), at: (1, 0), mass: 1),\n ],\n)"
        );
        let error = refused(&text);
        let told = |words: &str| error.faults.iter().any(|it| it.message.contains(words));
        assert!(told("part 3: there is no field `nme`"), "{error}\n{text}");
        assert!(!told("part 2"), "{error}\n{text}");
    }
}

/// Items of lists without names, and parts whose name is missing, are found after a broken item as well: by their column or by their first word.
#[test]
fn a_bracket_of_one_item_hides_no_fault_of_items_without_a_name() {
    let broken = [
        "(item: \"a\", field: \"x\", value: (\"1\")",
        "(item: \"a\", field: \"x\", value: (\"1\"])",
        "(item: \"a\", field: \"x\", value: \"1)",
    ];
    for broken in broken {
        for gap in ["\n    ", " "] {
            let text = format!(
                "(version: 2,\n  parts: [(name: \"a\", shape: Particle(), at: (0, 0), mass: 1)],\n  formulas: [\n    {broken},{gap}\
                 (item: \"a\", field: \"x\", value: \"1\", colr: 1),{gap}(item: \"a\", field: \"x\", value: \"1\"),{gap}\
                 (item: \"a\", field: \"x\", value: \"1\", lengh: 2),\n  ],\n  \
                 constraints: [(name: \"pin\", kind: Pin(), a: \"ground\", b: \"a\", e: \"b\")],\n)"
            );
            let error = refused(&text);
            // Without a line break nothing tells where a text that does not end is to end.
            if !(gap == " " && broken.contains("\"1)")) {
                for words in [
                    "formula 2: there is no field `colr`",
                    "formula 4: there is no field `lengh`",
                ] {
                    assert!(is_told(&error, (None, words)), "{words}: {error}\n{text}");
                }
                assert!(error.faults.len() <= 5, "{error}\n{text}");
            }
            assert!(is_told(&error, FAULTS[3]), "{error}\n{text}");
        }
    }
    let text = TEXT.replace("Compound(pieces: [", "Compound(pieces: [[");
    let text = text.replace("name: \"b\", ", "").replace("name: \"c\", ", "");
    let error = refused(&text);
    for words in [
        "part 2: there is no field `lenth`",
        "part 3: there is no field `mas`",
    ] {
        assert!(is_told(&error, (None, words)), "{words}: {error}");
    }
}

/// A piece of a compound on a line of its own is no item.
#[test]
fn a_piece_of_a_broken_item_is_no_item() {
    let text = "(version: 2,\n parts: [\n  (name: \"a\", shape: Compound(pieces: [\n    (shape: Disk(radius: 1), at: (0, 0)),\n    \
                (shape: Disk(radius: 1), at: (1, 0)),\n  ], at: (0, 0), mass: 1),\n  (name: \"b\", shape: Particle(), at: (0, 0), mas: 1),\n ],\n)";
    let error = refused(text);
    assert!(is_told(&error, (Some("a"), "part \"a\": ")), "{error}");
    assert!(is_told(&error, (Some("b"), "there is no field `mas`")), "{error}");
    assert_eq!(error.faults.len(), 2, "{error}");
}

/// A file in which all items are broken is scanned in bounded time.
#[test]
fn many_broken_items_are_read_in_time() {
    let items = "    (item: \"a\", field: \"x\", value: (\"1\"]),\n".repeat(30_000);
    let text = format!("(version: 2,\n  parts: [],\n  formulas: [\n{items}  ],\n)");
    let begun = std::time::Instant::now();
    let error = refused(&text);
    assert!(begun.elapsed().as_secs_f64() < 5.0, "{:?}", begun.elapsed());
    assert_eq!(error.faults.len(), 200, "{error}");
}
