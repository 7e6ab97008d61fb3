//! The canonical form of content: JSON without spaces, with sorted keys and normalized texts.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

/// Returns the canonical form of a value, or `None` if it has no content: an empty text or list, or no value at all.
pub(super) fn canonical(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::String(text) => {
            Some(normalized(text)).filter(|text| !text.is_empty()).map(|text| quoted(&text))
        }
        Value::Array(items) => joined('[', items.iter().filter_map(canonical), ']'),
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            let forms = fields
                .into_iter()
                .filter_map(|(key, value)| Some(format!("{}:{}", quoted(key), canonical(value)?)));
            joined('{', forms, '}')
        }
    }
}

/// Normalizes what readers can't see: line endings, composed letters, and white space at the end of lines and of the text.
fn normalized(text: &str) -> String {
    let text: String = text.replace("\r\n", "\n").replace('\r', "\n").nfc().collect();
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn joined(open: char, forms: impl Iterator<Item = String>, close: char) -> Option<String> {
    let forms: Vec<String> = forms.collect();
    (!forms.is_empty()).then(|| format!("{open}{}{close}", forms.join(",")))
}
