//! Randomly changed and malicious texts: each is refused or read within a time limit, without a panic.

use std::time::{Duration, Instant};

use super::read;

/// Time limit for one text.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// Number of mutations of each text.
const MUTATIONS: u64 = 1500;

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/import/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Pseudo-random numbers (xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 16) as usize
}

const WORDS: &[&str] = &[
    "",
    "0",
    "-1",
    "1e300",
    "1e-300",
    "NaN",
    "\"",
    "<",
    ">",
    "&",
    "/>",
    "é",
    "\u{202e}",
    ".",
    ",",
    ",,",
    "..",
    "|",
    "=",
    "true",
    "99999999999999999999",
    "id=\"0\"",
    "gear=\"true\"",
    "actuator=\"true\"",
    "slider=\"true\"",
    "anchor=\"true\"",
];

#[test]
fn no_changed_text_brings_the_program_down() {
    let link = super::pmks::address(
        "01.TY.K,0.101",
        &[
            "6A,A,0Fe,1,0".to_owned(),
            "GB,B,1Fe,Fe,0".to_owned(),
            "KC,C,2Fe,0,0".to_owned(),
        ],
        &[
            "YRAB,AB,Fe,Fe,0,0,c5cae9,A,B,,".to_owned(),
            "YRBC,BC,Fe,Fe,0,0,303e9f,B,C,,".to_owned(),
        ],
        &[],
    );
    let originals = [
        fixture("four-bar.linkage2"),
        fixture("one-of-each.linkage2"),
        fixture("slider-crank.txt"),
        link,
    ];
    let mut read_in_full = 0;
    for (k, original) in originals.iter().enumerate() {
        let letters: Vec<char> = original.chars().collect();
        for seed in 0..MUTATIONS {
            let mut state = 0x9e37_79b9 + 1000 * seed + k as u64;
            let mut text = letters.clone();
            for _ in 0..=next(&mut state) % 3 {
                let from = next(&mut state) % text.len();
                let to = (from + next(&mut state) % 12).min(text.len());
                let word = WORDS[next(&mut state) % WORDS.len()];
                text.splice(from..to, word.chars());
            }
            let mut text: String = text.into_iter().collect();
            if k == 3 && seed % 2 == 0 {
                // With a valid check character, to get past the check.
                let body: String = text.split('?').nth(1).unwrap_or_default().chars().collect();
                let check = body.encode_utf16().count() % 62;
                text.push(char::from(
                    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[check],
                ));
            }
            let begin = Instant::now();
            match read(&text) {
                Ok(_) => read_in_full += 1,
                Err(error) => assert!(!error.is_empty()),
            }
            assert!(begin.elapsed() < PATIENCE, "{k} {seed}: {:?}", begin.elapsed());
        }
    }
    // Many changes are harmless; otherwise the test would exercise only refusals.
    assert!(read_in_full > 400, "{read_in_full}");
}

#[test]
fn what_is_made_to_do_harm_is_refused_in_time() {
    let deep = format!("<linkage2>{}", "<a>".repeat(200_000));
    let bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]><linkage2>&b;</linkage2>"
            .to_owned();
    let bomb = format!("<?xml version=\"1.0\"?>{bomb}");
    let many = format!(
        "<linkage2>{}</linkage2>",
        (0..5000)
            .map(|k| format!("<connector id=\"{k}\"/>"))
            .collect::<String>()
    );
    let same: String = (0..3900)
        .map(|k| format!("<connector id=\"{k}\" x=\"{k}\"/>"))
        .collect();
    let links: String = (0..3899)
        .map(|k| {
            format!(
                "<Link id=\"{k}\" name=\"same\"><connector id=\"{k}\"/><connector id=\"{}\"/></Link>",
                k + 1
            )
        })
        .collect();
    let star: String = (1..3900)
        .map(|k| format!("<Link id=\"{k}\"><connector id=\"0\"/><connector id=\"{k}\"/></Link>"))
        .collect();
    let joints = "a,b,R,0,0\n".repeat(3000);
    let long = format!("http://pmks/?{}", "A".repeat(2 << 20));
    for (text, is_read) in [
        (deep, false),
        (bomb, false),
        (many, false),
        (format!("<linkage2>{same}{links}</linkage2>"), true),
        (format!("<linkage2>{same}{star}</linkage2>"), true),
        (format!("mech={joints}"), false),
        (long, false),
    ] {
        let begin = Instant::now();
        assert_eq!(read(&text).is_ok(), is_read, "{}", &text[..80.min(text.len())]);
        assert!(
            begin.elapsed() < PATIENCE,
            "{:?}: {}",
            begin.elapsed(),
            &text[..80]
        );
    }
}
