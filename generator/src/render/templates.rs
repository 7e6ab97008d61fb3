//! The templates and the filters that they use.

use tera::{Kwargs, State, Tera};

use crate::error::BuildError;

/// Checks templates, given by name and text.
pub(crate) fn load(sources: &[(String, String)]) -> Result<Tera, BuildError> {
    let mut tera = Tera::default();
    tera.autoescape_on([".html", ".xml"]);
    tera.register_filter("in_query", |text: &str, _: Kwargs, _: &State| in_query(text));
    tera.add_raw_templates(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(|error| BuildError::Template { reason: error.to_string() })?;
    Ok(tera)
}

/// A text as a value in the query of an address.
pub(super) fn in_query(text: &str) -> String {
    let mut query = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => query.push(byte.into()),
            b' ' => query.push('+'),
            _ => query.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    query
}

fn hex(half: u8) -> char {
    char::from(if half < 10 { b'0' + half } else { b'A' + half - 10 })
}

#[cfg(test)]
mod tests {
    use super::in_query;

    #[test]
    fn a_value_of_a_query_keeps_letters_and_digits_and_encodes_the_rest() {
        assert_eq!(in_query("UNITED STATES"), "UNITED+STATES");
        assert_eq!(in_query("Crohn’s & colitis?"), "Crohn%E2%80%99s+%26+colitis%3F");
    }
}
