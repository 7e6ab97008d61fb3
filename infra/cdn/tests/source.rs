//! Checks that the CDN's runtime can run the functions.

use std::collections::BTreeSet;

use waypoint_cdn::{Routes, edge};

/// The maximum size of a function in bytes.
const LARGEST: usize = 10_240;

fn sources() -> [String; 2] {
    let routes = Routes::load().unwrap();
    [edge::viewer_request(&routes), edge::viewer_response(&routes)]
}

/// Returns the code without the contents of quotes.
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
fn functions_fit_the_size_limit() {
    for source in sources() {
        assert!(source.len() <= LARGEST, "{} bytes", source.len());
        assert!(source.is_ascii());
    }
}

#[test]
fn functions_import_only_the_runtime_module() {
    for source in sources() {
        let imports: Vec<_> = source.lines().filter(|line| line.contains("import")).collect();
        assert_eq!(imports, ["import cf from 'cloudfront';"]);
        assert!(!code(&source).contains("require") && !code(&source).contains("export"));
    }
}

/// The runtime supports ECMAScript 5, and of later editions `const`, `let`, arrow functions, `async`, and `await`.
#[test]
fn functions_use_only_supported_syntax() {
    for source in sources() {
        let code = code(&source);
        for foreign in [
            " of ", "class ", "...", "?.", "??", "`", "catch {", "yield", "(?<", "const {", "const [",
            "let [",
        ] {
            assert!(!code.contains(foreign), "{foreign}");
        }
        // No `await` inside arguments, and no async arrow functions.
        assert!(!code.contains("async (") && !code.contains("(await"));
        for line in code.lines().filter(|line| line.contains("await")) {
            assert!(line.trim_start().starts_with("const "), "{line}");
        }
    }
}

#[test]
fn functions_call_only_supported_methods() {
    let own = ["exists", "kvs", "rawQueryString"];
    let ecmascript_5 = [
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
    let known: BTreeSet<_> = own.into_iter().chain(ecmascript_5).collect();
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
fn functions_write_no_log() {
    for source in sources() {
        assert!(!source.contains("console"));
    }
}
