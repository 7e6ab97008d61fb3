//! Patterns of addresses: whether an address fits, and what stands in it for itself.

/// The most characters of an id in an address.
pub(crate) const LONGEST_ID: usize = 40;

/// A file by its own name: one with an ending, of plain characters only.
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

/// What stands at the end of a pattern for whatever follows.
pub(crate) const ANYTHING: &str = "*";

/// A part of an address that stands for itself: its name in braces, and the text.
pub(crate) type Part = (String, String);

/// The ids that a pattern finds in an address, by their names; nothing when it does not fit.
pub(crate) fn matched(pattern: &str, wanted: &[&str]) -> Option<Vec<Part>> {
    let mut parts: Vec<&str> = segments(pattern).collect();
    let goes_on = parts.last() == Some(&ANYTHING);
    if goes_on {
        parts.pop();
    }
    if wanted.len() < parts.len() || (wanted.len() > parts.len() && !goes_on) {
        return None;
    }
    let mut ids = Vec::new();
    for (part, given) in parts.into_iter().zip(wanted) {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some("page") if is_page(given) => ids.push((part.to_owned(), given.to_ascii_lowercase())),
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

/// The names of files with the parts of an address in the place of their names.
pub(crate) fn filled(files: &[String], parts: &[Part]) -> Vec<String> {
    let fill = |file: &String| parts.iter().fold(file.clone(), |file, (name, text)| file.replace(name, text));
    files.iter().map(fill).collect()
}
