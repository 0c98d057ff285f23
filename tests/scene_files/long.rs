//! Words, names and formulas that are far too long are refused with messages of limited length.

use crate::read;

/// Longest message of a fault with all of its insertions (bytes).
const MOST: usize = 4000;

fn refused(text: &str) -> String {
    let told = read(text).expect_err("it should be refused").to_string();
    for line in told.lines() {
        assert!(line.len() < MOST, "{} bytes: {}", line.len(), &line[..200]);
    }
    told
}

#[test]
fn words_without_end_are_refused_by_their_start() {
    let long = "m\u{e9}".repeat(500_000);
    for text in [
        format!("(version: 2, {long}: 3)"),
        format!("(version: 2, settings: ({long}: 3))"),
        format!("(version: 2, parts: [(name: \"a\", shape: {long}(radius: 1), at: (0, 0))])"),
        format!("(version: 2, parts: [(name: \"a\", {long}: 1)])"),
        long.clone(),
    ] {
        let told = refused(&text);
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains("has 1500000 bytes"), "{told}");
        assert!(told.contains("mémé") && told.contains('…'), "{told}");
    }
}

#[test]
fn long_texts_are_quoted_by_their_start() {
    let long = "1+".repeat(30_000);
    let variable = format!("(name: \"a\", value: \"{long}\"),");
    let told = refused(&format!("(version: 2, variables: [{}])", variable.repeat(200)));
    assert!(told.contains("a = 1+1+") && told.contains('…'), "{told}");
    let part = "(name: \"p\", shape: Disk(radius: 1), at: (0, 0))";
    let name = "n".repeat(60_000);
    for formula in [
        format!("(item: \"p\", field: \"x\", value: \"{long}\")"),
        format!("(item: \"p\", field: \"x\", value: \"{name}\")"),
        format!("(item: \"p\", field: \"{name}\", value: \"1\")"),
        format!("(item: \"{name}\", field: \"x\", value: \"{long}\")"),
    ] {
        refused(&format!("(version: 2, parts: [{part}], formulas: [{formula}])"));
    }
    // Where a message quotes a whole name, the middle of the name is left out: the advice stands at the end.
    let told = refused(&format!(
        "(version: 2, parts: [(name: \"{name}\", shape: Disk(radius: -1), at: (0, 0))])"
    ));
    assert!(told.contains('…') && told.contains("radius is -1"), "{told}");
    let wire = format!("(name: \"w\", kind: Implicit(formula: \"{long}\"), a: \"ground\", b: \"p\")");
    let told = refused(&format!("(version: 2, parts: [{part}], constraints: [{wire}])"));
    assert!(
        told.len() < 300 && told.contains("at most 400 characters"),
        "{told}"
    );
    refused(&format!("(version: 2, {}: 3)", "1".repeat(1_000_000)));
    refused(&format!("(version: 2, settings: (method: \"{name}\"))"));
    refused(&format!("(version: 2, settings: (dt: \"{name}\"))"));
}

/// A number out of range at the end of a long chain of parameters: it alone is reported, and not the parameters that depend on it.
#[test]
fn of_parameters_that_hang_on_a_wrong_one_only_that_is_told() {
    let link = |k: usize| format!("(name: \"v{k}\", value: \"v{}*2\"),", k + 1);
    let chain: String = (0..2000).map(link).collect();
    let chain = chain + "(name: \"v2000\", value: \"1\"),";
    let formula = "(item: \"p\", field: \"x\", value: \"v0*1 m\")";
    let part = "(name: \"p\", shape: Disk(radius: 1), at: (0, 0))";
    let told = refused(&format!(
        "(version: 2, parts: [{part}], variables: [{chain}], formulas: [{formula}])"
    ));
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("v976 = v977*2: "), "{told}");
    assert!(!told.contains("is named"), "{told}");
    // The same for a parameter with a wrong name or slider.
    for wrong in [
        "(name: \"b\", value: \"1\", slider: (2, 1))",
        "(name: \"b\", value: \"c +\")",
    ] {
        let told = refused(&format!(
            "(version: 2, variables: [(name: \"a\", value: \"b + 1\"), {wrong}])"
        ));
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}
