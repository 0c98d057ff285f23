//! The contact sections of the validation report, in a full run. `TINKERTOY_WRITE=folder` writes them.

use tinkertoy::validation::report::Page;
use tinkertoy::validation::{contact, statics};

use crate::is_full;

fn check(name: &str, write: impl Fn(&mut Page)) {
    if !is_full() {
        return;
    }
    let mut page = Page::default();
    write(&mut page);
    println!("{}", page.text);
    if let Some(folder) = std::env::var_os("TINKERTOY_WRITE") {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(path, &page.text).unwrap();
    }
    let missed = page.goals.iter().filter(|goal| !goal.met());
    let missed: Vec<String> = missed
        .map(|goal| format!("{}: {:e}", goal.what, goal.figure))
        .collect();
    assert!(!page.goals.is_empty() && missed.is_empty(), "{missed:#?}");
}

#[test]
fn closed_forms() {
    check("contact.md", contact::section);
}

#[test]
fn creep_arches_and_chains() {
    check("statics.md", |page| statics::section(page).unwrap());
}
