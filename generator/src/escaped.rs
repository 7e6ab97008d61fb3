//! Escaping of text in HTML, SVG, and double-quoted attribute values.

/// Escapes `&`, `<`, `>`, and `"`.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
