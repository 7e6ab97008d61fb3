//! The lines that an error is shown with: its own and those around it, however long they are.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// A line of more characters is cut.
const LONGEST: usize = 160;
/// How many characters of a cut line stay before the place.
const BEFORE: usize = 60;
const CUT: char = '…';

/// Some lines of a file.
#[derive(Debug, Clone)]
pub(super) struct ShownLines {
    file: String,
    text: String,
    first_line: usize,
    line: usize,
    column: usize,
    marked: Range<usize>,
}

impl ShownLines {
    /// The lines around a place of a text; `line` and `column` from 0. What is marked ends with its line.
    pub(super) fn around(file: &str, text: &str, span: &Range<usize>, line: usize, column: usize) -> Self {
        let first_line = line.saturating_sub(1);
        let mut shown = String::new();
        let mut marked = 0..0;
        let last = text.matches('\n').count();
        for (number, words) in text.split('\n').enumerate().skip(first_line).take(line - first_line + 2) {
            let start = shown.len();
            let behind_the_last_line = number == last && words.is_empty();
            if number == line {
                let at = column.saturating_sub(BEFORE);
                let in_line = text[span.clone()].split('\n').next().unwrap_or_default().chars().count();
                let (before, cut) = if words.chars().count() > LONGEST { (at, true) } else { (0, false) };
                let window = if cut { window(words, before) } else { words.to_owned() };
                let from = column - before + usize::from(cut && before > 0);
                shown.push_str(&window);
                marked = start + byte_of(&window, from)..start + byte_of(&window, from + in_line);
            } else if behind_the_last_line {
                break;
            } else {
                shown.push_str(&window(words, 0));
            }
            shown.push('\n');
        }
        Self { file: file.to_owned(), text: shown, first_line, line, column, marked }
    }

    /// What is marked, in the lines that are shown.
    pub(super) fn marked(&self) -> Range<usize> {
        self.marked.clone()
    }
}

/// A part of a line, with a sign where it was cut.
fn window(line: &str, from: usize) -> String {
    let mut signs = line.chars().skip(from);
    let mut window: String = if from > 0 { CUT.into() } else { String::new() };
    window.extend(signs.by_ref().take(LONGEST));
    if signs.next().is_some() {
        window.push(CUT);
    }
    window
}

fn byte_of(line: &str, character: usize) -> usize {
    line.char_indices().nth(character).map_or(line.len(), |(at, _)| at)
}

impl SourceCode for ShownLines {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = SourceSpan::from(0..self.text.len());
        // Without lines around it, what is asked for is where the place is.
        let (span, line, column) =
            if lines_before == 0 { (*span, self.line, self.column) } else { (whole, self.first_line, 0) };
        let bytes = self.text.as_bytes();
        let data = bytes.get(span.offset()..span.offset() + span.len()).ok_or(MietteError::OutOfBounds)?;
        let lines = self.text.lines().count();
        let contents = MietteSpanContents::new_named(self.file.clone(), data, span, line, column, lines);
        Ok(Box::new(contents))
    }
}
