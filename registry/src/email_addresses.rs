//! Email addresses in the text of a contact.

use waypoint_domain::{participant::Email, study_contact::EmailAddress};

use crate::placeholder::{Statement, statement};

/// What separates an address from the text around it.
const SEPARATORS: &[char] = &[',', ';', '<', '>', '(', ')', '[', ']', '"', '\'', '|', '/'];

/// Returns the addresses in a text. Without any, returns the text itself, which has no link, unless it
/// says that there is none.
pub(crate) fn email_addresses(text: &str) -> Vec<EmailAddress> {
    let mut addresses: Vec<EmailAddress> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || SEPARATORS.contains(&c)) {
        let word = word.trim_end_matches(['.', ':']);
        let scheme = word.get(.."mailto:".len()).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
        let word = &word[scheme.map_or(0, str::len)..];
        let Ok(address) = word.parse::<Email>() else { continue };
        let shown = address.as_str().to_owned();
        if !addresses.iter().any(|known| known.shown == shown) {
            addresses.push(EmailAddress { address: Some(shown.clone()), shown });
        }
    }
    if addresses.is_empty() && statement(text) != Statement::Nothing {
        addresses.push(EmailAddress { shown: text.to_owned(), address: None });
    }
    addresses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_email_addresses_get_links() {
        for (text, expected) in [
            ("a@example.org", vec![("a@example.org", true)]),
            ("a@example.org; b@example.org", vec![("a@example.org", true), ("b@example.org", true)]),
            ("Lee <lee@example.org>", vec![("lee@example.org", true)]),
            ("mailto:lee@example.org.", vec![("lee@example.org", true)]),
            ("ask for Lee", vec![("ask for Lee", false)]),
            ("see website", vec![]),
            ("lee at example.org", vec![("lee at example.org", false)]),
            ("lee@example", vec![("lee@example", false)]),
            ("-", vec![]),
            ("", vec![]),
        ] {
            let found = email_addresses(text);
            let found: Vec<_> = found.iter().map(|e| (e.shown.as_str(), e.address.is_some())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
