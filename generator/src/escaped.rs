//! Escaping of text in HTML, SVG, and double-quoted attribute values.

/// Replaces `&`, `<`, `>`, and `"` by their HTML entities.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
