//! `bench` and `compare`: every method and its peers, with the documented output fields.

use serde_json::Value;

use tinkertoy::bench::HAS_PEERS;

use crate::{complains, says, temporary, tinkertoy};

#[test]
fn measurements_come_with_their_peers() {
    let text = says(&["bench", "--quick", "--json", "--shapes", "chain,lattice"]);
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let has = |shape: &str, n: u64, method: &str| {
        rows.iter()
            .any(|row| row["shape"] == shape && row["n"] == n && row["method"] == method)
    };
    let peers: &[&str] = if HAS_PEERS {
        &["faer-sparse", "faer-dense"]
    } else {
        &[]
    };
    for method in ["sparse", "dense"].iter().chain(peers) {
        assert!(
            has("chain", 54, method) && has("lattice", 256, method),
            "{method}: {text}"
        );
    }
    for row in &rows {
        let number = |key: &str| row[key].as_u64().unwrap_or_else(|| panic!("{key} of {row}"));
        assert!(
            number("factor_ns") > 0 && number("total_ns") >= number("factor_ns"),
            "{row}"
        );
        assert!(number("bytes") > 100 * number("n"), "{row}");
        assert_eq!(
            row["assemble_ns"].is_null(),
            row["method"].as_str().unwrap().starts_with("faer")
        );
    }
    complains(2, &["bench", "--shapes", "knot"]);
    if !HAS_PEERS {
        let folder = temporary("report").display().to_string();
        let complaint = complains(1, &["bench", "--quick", "--report", &folder]);
        assert!(complaint.contains("--features peers"), "{complaint}");
    }
}

/// Where parts touch, each method tells how it solved the contacts: the exact ones by trial active sets, Gauss-Seidel by sweeps that stop short.
#[test]
fn solutions_of_contacts_are_compared() {
    let output = tinkertoy(&["compare", "pile", "--duration", "0.3", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |k: usize, key: &str| answer["methods"][k][key].as_f64().unwrap();
    for k in 0..5 {
        assert!(number(k, "contact_iterations") > 0.0 && number(k, "contacts_active") > 0.0);
        assert_eq!(number(k, "complementarity_residual") > 1e-6, k == 4, "{answer}");
    }
}

/// A scripted comparison: every method in order; the answers of the exact methods agree, and those of Gauss-Seidel differ.
#[test]
fn methods_are_compared_from_the_same_start() {
    let output = tinkertoy(&["compare", "four-bar", "--duration", "0.5", "--json"]);
    assert!(output.status.success());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let methods = answer["methods"].as_array().unwrap();
    let names: Vec<&str> = methods.iter().map(|it| it["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["sparse", "dense", "auxiliary", "cg", "gauss-seidel"]);
    let number = |k: usize, key: &str| methods[k][key].as_f64().unwrap();
    for k in 0..methods.len() {
        assert_eq!(number(k, "steps"), number(0, "steps"));
        assert!(methods[k]["stopped"].is_null() && number(k, "evaluate_ns") > 0.0);
        assert_eq!(number(k, "iterations") > 0.0, k >= 3, "{answer}");
    }
    for k in 1..4 {
        assert!(number(k, "apart") < 1e-6, "{answer}");
        assert!(
            number(k, "drift_max_m") < 10.0 * number(0, "drift_max_m") + 1e-9,
            "{answer}"
        );
    }
    assert!(
        number(4, "residual_max") > 100.0 * number(0, "residual_max"),
        "{answer}"
    );
    let output = tinkertoy(&["compare", "four-bar", "--duration", "0"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table.lines().count(), 6, "{table}");
    let widths: Vec<usize> = table.lines().map(str::len).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    complains(2, &["compare", "four-bar"]);
}
