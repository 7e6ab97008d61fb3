//! Character references: `&ge;`, `&#8805;`, `&#x2265;`.

/// The longest name of a reference, with room for leading zeros of a number.
const LONGEST: usize = 40;

/// Replaces the references of a text by their characters. Unknown ones stay.
pub(super) fn decoded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let reference = &rest[at..];
        if let Some((characters, length)) = decode(reference) {
            // The registry may escape the ampersand with a backslash.
            plain.push_str(rest[..at].strip_suffix('\\').unwrap_or(&rest[..at]));
            plain.push_str(&characters);
            rest = &reference[length..];
        } else {
            plain.push_str(&rest[..=at]);
            rest = &reference[1..];
        }
    }
    plain + rest
}

/// Returns the characters of the reference at the start of a text, and the length of the reference.
fn decode(text: &str) -> Option<(String, usize)> {
    let name_end = text[1..]
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '#')
        .map_or(text.len(), |length| 1 + length);
    let name = &text[..name_end];
    if name.len() > LONGEST {
        return None;
    }
    if text[name_end..].starts_with(';') {
        let reference = format!("{name};");
        let found = known(&reference).or_else(|| known(&reference.to_ascii_lowercase()))?;
        return Some((found, name_end + 1));
    }
    // Without a semicolon, a whole word may be one of the old references, and a number may follow a comparison.
    let letters_end = 1 + name[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len() - 1);
    let word = &name[..letters_end];
    let is_word = letters_end == name_end || matches!(word, "&lt" | "&gt");
    known(word).filter(|_| is_word).map(|found| (found, letters_end))
}

fn known(reference: &str) -> Option<String> {
    let characters = htmlize::unescape(reference);
    let is_whole = characters == ";" || !characters.ends_with(';');
    (characters != reference && is_whole).then(|| characters.replace('\u{a0}', " "))
}
