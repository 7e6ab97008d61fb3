//! Formats errors as text.

use std::fmt::Write;

use miette::{GraphicalReportHandler, GraphicalTheme};

use super::error::ContentError;

/// Formats every error with its source lines, followed by the number of errors.
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
    // Terminals expand tabs, which would misalign the markers below the line.
    text.replace('\t', " ")
}
