//! Tables of data files: a row per line, with tabs between the cells.

/// A table of a data file. Its first line names the columns. Lines above it that begin with `#` are notes for readers.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a, const COLUMNS: usize> {
    file: &'a str,
    columns: [&'a str; COLUMNS],
    text: &'a str,
    has_header: bool,
}

/// A table doesn't have the expected columns.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {problem}")]
pub struct TableError {
    file: String,
    line: usize,
    column: usize,
    problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("the column is '{found}', and '{expected}' is expected")]
    OtherColumn { found: String, expected: String },
    #[error("the cell of '{0}' is missing")]
    MissingCell(String),
    #[error("the row has a cell too many: '{0}'")]
    ExtraCell(String),
}

impl<'a, const COLUMNS: usize> Table<'a, COLUMNS> {
    /// Returns a table whose first line has the names of these columns.
    #[must_use]
    pub const fn new(file: &'a str, columns: [&'a str; COLUMNS], text: &'a str) -> Self {
        Self { file, columns, text, has_header: true }
    }

    /// Returns a table whose first line is a row, such as a file from another source.
    #[must_use]
    pub const fn without_header(file: &'a str, columns: [&'a str; COLUMNS], text: &'a str) -> Self {
        Self { file, columns, text, has_header: false }
    }

    /// Returns the content of the file.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Checks the table, and returns its rows.
    pub fn read(&self) -> Result<Vec<[&'a str; COLUMNS]>, TableError> {
        let mut lines = self.text.lines().zip(1..).peekable();
        if self.has_header {
            while lines.next_if(|(line, _)| line.starts_with('#')).is_some() {}
            let (header, line) = lines.next().unwrap_or(("", 1));
            self.check_header(self.cells(header, line)?, line)?;
        }
        lines.map(|(row, line)| self.cells(row, line)).collect()
    }

    /// Returns the rows of a table that is compiled into the program.
    ///
    /// # Panics
    ///
    /// Panics if the table is malformed. Any test that uses the table finds this.
    pub fn rows(&self) -> impl Iterator<Item = [&'a str; COLUMNS]> + use<'a, COLUMNS> {
        self.read().unwrap_or_else(|error| panic!("{error}")).into_iter()
    }

    fn check_header(&self, found: [&str; COLUMNS], line: usize) -> Result<(), TableError> {
        let mut columns = found.into_iter().zip(self.columns);
        let Some(at) = columns.position(|(found, expected)| found != expected) else { return Ok(()) };
        let (found, expected) = (found[at].to_owned(), self.columns[at].to_owned());
        Err(self.error(line, at, Problem::OtherColumn { found, expected }))
    }

    fn cells(&self, row: &'a str, line: usize) -> Result<[&'a str; COLUMNS], TableError> {
        let mut found = row.split('\t');
        let mut cells = [""; COLUMNS];
        for (at, cell) in cells.iter_mut().enumerate() {
            let missing = || self.error(line, at, Problem::MissingCell(self.columns[at].to_owned()));
            *cell = found.next().ok_or_else(missing)?;
        }
        match found.next() {
            Some(extra) => Err(self.error(line, COLUMNS, Problem::ExtraCell(extra.to_owned()))),
            None => Ok(cells),
        }
    }

    /// Returns the error at a column, counted from 0.
    fn error(&self, line: usize, at: usize, problem: Problem) -> TableError {
        TableError { file: self.file.to_owned(), line, column: at + 1, problem }
    }
}

/// Embeds a file with a table. The path is relative to the source file.
#[macro_export]
macro_rules! table {
    ($path:literal, $columns:expr) => {
        $crate::Table::new($path, $columns, include_str!($path))
    };
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<[&str; 2]>, String> {
        Table::new("words.tsv", ["word", "role"], text).read().map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_below_the_notes_and_the_names_of_the_columns() {
        assert_eq!(read("# From a source.\n# Its license.\nword\trole\n"), Ok(vec![]));
        let rows = vec![["a", "x"], ["#b", ""], ["", "y"]];
        assert_eq!(read("word\trole\na\tx\n#b\t\n\ty\n"), Ok(rows.clone()));
        assert_eq!(read("word\trole\r\na\tx\r\n#b\t\r\n\ty"), Ok(rows));
        let headless = Table::without_header("words.tsv", ["word", "role"], "#a\tx\n");
        assert_eq!(headless.read().unwrap(), [["#a", "x"]]);
        assert_eq!(headless.rows().collect::<Vec<_>>(), [["#a", "x"]]);
    }

    #[test]
    fn error_names_file_line_and_column() {
        for (text, error) in [
            ("", "words.tsv, line 1, column 2: the cell of 'role' is missing"),
            ("# Note\nword\trole\na", "words.tsv, line 3, column 2: the cell of 'role' is missing"),
            ("word\trole\n\na\tx", "words.tsv, line 2, column 2: the cell of 'role' is missing"),
            ("word\trole\na\tx\ty", "words.tsv, line 2, column 3: the row has a cell too many: 'y'"),
            ("word\tkind\na\tx", "words.tsv, line 1, column 2: the column is 'kind', and 'role' is expected"),
            ("a\tx\n", "words.tsv, line 1, column 1: the column is 'a', and 'word' is expected"),
        ] {
            assert_eq!(read(text), Err(error.to_owned()), "{text:?}");
        }
    }
}
