//! Patterns of addresses: whether an address matches, and the variable parts it contains.

/// The maximum length of an id in an address.
pub(crate) const LONGEST_ID: usize = 40;

/// Returns the file that a path names directly: a name with an extension other than `html`, in plain characters only.
pub(crate) fn asset(path: &str) -> Option<String> {
    let name = path.strip_prefix('/')?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    let is_file = name.rsplit('/').next().is_some_and(|last| last.contains('.') && ending(last) != "html");
    (is_file && name.split('/').all(plain)).then(|| name.to_owned())
}

fn ending(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

pub(crate) fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_matches('/').split('/').filter(|segment| !segment.is_empty())
}

/// The last segment of a pattern that matches any rest of a path.
pub(crate) const WILDCARD: &str = "*";

/// A variable part of an address: its name in braces, and its text.
pub(crate) type Part = (String, String);

/// Returns the variable parts of an address, or `None` if it doesn't match the pattern.
pub(crate) fn matched(pattern: &str, path_segments: &[&str]) -> Option<Vec<Part>> {
    let mut parts: Vec<&str> = segments(pattern).collect();
    let goes_on = parts.last() == Some(&WILDCARD);
    if goes_on {
        parts.pop();
    }
    if path_segments.len() < parts.len() || (path_segments.len() > parts.len() && !goes_on) {
        return None;
    }
    let mut ids = Vec::new();
    for (part, given) in parts.into_iter().zip(path_segments) {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some("page") if is_page(given) => ids.push((part.to_owned(), given.to_ascii_lowercase())),
            Some("pt") if is_typed_number(given) => ids.push((part.to_owned(), given.to_ascii_uppercase())),
            Some(name) if name != "page" && is_id(given) => {
                ids.push((part.to_owned(), given.to_ascii_uppercase()));
            }
            None if part.eq_ignore_ascii_case(given) => {}
            _ => return None,
        }
    }
    Some(ids)
}

fn is_id(text: &str) -> bool {
    text.len() <= LONGEST_ID && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_page(text: &str) -> bool {
    text.len() <= LONGEST_ID && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Whether a text may be a participant number as people copy it: in groups, with hyphens and encoded spaces. The page
/// reads it, and explains the format of anything else.
fn is_typed_number(text: &str) -> bool {
    text.len() <= LONGEST_ID && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-%+ ".contains(&b))
}

/// Replaces the names of variable parts in file names with their text.
pub(crate) fn filled(files: &[String], parts: &[Part]) -> Vec<String> {
    let fill = |file: &String| parts.iter().fold(file.clone(), |file, (name, text)| file.replace(name, text));
    files.iter().map(fill).collect()
}
