//! Source lines around an error. Long lines are cut.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Maximum number of characters of a line.
const MAX_LENGTH: usize = 160;
/// Number of characters of a cut line before the place.
const CONTEXT_BEFORE: usize = 60;
const ELLIPSIS: char = '…';

/// The source lines around an error.
#[derive(Debug, Clone)]
pub(super) struct SourceExcerpt {
    file: String,
    text: String,
    first_line: usize,
    line: usize,
    column: usize,
    marked: Range<usize>,
}

impl SourceExcerpt {
    /// Creates an excerpt around a span. `line` and `column` start at 0. The marked range ends with its line.
    pub(super) fn around(file: &str, text: &str, span: &Range<usize>, line: usize, column: usize) -> Self {
        let first_line = line.saturating_sub(1);
        let mut shown = String::new();
        let mut marked = 0..0;
        let last = text.matches('\n').count();
        for (number, words) in text.split('\n').enumerate().skip(first_line).take(line - first_line + 2) {
            let start = shown.len();
            let is_after_last_line = number == last && words.is_empty();
            if number == line {
                let at = column.saturating_sub(CONTEXT_BEFORE);
                let in_line = text[span.clone()].split('\n').next().unwrap_or_default().chars().count();
                let (before, cut) = if words.chars().count() > MAX_LENGTH { (at, true) } else { (0, false) };
                let window = if cut { window(words, before) } else { words.to_owned() };
                let from = column - before + usize::from(cut && before > 0);
                shown.push_str(&window);
                marked = start + byte_of(&window, from)..start + byte_of(&window, from + in_line);
            } else if is_after_last_line {
                break;
            } else {
                shown.push_str(&window(words, 0));
            }
            shown.push('\n');
        }
        Self { file: file.to_owned(), text: shown, first_line, line, column, marked }
    }

    /// The marked range within the excerpt.
    pub(super) fn marked(&self) -> Range<usize> {
        self.marked.clone()
    }
}

/// A part of a line, with an ellipsis where it was cut.
fn window(line: &str, from: usize) -> String {
    let mut signs = line.chars().skip(from);
    let mut window: String = if from > 0 { ELLIPSIS.into() } else { String::new() };
    window.extend(signs.by_ref().take(MAX_LENGTH));
    if signs.next().is_some() {
        window.push(ELLIPSIS);
    }
    window
}

fn byte_of(line: &str, character: usize) -> usize {
    line.char_indices().nth(character).map_or(line.len(), |(at, _)| at)
}

impl SourceCode for SourceExcerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = SourceSpan::from(0..self.text.len());
        // Without context lines, the request is for the position of the place.
        let (span, line, column) =
            if lines_before == 0 { (*span, self.line, self.column) } else { (whole, self.first_line, 0) };
        let bytes = self.text.as_bytes();
        let data = bytes.get(span.offset()..span.offset() + span.len()).ok_or(MietteError::OutOfBounds)?;
        let lines = self.text.lines().count();
        let contents = MietteSpanContents::new_named(self.file.clone(), data, span, line, column, lines);
        Ok(Box::new(contents))
    }
}
