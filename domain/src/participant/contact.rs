//! Email addresses.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::field_error::INVALID_EMAIL;
use crate::human_text::{is_blank, is_hidden, remove_hidden_characters};

/// The domains of Gmail. They lead to the same mailboxes, and dots in the name are ignored.
const GMAIL_DOMAINS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// An email address with one `@`, a local part that doesn't start with a dot, and a domain with a dot.
///
/// It is stored as typed. Compare addresses with [`Email::canonical`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Email(String);

/// The text is not a valid email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{INVALID_EMAIL}")]
pub struct InvalidEmail;

impl Email {
    /// The address as typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in lower case, with its domain in ASCII (IDNA). Addresses that differ only in this belong to the same
    /// mailbox.
    #[must_use]
    pub fn canonical(&self) -> String {
        let address = self.0.to_lowercase();
        match address.split_once('@') {
            Some((name, domain)) => match idna::domain_to_ascii(domain) {
                Ok(domain) => format!("{name}@{domain}"),
                Err(_) => address,
            },
            None => address,
        }
    }

    /// The address in lower case, without a tag after a plus sign, and with Gmail's spellings unified. Its owner can vary
    /// these at will, so limits per address must ignore them.
    #[must_use]
    pub fn without_variations(&self) -> String {
        let canonical = self.canonical();
        let Some((name, domain)) = canonical.split_once('@') else { return canonical };
        let untagged = name.split('+').next().filter(|name| !name.is_empty()).unwrap_or(name);
        if GMAIL_DOMAINS.contains(&domain) {
            return format!("{}@{}", untagged.replace('.', ""), GMAIL_DOMAINS[0]);
        }
        format!("{untagged}@{domain}")
    }
}

impl FromStr for Email {
    type Err = InvalidEmail;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Full-width letters and other compatibility forms are spellings of the plain ones.
        let text = remove_hidden_characters(text).nfkc().collect::<String>();
        let text = text.trim();
        let (name, domain) = text.split_once('@').ok_or(InvalidEmail)?;
        let plain = |c: char| !is_blank(c) && !is_hidden(c) && !"<>()[]\\,;:\"@".contains(c);
        let labels: Vec<&str> = domain.split('.').collect();
        let valid = text.len() <= 254
            && !name.is_empty()
            && name.len() <= 64
            && name.chars().all(plain)
            && !name.starts_with('.')
            && !name.ends_with('.')
            && !name.contains("..")
            && labels.len() >= 2
            && labels.iter().all(|label| is_domain_label(label))
            && labels.last().is_some_and(|last| is_top_level(last));
        if valid { Ok(Self(text.to_owned())) } else { Err(InvalidEmail) }
    }
}

/// Top-level domains aren't numeric (RFC 3696, 2): `123.45` is part of an IP address.
fn is_top_level(label: &str) -> bool {
    label.chars().count() >= 2 && label.chars().any(char::is_alphabetic)
}

fn is_domain_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= 63
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_an_address_in_unicode_are_one_address() {
        let canonical = |typed: &str| typed.parse::<Email>().unwrap().canonical();
        for typed in
            ["maria@ｅxample.org", "ｍａｒｉａ@example.org", "maria@exampⅼe.org", "MARIA@Example．org"]
        {
            assert_eq!(canonical(typed), "maria@example.org", "{typed}");
        }
        for typed in ["maria@exämple.org", "maria@exa\u{308}mple.org", "maria@XN--EXMPLE-CUA.org"] {
            assert_eq!(canonical(typed), "maria@xn--exmple-cua.org", "{typed}");
        }
        assert!("ma\u{2800}ria@example.org".parse::<Email>().is_err());
    }

    #[test]
    fn email_address_needs_local_part_at_sign_and_domain_with_dot() {
        for good in
            ["maria@example.org", " a.b+c@mail.example.co.uk ", "o'neil@example.org", "ngọc@exämple.vn"]
        {
            assert!(good.parse::<Email>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "maria",
            "maria@",
            "@example.org",
            "maria@example",
            ".maria@example.org",
            "a..b@example.org",
            "a@b@example.org",
            "maria@-example.org",
            "maria@example.o",
            "maria@123.45",
            "maria@example.2026",
            "ma ria@example.org",
            "maria@example..org",
            "maria.@example.org",
            "<a>@example.org",
            "\u{200B}",
            "\u{200B}@example.org",
            "maria@\u{200B}.org",
            "می\u{200C}خ@example.org",
        ] {
            assert!(bad.parse::<Email>().is_err(), "{bad}");
        }
    }

    fn without_variations(typed: &str) -> String {
        typed.parse::<Email>().unwrap().without_variations()
    }

    #[test]
    fn addresses_with_tags_are_variations_of_one_address() {
        for variation in ["maria@example.org", "Maria+trial@example.org", "maria+a+b@EXAMPLE.org"] {
            assert_eq!(without_variations(variation), "maria@example.org", "{variation}");
        }
        assert_eq!(without_variations("+tag@example.org"), "+tag@example.org");
    }

    #[test]
    fn spellings_of_a_gmail_address_are_variations_of_one_address() {
        for variation in
            ["maria.sample@gmail.com", "m.ariasample@Gmail.com", "Maria.Sample+trial@googlemail.com"]
        {
            assert_eq!(without_variations(variation), "mariasample@gmail.com", "{variation}");
        }
        assert_eq!(without_variations("maria.sample@example.org"), "maria.sample@example.org");
        assert_eq!(without_variations("maria.sample@mail.gmail.com"), "maria.sample@mail.gmail.com");
    }

    #[test]
    fn hidden_characters_are_removed_from_an_address() {
        for typed in
            ["ma\u{200B}ria@example.org", "\u{202A}maria@example.org\u{202C}", "maria@exam\u{AD}ple.org"]
        {
            assert_eq!(typed.parse::<Email>().unwrap().as_str(), "maria@example.org", "{typed:?}");
        }
    }

    #[test]
    fn addresses_that_differ_in_case_have_one_canonical_form() {
        let (a, b): (Email, Email) =
            ("Maria@Example.org".parse().unwrap(), "maria@example.ORG".parse().unwrap());
        assert_eq!(a.canonical(), b.canonical());
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_text_never_panics(text in ".*") {
            let _ = text.parse::<Email>();
        }

        #[test]
        fn address_without_a_dot_in_its_domain_is_rejected(name in "[a-z]{1,10}", domain in "[a-z]{1,10}") {
            let address = format!("{name}@{domain}");
            prop_assert!(address.parse::<Email>().is_err());
        }
    }
}
