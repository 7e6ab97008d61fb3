//! Modules of the command programs never import each other in a circle.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The path of a module within its crate, such as `["deploy", "stack"]`.
type Module = Vec<String>;
/// The modules that each module imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn command_programs_have_no_import_cycles() {
    for package in ["infra/building", "ops", "xtask"] {
        let imports = imports(&sources(package));
        assert!(imports.len() > 5, "{package}");
        assert_eq!(in_cycles(imports), Vec::<String>::new(), "{package}");
    }
}

#[test]
fn cycles_are_found_across_folders_and_braces() {
    let cycle = |a: &str, b: &str| {
        let sources = [("a", a), ("a::b", b), ("c", "")];
        let sources = sources.map(|(path, text)| (module(path), text.to_owned()));
        in_cycles(imports(&sources.into()))
    };
    for (a, b) in [
        ("", "use super::Item;"),
        ("", "fn f() { crate::a::g() }"),
        ("", "use crate::{\n    a::{self, Item},\n    c,\n};"),
    ] {
        assert_eq!(cycle(a, b), ["a", "a::b"], "{b}");
    }
    assert_eq!(
        cycle("use b::Item;", "use crate::c;\n// use super::Item;\n#[cfg(test)]\nuse super::Item;"),
        [""; 0]
    );
}

fn module(path: &str) -> Module {
    path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Returns the modules of a package, with their text.
fn sources(package: &str) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    read(&folder, &Module::new(), &mut found);
    found
}

fn read(folder: &Path, above: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_own = ["lib", "main", "mod"].contains(&name.as_str());
        let module = if is_own { above.clone() } else { [above.as_slice(), &[name]].concat() };
        if path.is_dir() {
            read(&path, &module, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.insert(module, fs::read_to_string(&path).unwrap());
        }
    }
}

/// A module imports its submodules, and the modules that it names in paths outside its tests.
fn imports(sources: &BTreeMap<Module, String>) -> Imports {
    let known = |path: &Module| {
        let beginnings = (0..=path.len()).rev().map(|length| path[..length].to_vec());
        beginnings.into_iter().find(|beginning| sources.contains_key(beginning)).unwrap_or_default()
    };
    let of_module = |(module, text): (&Module, &String)| {
        let submodules =
            sources.keys().filter(|other| other.split_last().is_some_and(|(_, above)| above == module));
        let mut imported: BTreeSet<Module> = submodules.cloned().collect();
        imported.extend(paths(module, text).iter().map(known).filter(|path| path != module));
        (module.clone(), imported)
    };
    sources.iter().map(of_module).collect()
}

/// Returns all paths that begin with `crate` or `super`.
fn paths(module: &Module, text: &str) -> Vec<Module> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let above = module.split_last().map(|(_, above)| above.to_vec()).unwrap_or_default();
    let mut paths = Vec::new();
    for (beginning, base) in [("crate::", Module::new()), ("super::", above)] {
        for (place, _) in text.match_indices(beginning) {
            // `super::super::` is one path.
            if text[..place].ends_with(':') {
                continue;
            }
            follow(&text[place + beginning.len()..], base.clone(), &mut paths);
        }
    }
    paths
}

/// Reads a path, or a group of paths in braces. Returns the rest of the text.
fn follow<'t>(text: &'t str, mut path: Module, paths: &mut Vec<Module>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.starts_with('}') {
            rest = follow(rest, path.clone(), paths);
            rest = rest[rest.find([',', '}']).unwrap()..].trim_start_matches(',').trim_start();
        }
        return &rest[1..];
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match name {
        "super" => drop(path.pop()),
        "" | "self" => {}
        name => path.push(name.to_owned()),
    }
    if let Some(rest) = rest.strip_prefix("::") {
        return follow(rest, path, paths);
    }
    paths.push(path);
    rest
}

/// Returns the modules that import each other in a circle, or that such a circle imports and is imported by.
fn in_cycles(mut imports: Imports) -> Vec<String> {
    loop {
        let modules: BTreeSet<Module> = imports.keys().cloned().collect();
        let imported: BTreeSet<Module> = imports.values().flatten().cloned().collect();
        let is_between = |module: &Module, others: &BTreeSet<Module>| {
            imported.contains(module) && others.iter().any(|other| modules.contains(other))
        };
        let left: Imports =
            imports.clone().into_iter().filter(|(module, others)| is_between(module, others)).collect();
        if left.len() == imports.len() {
            return left.into_keys().map(|module| module.join("::")).collect();
        }
        imports = left;
    }
}
