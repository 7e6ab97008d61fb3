//! How a table of `data/` is read: a row a line, below the names of its columns; cells between tabs, names between bars.

/// The rows of a table, each with this many cells; those that a row lacks are empty.
pub(crate) fn rows<const CELLS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; CELLS]> {
    table.lines().skip(1).map(cells)
}

fn cells<const CELLS: usize>(row: &'static str) -> [&'static str; CELLS] {
    let mut cells = row.split('\t');
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// The names of a cell, each in words.
pub(crate) fn names(cell: &str, words: impl Fn(&str) -> Vec<String>) -> Vec<Vec<String>> {
    cell.split('|').map(words).filter(|name| !name.is_empty()).collect()
}

/// Whether the rows of a table stand in the order of their first cells, as people look for them.
#[cfg(test)]
pub(crate) fn is_sorted(table: &'static str) -> bool {
    rows(table).is_sorted_by_key(|[first]| first.to_lowercase())
}
