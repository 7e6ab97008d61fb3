//! Files of a crate never use each other's items in a circle.
//!
//! A file uses another if it names an item that the other defines, directly or through re-exports. Declaring a module
//! or re-exporting an item does not count as using it. Tests are ignored.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The keywords before names of items.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "const", "static", "type", "trait", "macro_rules"];

/// Re-exports that lead through more modules than this are not followed.
const MAX_STEPS: usize = 12;

/// The names of a path in order, such as `crate::deploy::stack`. A module's path omits `crate`.
type Names = Vec<String>;
/// The files that each file uses, by their modules.
type Uses = BTreeMap<Names, BTreeSet<Names>>;

/// A file's contents outside its tests.
struct Source {
    imports: Vec<Import>,
    /// All other text, without declarations of modules.
    body: String,
    /// The names of its items.
    items: BTreeSet<String>,
}

/// A path of a `use` declaration.
struct Import {
    path: Names,
    /// The name under which the file knows it. `*` stands for all names of a module.
    name: String,
    is_public: bool,
}

/// Where a path leads.
enum Target {
    Module(Names),
    /// An item, with the module that defines it.
    Item(Names),
}

#[test]
fn files_of_a_crate_have_no_import_cycles() {
    for member in members() {
        assert_eq!(in_cycles(uses(&sources(&member))), Vec::<String>::new(), "{member}");
    }
}

#[test]
fn cycles_are_found_through_braces_names_and_reexports() {
    let cycle = |a: &str, b: &str| {
        let texts = [("", "pub use a::b::Item;"), ("a", a), ("a::b", b), ("c", "pub struct Other;")];
        let sources = texts.map(|(path, text)| (names(path), Source::read(text)));
        in_cycles(uses(&sources.into()))
    };
    let used = "use b::Item;\npub fn g() {}\npub struct Defined;";
    let circle = ["a → a::b", "a::b → a"];
    for b in [
        "pub struct Item;\nuse super::Defined;",
        "pub struct Item;\nfn f() { crate::a::g() }",
        "pub struct Item;\nuse crate::{\n    a::{self, Defined},\n    c,\n};",
        "pub struct Item;\nuse crate::a;\nfn f() { a::g() }",
        "pub struct Item;\nuse super::{g as h, *};",
    ] {
        assert_eq!(cycle(used, b), circle, "{b}");
    }
    for (a, b) in [
        (used, "pub struct Item;\nuse crate::c::Other;\n// use super::g;\n#[cfg(test)]\nuse super::g;"),
        (used, "pub struct Item;\n#[cfg(test)]\nmod tests {\n    use super::super::g;\n}"),
        ("mod b;\npub use b::Item;\npub struct Defined;", "pub struct Item;\nuse super::Defined;"),
        (used, "pub struct Item;\nuse super::Item as Again;"),
    ] {
        assert_eq!(cycle(a, b), [""; 0], "{a}\n{b}");
    }
    assert_eq!(
        cycle("pub use b::Item;\npub struct Defined(Item);", "pub struct Item(super::Defined);"),
        circle
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the folders of the workspace's crates.
fn members() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, list) = manifest.split_once("members = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn names(path: &str) -> Names {
    path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Returns the files of a crate by their modules. A program beside a library counts as a module of it.
fn sources(member: &str) -> BTreeMap<Names, Source> {
    let mut found = BTreeMap::new();
    read_folder(&root().join(member).join("src"), &Names::new(), &mut found);
    assert!(!found.is_empty(), "{member} has no sources");
    found
}

fn read_folder(folder: &Path, above: &Names, found: &mut BTreeMap<Names, Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_own = ["lib", "mod"].contains(&name.as_str())
            || name == "main" && !path.with_file_name("lib.rs").exists();
        let module = if is_own { above.clone() } else { [above.as_slice(), &[name]].concat() };
        if path.is_dir() {
            read_folder(&path, &module, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.insert(module, Source::read(&fs::read_to_string(&path).unwrap()));
        }
    }
}

impl Source {
    fn read(text: &str) -> Self {
        let (mut imports, mut body) = (Vec::new(), String::new());
        let text = without_tests(text);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some((visibility, tree)) = declaration("use ", line) {
                let mut tree = tree.to_owned();
                while !tree.contains(';') {
                    tree.push_str(lines.next().unwrap());
                }
                add_imports(&tree, Names::new(), !visibility.is_empty(), &mut imports);
            } else if !(declaration("mod ", line).is_some() && line.ends_with(';')) {
                body.push_str(line);
                body.push('\n');
            }
        }
        let pairs = words(&body).zip(words(&body).skip(1));
        let items = pairs.filter(|(kind, _)| KINDS.contains(kind)).map(|(_, name)| name.to_owned()).collect();
        Self { imports, body, items }
    }

    /// Whether the file names this outside its imports.
    fn mentions(&self, name: &str) -> bool {
        words(&self.body).any(|word| word.split("::").any(|part| part == name))
    }
}

/// Removes comments and tests. Rustfmt ends an item with a line that is not indented more than its first.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut test_indent = None;
    for line in text.lines() {
        let (words, indent) = (line.trim(), line.len() - line.trim_start().len());
        if words.starts_with("//") || words.is_empty() {
            continue;
        }
        match test_indent {
            Some(test) if indent <= test && words.ends_with(['}', ';']) => test_indent = None,
            Some(_) => {}
            None if words.starts_with("#[cfg(test)]") => test_indent = Some(indent),
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept
}

/// Splits the first line of a declaration into its visibility and what follows the keyword.
fn declaration<'t>(keyword: &str, line: &'t str) -> Option<(&'t str, &'t str)> {
    let (visibility, rest) = line.trim_start().split_once(keyword)?;
    let visibility = visibility.trim_end();
    let is_visibility =
        ["", "pub"].contains(&visibility) || visibility.starts_with("pub(") && visibility.ends_with(')');
    is_visibility.then_some((visibility, rest))
}

/// Adds the paths of a `use` declaration. Returns what follows them.
fn add_imports<'t>(tree: &'t str, mut path: Names, is_public: bool, imports: &mut Vec<Import>) -> &'t str {
    let tree = tree.trim_start();
    if let Some(mut rest) = tree.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') {
            rest = add_imports(rest, path.clone(), is_public, imports).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return &rest.trim_start()[1..];
    }
    let end = tree.find(|c: char| !(is_of_name(c) || c == '*')).unwrap_or(tree.len());
    let (name, mut rest) = tree.split_at(end);
    if name != "self" || path.is_empty() {
        path.push(name.to_owned());
    }
    if let Some(below) = rest.strip_prefix("::") {
        return add_imports(below, path, is_public, imports);
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if let Some(renamed) = rest.trim_start().strip_prefix("as ") {
        let end = renamed.find(|c| !is_of_name(c)).unwrap();
        (name, rest) = (renamed[..end].to_owned(), &renamed[end..]);
    }
    imports.push(Import { path, name, is_public });
    rest
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns names and paths.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !(is_of_name(c) || c == ':')).filter(|word| !word.is_empty())
}

