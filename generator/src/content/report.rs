//! All errors of a run as one text.

use std::fmt::Write;

use miette::{GraphicalReportHandler, GraphicalTheme};

use super::ContentError;

/// Writes every error with its source line, and how many there are.
#[must_use]
pub fn report(errors: &[ContentError], colored: bool) -> String {
    let theme = if colored { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_wrap_lines(false).with_links(false);
    let mut text = String::new();
    for error in errors {
        if handler.render_report(&mut text, error).is_err() {
            let _ = writeln!(text, "{error}");
        }
        text.push('\n');
    }
    let noun = if errors.len() == 1 { "error" } else { "errors" };
    let _ = write!(text, "{} {noun} in the content", errors.len());
    // A terminal moves a tab to a place of its own, away from what points at it.
    text.replace('\t', " ")
}
