//! How the tables of `data/` write several names in a cell: with `|` between them.

#[cfg(test)]
use waypoint_text::Table;

/// Returns the names of a cell, each in words.
pub(crate) fn names(cell: &str, words: impl Fn(&str) -> Vec<String>) -> Vec<Vec<String>> {
    cell.split('|').map(words).filter(|name| !name.is_empty()).collect()
}

/// Whether the rows of a table are sorted by their first cells, so that readers find them.
#[cfg(test)]
pub(crate) fn is_sorted<const COLUMNS: usize>(table: Table<COLUMNS>) -> bool {
    table.rows().is_sorted_by_key(|cells| cells[0].to_lowercase())
}
