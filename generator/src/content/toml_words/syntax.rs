//! Explains TOML syntax errors.

use std::ops::Range;

use super::explanation::{Explanation, line_of};

const WHOLE_LINE: &str = "write a key, =, and a value; put multi-line text between \"\"\" and \"\"\"";

/// Explains a syntax error.
pub(super) fn explain(text: &str, message: &str, span: Range<usize>) -> Explanation {
    let span = text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
    let starts_with = |starts_with: &str| message.starts_with(starts_with);
    if starts_with("key with no value") || starts_with("invalid unquoted key") {
        explain_missing_equals(text, span.start)
    } else if starts_with("string values must be quoted") {
        explain_unquoted_value(text, span)
    } else if starts_with("invalid boolean") {
        Explanation::new("this must be true or false", "write true or false in lowercase letters", span)
    } else if starts_with("invalid date") || starts_with("invalid time") {
        let expected = message.split("expected ").nth(1).map_or(String::new(), |what| format!("; {what}"));
        let hint = format!("write year, month, and day, such as 2018-03-25{expected}");
        Explanation::new("this date doesn't exist", hint, span)
    } else if starts_with("duplicate key") {
        let key = text.get(span.clone()).unwrap_or_default();
        Explanation::new(format!("the key '{key}' is used twice"), "remove one of them", span)
    } else if starts_with("missing escaped value") || starts_with("invalid escape") {
        Explanation::new(
            "a backslash in text starts a special character",
            "write two backslashes, \\\\, or put the text in 'single quotes'",
            span,
        )
    } else if starts_with("invalid basic string") || starts_with("invalid literal string") {
        let hint = "end it with the same quote; put multi-line text between \"\"\" and \"\"\"";
        Explanation::new("the text has no closing quote", hint, span)
    } else if starts_with("missing comma between") {
        let hint = "separate the items with commas and end the list with ]; check the line before, too";
        Explanation::new("a comma or the end of the list is missing", hint, span)
    } else if starts_with("unclosed array table") || starts_with("unclosed table") {
        let hint = "start a part of the file with [name], or one of several with [[name]]";
        Explanation::new("a closing ] is missing", hint, span)
    } else if starts_with("unexpected key or value") {
        explain_trailing_text(text, span)
    } else if starts_with("cannot recurse") {
        let hint = "close each [ and { where its list or table ends";
        Explanation::new("too many brackets are nested inside each other", hint, span)
    } else {
        Explanation::new(message, "check the quotes, brackets, and commas here and on the line before", span)
    }
}

fn explain_missing_equals(text: &str, at: usize) -> Explanation {
    let at = text.floor_char_boundary(at.min(text.len()));
    let span = line_of(text, at);
    let line = &text[span.clone()];
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark)) {
        let hint = "keep the correct version, and remove the lines with <<<<<<<, =======, and >>>>>>>";
        return Explanation::new("two versions of the file were not merged", hint, span);
    }
    if line.starts_with("//") || line.starts_with("<!--") || line.starts_with("/*") {
        return Explanation::new("this isn't a valid comment", "start comments with #", span);
    }
    match line.split_once(':') {
        Some((key, _)) if is_key(key.trim()) => {
            let colon = span.start + key.len();
            let hint = format!("write {} = and the value", key.trim());
            Explanation::new("there is a colon instead of =", hint, colon..colon + 1)
        }
        _ => Explanation::new("the line has no =", WHOLE_LINE, span),
    }
}

fn is_key(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn explain_unquoted_value(text: &str, span: Range<usize>) -> Explanation {
    let value = text[span.start..line_of(text, span.start).end.max(span.start)].trim();
    let span = span.start..span.start + value.len();
    let is_date_like = value.starts_with(|c: char| c.is_ascii_digit()) && value.contains(['/', '.']);
    let lower = value.to_lowercase();
    if value.is_empty() || value.starts_with('#') {
        return Explanation::new("the key has no value", "add it after the =, or remove the key", span);
    }
    if value.starts_with(['“', '”', '„', '‟', '‘', '’', '«', '»']) {
        let hint = "type straight quotes, \"; word processors change them to curly quotes";
        return Explanation::new("these quotes are curly", hint, span);
    }
    if is_date_like {
        let hint = "write a date like 2018-03-25; in a number, use only digits and a decimal point";
        return Explanation::new("this is neither a date nor a number", hint, span);
    }
    if ["true", "false", "yes", "no", "on", "off"].contains(&lower.as_str()) {
        return Explanation::new(
            "this must be true or false",
            "write true or false in lowercase letters",
            span,
        );
    }
    Explanation::new("text must be in quotes", "put \" before it and \" after it", span)
}

fn explain_trailing_text(text: &str, span: Range<usize>) -> Explanation {
    let line = &text[line_of(text, span.start)];
    let rest = &text[span.start..];
    if rest.starts_with(',') && text[..span.start].ends_with(|c: char| c.is_ascii_digit()) {
        return Explanation::new("a number can't contain a comma", "use a decimal point, such as 41.5", span);
    }
    if line.matches('"').count() > 2 {
        let hint = "write \\\" for a quote inside the text, or put the whole text in 'single quotes'";
        return Explanation::new("the text ends before the end of the line", hint, span);
    }
    Explanation::new("there is something after the value", "put each key on its own line", span)
}
