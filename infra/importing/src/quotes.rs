//! Checks the quotation marks of a CSV file. The csv reader silently treats everything after an unclosed mark as part
//! of the cell, including later rows.

/// A misplaced quotation mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QuoteFault {
    /// A quoted cell is never closed.
    #[error("the quotation mark at the start of a cell is never closed")]
    Unclosed,
    /// Text follows the closing quotation mark of a cell.
    #[error("text follows the closing quotation mark of a cell")]
    AfterQuote,
    /// A quotation mark inside an unquoted cell.
    #[error("a quotation mark appears inside an unquoted cell")]
    InUnquoted,
}

/// The position of the scanner.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    CellStart,
    Unquoted,
    /// Inside a quoted cell that was opened in this line.
    Quoted(u64),
    /// After a mark that either ends the cell or is the first of a doubled one.
    AfterQuote(u64),
}

/// Returns the first fault and the line of its cell, counted from 1.
pub(crate) fn fault_in(text: &str) -> Option<(u64, QuoteFault)> {
    let (mut position, mut line) = (Position::CellStart, 1);
    for c in text.chars() {
        position = match (position, c) {
            (Position::CellStart, '"') => Position::Quoted(line),
            (Position::Unquoted, '"') => return Some((line, QuoteFault::InUnquoted)),
            (Position::Quoted(start_line), '"') => Position::AfterQuote(start_line),
            (Position::Quoted(start_line), _) | (Position::AfterQuote(start_line), '"') => {
                Position::Quoted(start_line)
            }
            (_, ',' | '\n' | '\r') => Position::CellStart,
            (Position::AfterQuote(start_line), _) => return Some((start_line, QuoteFault::AfterQuote)),
            (Position::CellStart | Position::Unquoted, _) => Position::Unquoted,
        };
        line += u64::from(c == '\n');
    }
    match position {
        Position::Quoted(start_line) => Some((start_line, QuoteFault::Unclosed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misplaced_quotation_marks_are_reported_with_their_line() {
        let table = [
            ("a,b\n\"1, 2\",\"3\n4\"\r\n", None),
            ("a\n\"he said \"\"yes\"\"\"\n\"\",x\n\"\"\n", None),
            ("a\n\"1\n2\n", Some((2, QuoteFault::Unclosed))),
            ("a,b\nx,\"1\nx,\"2\"\n", Some((2, QuoteFault::AfterQuote))),
            ("a,b\nx,\"1\" y\n", Some((2, QuoteFault::AfterQuote))),
            ("a,b\nx,5\" tall\n", Some((2, QuoteFault::InUnquoted))),
            ("a,b\nx, \"1\"\n", Some((2, QuoteFault::InUnquoted))),
        ];
        for (text, fault) in table {
            assert_eq!(fault_in(text), fault, "{text}");
        }
    }
}
