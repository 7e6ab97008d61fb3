//! A text as it stands in HTML, in a drawing, or in a value between double quotes.

/// The text, with what would begin markup or end a value written out.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
