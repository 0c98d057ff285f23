//! Small texts that are expensive for a naive reader: each would take minutes, or many times the
//! time limit, with an algorithm of quadratic or cubic cost.

use std::fmt::Write;
use std::time::Instant;

use super::hostile::PATIENCE;
use super::pmks::address;
use super::{count, read};

/// Reads a text within the time limit; returns the scene with its notes, or the error.
fn in_time(text: &str) -> Result<(tinkertoy::scene::Scene, Vec<String>), String> {
    let begin = Instant::now();
    let found = read(text);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    found
}

fn refused(text: &str) -> String {
    in_time(text).map(|_| ()).unwrap_err()
}

fn sheet(inside: &str) -> String {
    format!("<linkage2>\n{inside}</linkage2>")
}

fn repeated(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

#[test]
fn many_attributes_of_an_element_are_refused_before_they_are_compared() {
    let attributes = repeated(1_000_000, |k| format!(" a{k}=\"\""));
    let error = refused(&sheet(&format!("<connector{attributes}/>")));
    assert!(
        error.starts_with("text:2:1: there are more than 100 attributes"),
        "{error}"
    );
}

#[test]
fn name_spaces_and_deep_nesting_are_refused_before_they_are_inherited() {
    let spaces = repeated(100_000, |k| format!("<a xmlns:n{k}=\"u\">\n"));
    let error = refused(&sheet(&spaces));
    assert!(
        error.starts_with("text:18:1: there are more than 16 declarations"),
        "{error}"
    );
    let deep = repeated(100_000, |_| "<a>\n".to_owned());
    let error = refused(&sheet(&deep));
    assert!(
        error.starts_with("text:33:1: there are more than 32 elements in each other"),
        "{error}"
    );
}

#[test]
fn places_in_a_long_line_are_found_without_counting_it_for_each() {
    let picture = format!("<background>{}</background>", "iVBORw0KGgo=".repeat(2 << 20));
    let connectors = repeated(3900, |k| format!("<connector id=\"{k}\" x=\"{k}\"/>"));
    let links = repeated(3899, |k| {
        format!(
            "<Link id=\"{k}\"><connector id=\"{k}\"/><connector id=\"{}\"/></Link>",
            k + 1
        )
    });
    let (scene, _) = in_time(&format!("<linkage2>{picture}{connectors}{links}</linkage2>")).unwrap();
    assert_eq!(scene.parts().count(), 3899);
    let ratios = "<ratio/>".repeat(150_000);
    assert!(refused(&sheet(&format!("<ratios>{ratios}</ratios>"))).contains("more than 4000"));
}

#[test]
fn sliders_on_crowded_paths_are_laid_in_time() {
    let connectors = repeated(3900, |k| {
        format!(
            "<connector id=\"{k}\" x=\"{k}\" slider=\"true\"><slidelimit id=\"0\"/><slidelimit id=\"1\"/></connector>"
        )
    });
    // Half of the links are attached to one end of the path, half to the other, and each names it repeatedly.
    let links = repeated(3800, |k| {
        let end = format!("<connector id=\"{}\"/>", k % 2);
        format!(
            "<Link id=\"{k}\">{}<connector id=\"{}\"/></Link>",
            end.repeat(30),
            k + 2
        )
    });
    let (scene, notes) = in_time(&sheet(&format!("{connectors}{links}"))).unwrap();
    assert_eq!((scene.parts().count(), count(&scene, "pin")), (3800, 3798));
    assert!(
        notes[0].contains("link 0 names a connector more than once"),
        "{notes:?}"
    );
    let few = repeated(40, |k| format!("<connector id=\"{k}\" x=\"{k}\"/>"));
    let all = repeated(40, |k| format!("<connector id=\"{k}\"/>"));
    let crowd = repeated(3900, |k| format!("<Link id=\"{k}\">{all}</Link>"));
    assert!(refused(&sheet(&format!("{few}{crowd}"))).contains("more than 20000 times"));
}

#[test]
fn teeth_of_links_with_many_pins_are_fitted_in_time() {
    let pins = repeated(650, |k| format!("c{k},a,R,{k},0\nd{k},b,R,{k},9\n"));
    let teeth = "a,b,G,1,1\n".repeat(690);
    let (scene, notes) = in_time(&format!("mech=\n{pins}{teeth}")).unwrap();
    assert_eq!((count(&scene, "pin"), count(&scene, "gears")), (1300, 0));
    assert!(notes.iter().any(|note| note.contains("teeth")), "{notes:?}");
    let names = repeated(200, |k| format!("n{k},"));
    let crowd = format!("mech=\n{}", format!("{names}R,0,0\n").repeat(60));
    assert!(refused(&crowd).contains("links are on joints 12000 times"));
    let again = format!("mech=\n{}R,0,0", "a,b,".repeat(200_000));
    assert_eq!(count(&in_time(&again).unwrap().0, "pin"), 1);
}

#[test]
fn joints_of_a_link_of_pmks_are_looked_up_and_counted_first() {
    let joints = |count: usize| -> Vec<String> { (0..count).map(|k| format!("4J{k},,Fe,Fe,0")).collect() };
    let all = |named: usize, times: usize| {
        let mut ids = String::new();
        for _ in 0..times {
            write!(ids, "J{named},").unwrap();
        }
        vec![format!("YRL,L,Fe,Fe,0,0,c5cae9,{ids},")]
    };
    let many = address("01.TY.K,0.101", &joints(30_000), &all(29_999, 60_000), &[]);
    assert!(refused(&many).contains("this has 30000 joints"));
    let again = address("01.TY.K,0.101", &joints(1900), &all(1899, 160_000), &[]);
    let (scene, _) = in_time(&again).unwrap();
    assert_eq!((scene.parts().count(), count(&scene, "pin")), (1, 1));
}
