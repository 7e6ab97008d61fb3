//! Explains errors in keys and values.

use std::ops::Range;

use super::{explanation::Explanation, spelling::nearest};

const DAY: &str = "write year, month, and day, such as 2018-03-25";

/// Explains an invalid key or value. Messages of our own deserializers already say what is expected, so they are kept
/// unchanged.
pub(crate) fn explain(text: &str, message: &str, span: Range<usize>) -> Explanation {
    let found = text.get(span.clone()).unwrap_or_default();
    if let Some(rest) = message.strip_prefix("unknown field ") {
        unknown_key(message, rest, span)
    } else if let Some(key) = missing_key(message) {
        explain_missing_key(key, &span)
    } else if let Some(rest) = message.strip_prefix("invalid type: ") {
        wrong_kind(rest, found, span)
    } else if let Some(rest) = message.strip_prefix("invalid value: ") {
        let value = in_backticks(rest).next().unwrap_or_default();
        Explanation::new(format!("{value} is out of range"), "check the digits of the number", span)
    } else if let Some(rest) = message.strip_prefix("unknown variant ") {
        unknown_choice(rest, span)
    } else if message.starts_with("data did not match any variant") {
        Explanation::new("this isn't a valid date", DAY, span)
    } else {
        Explanation { message: message.to_owned(), hint: None, span }
    }
}

/// The missing key in a message of the parser.
pub(crate) fn missing_key(message: &str) -> Option<&str> {
    in_backticks(message.strip_prefix("missing field ")?).next()
}

/// Explains that a key is missing in the part of the file at a range.
pub(crate) fn explain_missing_key(key: &str, part: &Range<usize>) -> Explanation {
    let hint = format!("add a line {key} = … to this part of the file");
    Explanation::new(format!("the key '{key}' is missing"), hint, part.start..part.start)
}

/// The known key that is most similar to an unknown one.
pub(crate) fn suggested_key(message: &str) -> Option<&str> {
    let mut keys = in_backticks(message.strip_prefix("unknown field ")?);
    let key = keys.next()?;
    nearest(key, keys)
}

fn unknown_key(message: &str, rest: &str, span: Range<usize>) -> Explanation {
    let mut keys = in_backticks(rest);
    let key = keys.next().unwrap_or_default();
    let known: Vec<&str> = keys.collect();
    let suggestion = suggested_key(message).map(|suggestion| format!("did you mean {suggestion}? "));
    let hint = format!("{}valid keys: {}", suggestion.unwrap_or_default(), known.join(", "));
    Explanation::new(format!("unknown key '{key}'"), hint, span)
}

fn unknown_choice(rest: &str, span: Range<usize>) -> Explanation {
    let mut choices = in_backticks(rest);
    let given = choices.next().unwrap_or_default();
    let mut known: Vec<&str> = Vec::new();
    for choice in choices {
        if !known.iter().any(|before| before.eq_ignore_ascii_case(choice)) {
            known.push(choice);
        }
    }
    Explanation::new(format!("'{given}' isn't a valid choice"), format!("write {}", known.join(" or ")), span)
}

fn wrong_kind(rest: &str, found: &str, span: Range<usize>) -> Explanation {
    let (given, expected) = rest.split_once(", expected ").unwrap_or((rest, "another value"));
    let given_kind = given.split([' ', '`', '"']).next().unwrap_or_default();
    let is_day = given_kind == "map" && found.starts_with(|c: char| c.is_ascii_digit());
    let given = match given_kind {
        _ if is_day => "a date without quotes".to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "a table".to_owned(),
        "string" => format!("the text {}", given.trim_start_matches("string ")),
        "boolean" | "integer" => in_backticks(given).next().unwrap_or_default().to_owned(),
        "floating" => format!("the number {}", in_backticks(given).next().unwrap_or_default()),
        _ => given.to_owned(),
    };
    let (expected, hint) = match expected {
        "a string" if given == "a list" => ("text", "write the text in \"quotes\", without [ and ]"),
        "a string" => ("text", "put \" before it and \" after it"),
        "a boolean" => ("true or false", "write true or false in lowercase letters, without quotes"),
        "a sequence" if found.starts_with('[') => {
            ("a list", "write [[name]] with two brackets, because there can be several")
        }
        "a sequence" => ("a list", "put [ before it and ] after it, with commas between the items"),
        "f32" | "f64" => ("a number", "write digits without quotes, with a decimal point if needed"),
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => {
            ("a whole number", "write digits without quotes")
        }
        expected if expected.starts_with("struct") => {
            ("a table", "write its keys and values between { and }, or below [name]")
        }
        expected => (expected, "compare it with the same key in a valid file"),
    };
    Explanation::new(format!("expected {expected}, but found {given}"), hint, span)
}

/// The words in backticks.
fn in_backticks(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}