fn uses(sources: &BTreeMap<Names, Source>) -> Uses {
    let of_file = |(module, source): (&Names, &Source)| {
        let definer = |path: &[String]| match target(sources, module, path, 0) {
            Some(Target::Item(definer)) => Some(definer),
            _ => None,
        };
        let mut used = BTreeSet::new();
        for Import { path, name, is_public } in &source.imports {
            match path.split_last() {
                Some((last, above)) if last == "*" && !is_public => {
                    if let Some(Target::Module(above) | Target::Item(above)) =
                        target(sources, module, above, 0)
                    {
                        used.insert(above);
                    }
                }
                _ if !is_public || source.mentions(name) => used.extend(definer(path)),
                _ => {}
            }
        }
        let paths = words(&source.body).filter(|word| !word.starts_with(':')).map(names);
        used.extend(paths.filter(|path| path.len() > 1).filter_map(|path| definer(&path)));
        used.remove(module);
        (module.clone(), used)
    };
    sources.iter().map(of_file).collect()
}

/// Follows a path in a module. Returns `None` if it leaves the crate.
fn target(
    sources: &BTreeMap<Names, Source>,
    module: &Names,
    path: &[String],
    steps: usize,
) -> Option<Target> {
    let mut rest = path;
    let mut at = module.clone();
    while let Some((first, behind)) = rest.split_first() {
        match first.as_str() {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            _ => break,
        }
        rest = behind;
    }
    let is_relative = rest.len() == path.len();
    for (place, name) in rest.iter().enumerate() {
        match named(sources, &at, name, steps) {
            Some(Target::Module(below)) => at = below,
            Some(item) => return Some(item),
            None if is_relative && place == 0 => return None,
            // A macro may define it.
            None => return Some(Target::Item(at)),
        }
    }
    Some(Target::Module(at))
}

/// Returns what a module knows under a name.
fn named(sources: &BTreeMap<Names, Source>, module: &Names, name: &String, steps: usize) -> Option<Target> {
    let below = [module.as_slice(), std::slice::from_ref(name)].concat();
    if sources.contains_key(&below) {
        return Some(Target::Module(below));
    }
    let source = sources.get(module).filter(|_| steps < MAX_STEPS)?;
    let is_other = |import: &&Import| import.path != [name.as_str()];
    let mut imports = source.imports.iter().filter(|import| import.name == *name).filter(is_other);
    if let Some(found) = imports.find_map(|import| target(sources, module, &import.path, steps + 1)) {
        return Some(found);
    }
    if source.items.contains(name) {
        return Some(Target::Item(module.clone()));
    }
    let globs = source.imports.iter().filter(|import| import.name == "*");
    globs.filter_map(|import| import.path.split_last()).find_map(|(_, above)| {
        let Some(Target::Module(above)) = target(sources, module, above, steps + 1) else { return None };
        named(sources, &above, name, steps + 1)
    })
}

/// Returns the uses within circles, and those between two circles.
fn in_cycles(mut uses: Uses) -> Vec<String> {
    loop {
        let used: BTreeSet<Names> = uses.values().flatten().cloned().collect();
        let count = uses.len();
        uses.retain(|file, others| used.contains(file) && !others.is_empty());
        if uses.len() == count {
            break;
        }
        let left: BTreeSet<Names> = uses.keys().cloned().collect();
        for others in uses.values_mut() {
            others.retain(|other| left.contains(other));
        }
    }
    let show = |file: &Names| if file.is_empty() { "crate".to_owned() } else { file.join("::") };
    let pairs = uses.iter().flat_map(|(file, others)| others.iter().map(move |other| (file, other)));
    pairs.map(|(file, other)| format!("{} → {}", show(file), show(other))).collect()
}
