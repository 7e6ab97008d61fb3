//! Quotation marks of a table: a reader takes whatever comes behind one that is not closed for a part of the cell, rows and
//! all, and tells nobody.

/// What is wrong with a quotation mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QuoteFault {
    /// A cell that begins with one has none at its end.
    #[error("a cell begins with a quotation mark and has none at its end")]
    Open,
    /// A cell goes on behind its last one.
    #[error("a cell goes on behind the quotation mark that ends it")]
    Behind,
    /// One stands within a cell that does not begin with one.
    #[error("a quotation mark stands within a cell that does not begin with one")]
    Within,
}

/// Where the reader is.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Beginning,
    Plain,
    /// Within quotation marks that were opened in this line.
    Quoted(u64),
    /// Behind a mark that ends a cell, or is the first of two.
    Behind(u64),
}

/// The first fault, and the line of the cell that has it, from 1.
pub(crate) fn fault_in(text: &str) -> Option<(u64, QuoteFault)> {
    let (mut at, mut line) = (At::Beginning, 1);
    for c in text.chars() {
        at = match (at, c) {
            (At::Beginning, '"') => At::Quoted(line),
            (At::Plain, '"') => return Some((line, QuoteFault::Within)),
            (At::Quoted(opened), '"') => At::Behind(opened),
            (At::Quoted(opened), _) | (At::Behind(opened), '"') => At::Quoted(opened),
            (_, ',' | '\n' | '\r') => At::Beginning,
            (At::Behind(opened), _) => return Some((opened, QuoteFault::Behind)),
            (At::Beginning | At::Plain, _) => At::Plain,
        };
        line += u64::from(c == '\n');
    }
    match at {
        At::Quoted(opened) => Some((opened, QuoteFault::Open)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_closed_written_twice_or_told_with_the_line_of_its_cell() {
        let table = [
            ("a,b\n\"1, 2\",\"3\n4\"\r\n", None),
            ("a\n\"he said \"\"yes\"\"\"\n\"\",x\n\"\"\n", None),
            ("a\n\"1\n2\n", Some((2, QuoteFault::Open))),
            ("a,b\nx,\"1\nx,\"2\"\n", Some((2, QuoteFault::Behind))),
            ("a,b\nx,\"1\" y\n", Some((2, QuoteFault::Behind))),
            ("a,b\nx,5\" tall\n", Some((2, QuoteFault::Within))),
            ("a,b\nx, \"1\"\n", Some((2, QuoteFault::Within))),
        ];
        for (text, fault) in table {
            assert_eq!(fault_in(text), fault, "{text}");
        }
    }
}
