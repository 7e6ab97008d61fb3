//! What the runtime of the CDN can run.

use std::collections::BTreeSet;

use waypoint_cdn::{Routes, edge};

/// The most bytes of a function.
const LARGEST: usize = 10_240;

fn sources() -> [String; 2] {
    let routes = Routes::load().unwrap();
    [edge::viewer_request(&routes), edge::viewer_response(&routes)]
}

/// The code without what stands in quotes.
fn code(source: &str) -> String {
    let mut code = String::new();
    for line in source.lines() {
        let mut quote = None;
        for character in line.chars() {
            match quote {
                None if character == '\'' || character == '"' => quote = Some(character),
                None => code.push(character),
                Some(open) if open == character => quote = None,
                Some(_) => {}
            }
        }
        code.push('\n');
    }
    code
}

#[test]
fn each_function_is_small_enough() {
    for source in sources() {
        assert!(source.len() <= LARGEST, "{} bytes", source.len());
        assert!(source.is_ascii());
    }
}

#[test]
fn the_functions_import_nothing_but_the_module_of_the_runtime() {
    for source in sources() {
        let imports: Vec<_> = source.lines().filter(|line| line.contains("import")).collect();
        assert_eq!(imports, ["import cf from 'cloudfront';"]);
        assert!(!code(&source).contains("require") && !code(&source).contains("export"));
    }
}

/// The runtime knows the fifth edition of the language, and of later ones `const`, `let`, functions with arrows, `async`
/// and `await`.
#[test]
fn the_functions_use_no_syntax_that_the_runtime_lacks() {
    for source in sources() {
        let code = code(&source);
        for foreign in [
            " of ", "class ", "...", "?.", "??", "`", "catch {", "yield", "(?<", "const {", "const [",
            "let [",
        ] {
            assert!(!code.contains(foreign), "{foreign}");
        }
        // No waiting inside of arguments, and no function with an arrow that waits.
        assert!(!code.contains("async (") && !code.contains("(await"));
        for line in code.lines().filter(|line| line.contains("await")) {
            assert!(line.trim_start().starts_with("const "), "{line}");
        }
    }
}

#[test]
fn the_functions_call_only_what_the_runtime_has() {
    let own = ["exists", "kvs", "rawQueryString"];
    let of_the_fifth_edition = [
        "concat",
        "every",
        "filter",
        "forEach",
        "indexOf",
        "join",
        "keys",
        "lastIndexOf",
        "map",
        "push",
        "reduce",
        "slice",
        "some",
        "split",
        "test",
        "toLowerCase",
        "toUpperCase",
    ];
    let known: BTreeSet<_> = own.into_iter().chain(of_the_fifth_edition).collect();
    for source in sources() {
        let code = code(&source);
        for before in code.split('(').filter(|before| !before.is_empty()) {
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap();
            if let Some((_, method)) = name.rsplit_once('.') {
                assert!(known.contains(method), "{method}");
            }
        }
    }
}

#[test]
fn the_functions_write_no_log() {
    for source in sources() {
        assert!(!source.contains("console"));
    }
}
