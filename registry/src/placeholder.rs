//! Texts that sponsors write where they have no contact to name: 'None', 'N/A', 'Please contact site'.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::table;

/// The words of such texts. Words of the kind `nothing` say that there is none, words of the kind `request` send the reader
/// elsewhere, and the others occur beside them.
static WORDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    table!("../data/placeholder_words.tsv", ["word", "kind"])
        .rows()
        .map(|[word, kind]| (word, kind))
        .collect()
});

/// What a text says where a contact's name, phone number, or email address is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statement {
    /// There is none, or it must be looked for elsewhere.
    Nothing,
    /// A role or an office without its name, such as 'Study Coordinator', which is useful only with a way to reach it.
    Office,
    /// Anything else, such as a name.
    Something,
}

/// Returns what a text says.
pub(crate) fn statement(text: &str) -> Statement {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let kinds: Option<Vec<&str>> = words.iter().map(|word| WORDS.get(word.as_str()).copied()).collect();
    let Some(kinds) = kinds else { return Statement::Something };
    let negates = |word: &String| matches!(word.as_str(), "no" | "not" | "cannot" | "n");
    let begins_with_contact = words.len() > 1 && words[0] == "contact" && words[1] != "center";
    let is_elsewhere = match kinds.first() {
        // 'Call Center' is an office.
        Some(&"request") => !matches!(words.get(1).map(String::as_str), Some("center" | "centre" | "line")),
        _ => kinds.contains(&"request"),
    };
    let says_nothing = kinds.is_empty()
        || kinds.contains(&"nothing")
        || is_elsewhere
        || begins_with_contact
        || words.iter().any(negates);
    if says_nothing { Statement::Nothing } else { Statement::Office }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_a_contact_say_nothing() {
        for text in [
            "None",
            "N/A",
            "n.a.",
            "Not applicable",
            "-",
            "",
            "TBD",
            "To be determined",
            "Please contact site",
            "Please contact the site directly for more information",
            "Contact site directly",
            "See central contact",
            "See website",
            "Refer to the sponsor",
            "No contact",
            "Unknown",
            "Not yet assigned",
        ] {
            assert_eq!(statement(text), Statement::Nothing, "{text}");
        }
    }

    #[test]
    fn offices_and_names_are_told_apart() {
        for text in
            ["Study Coordinator", "Call Center", "Contact Center", "Principal Investigator", "Site Staff"]
        {
            assert_eq!(statement(text), Statement::Office, "{text}");
        }
        for text in ["Ana Diaz, MD", "No Nguyen", "Lakeside Clinic", "Lilly Call Center", "216-555-0111"] {
            assert_eq!(statement(text), Statement::Something, "{text}");
        }
    }
}
