//! Circular imports between source files, direct or indirect: there are none. A folder that re-exports items of its own files (`pub use self::...`)
//! does not import them by that; a module that imports an item from there imports the file in which it is defined.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::{files, source};

/// The path of a module from the root of the crate.
type Module = Vec<String>;

/// The files of one package: of the program, or of the solver.
#[derive(Default)]
struct Package {
    modules: BTreeSet<Module>,
    /// Each `use` of a module: whether it is a re-export, the path it names, and the name it gets here.
    uses: BTreeMap<Module, Vec<(bool, Module, String)>>,
}

impl Package {
    /// Reads the files of a folder, except those in the folders `without`.
    fn read(root: &Path, without: &[&str]) -> Self {
        let mut paths = Vec::new();
        files(root, &mut paths);
        paths.retain(|path| !without.iter().any(|folder| path.starts_with(root.join(folder))));
        let mut package = Self::default();
        let mut texts = Vec::new();
        for path in paths {
            let inside = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: Module = inside.iter().map(|it| it.to_str().unwrap().to_owned()).collect();
            if module.last().is_some_and(|last| last == "mod" || last == "lib") {
                module.pop();
            }
            package.modules.insert(module.clone());
            texts.push((module, fs::read_to_string(&path).unwrap()));
        }
        for (module, text) in texts {
            let uses = statements(&text)
                .into_iter()
                .flat_map(|(public, list)| expand("", &list).into_iter().map(move |path| (public, path)))
                .filter_map(|(public, path)| {
                    let (path, name) = path.split_once('@').map_or_else(
                        || {
                            (
                                path.clone(),
                                path.rsplit("::").next().unwrap_or_default().to_owned(),
                            )
                        },
                        |(path, name)| (path.to_owned(), name.to_owned()),
                    );
                    Some((public, package.absolute(&module, &path)?, name))
                })
                .collect();
            package.uses.insert(module, uses);
        }
        package
    }

    /// Returns the path from the root of the crate; `None` for a path into another crate.
    fn absolute(&self, module: &Module, path: &str) -> Option<Module> {
        let mut words = path.split("::").map(str::to_owned).peekable();
        let mut base = match words.peek()?.as_str() {
            "crate" => {
                words.next();
                Vec::new()
            }
            "self" => {
                words.next();
                module.clone()
            }
            "super" => module.clone(),
            first => {
                let mut child = module.clone();
                child.push(first.to_owned());
                self.modules.contains(&child).then(|| module.clone())?
            }
        };
        while words.next_if(|word| word == "super").is_some() {
            base.pop();
        }
        base.extend(words.filter(|word| word != "self"));
        Some(base)
    }

    /// Returns the module that defines the item of a path, following re-exports.
    fn home(&self, path: &Module) -> Option<Module> {
        let len = (0..=path.len())
            .rev()
            .find(|&len| self.modules.contains(&path[..len]))?;
        let (module, rest) = path.split_at(len);
        let handed_on = rest.first().and_then(|name| {
            let uses = self.uses.get(module)?;
            uses.iter().find(|(public, _, it)| *public && it == name)
        });
        match handed_on {
            Some((_, target, _)) if target != path => {
                let mut further = target.clone();
                further.extend_from_slice(&rest[1..]);
                self.home(&further)
            }
            _ => Some(module.to_vec()),
        }
    }

    /// Returns the modules that each module imports.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |(module, uses): (&Module, &Vec<(bool, Module, String)>)| {
            let homes = uses.iter().filter_map(|(public, path, _)| {
                let home = self.home(path)?;
                let own = *public && home.starts_with(module);
                (home != *module && !own).then_some(home)
            });
            (module.clone(), homes.collect())
        };
        self.uses.iter().map(of).collect()
    }
}

/// The `use` statements of a file: whether each is public, and the text after the keyword.
fn statements(text: &str) -> Vec<(bool, String)> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap())
        .collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]").next().unwrap();
    let mut found = Vec::new();
    for statement in code.split(';') {
        let line = statement.rfind("use ").filter(|&at| {
            let before = statement[..at].trim_end();
            let last = before.rsplit('\n').next().unwrap().trim();
            at == 0 || last.is_empty() || last.starts_with("pub") || before.ends_with(['}', ']', '{'])
        });
        if let Some(at) = line {
            let public = statement[..at]
                .rsplit('\n')
                .next()
                .unwrap()
                .trim()
                .starts_with("pub");
            let list = statement[at + 4..].replace(" as ", "@");
            found.push((public, list.split_whitespace().collect()));
        }
    }
    found
}

/// Expands a list in braces into single paths.
fn expand(prefix: &str, list: &str) -> Vec<String> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    let mut parts = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((head, rest)) => {
                let inner = rest.strip_suffix('}').unwrap_or(rest);
                found.extend(expand(&format!("{prefix}{head}"), inner));
            }
            None => found.push(format!("{prefix}{part}")),
        }
    }
    found
}

/// Removes modules that are in no cycle, one after the other; returns the rest.
fn circular(mut imports: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    loop {
        let there: BTreeSet<Module> = imports.keys().cloned().collect();
        let imported: BTreeSet<Module> = imports.values().flatten().cloned().collect();
        let before = imports.len();
        imports.retain(|module, of| imported.contains(module) && of.iter().any(|it| there.contains(it)));
        let left: BTreeSet<Module> = imports.keys().cloned().collect();
        imports
            .values_mut()
            .for_each(|of| of.retain(|it| left.contains(it)));
        if imports.len() == before {
            return imports;
        }
    }
}

#[test]
fn no_files_import_each_other() {
    no_circles(&Package::read(&source(), &["solver"]), 1000);
}

#[test]
fn no_files_of_the_solver_import_each_other() {
    no_circles(
        &Package::read(&source().join("solver"), &["tests", "examples"]),
        300,
    );
}

/// Fails where files import each other, or where no more than `least` imports were found (the reader would be broken).
fn no_circles(package: &Package, least: usize) {
    let imports = package.imports();
    let edges: usize = imports.values().map(BTreeSet::len).sum();
    assert!(edges > least, "only {edges} imports were found");
    let circular: Vec<String> = circular(imports)
        .into_iter()
        .map(|(module, of)| {
            let of: Vec<String> = of.iter().map(|it| it.join("/")).collect();
            format!("{} imports {}", module.join("/"), of.join(", "))
        })
        .collect();
    assert!(circular.is_empty(), "{circular:#?}");
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let of = |names: &[&str]| names.iter().map(|name| module(name)).collect();
    let imports = BTreeMap::from([
        (module("a"), of(&["b"])),
        (module("b"), of(&["c", "d"])),
        (module("c"), of(&["a"])),
        (module("d"), of(&[])),
    ]);
    assert_eq!(circular(imports).len(), 3);
    assert_eq!(
        expand("", "crate::a::{b,c::{d,self}}"),
        ["crate::a::b", "crate::a::c::d", "crate::a::c::self"]
    );
}
