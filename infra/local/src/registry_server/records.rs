//! What a registry needs to know of its records.

use serde_json::Value;

/// The records of a registry. Each record keeps its index.
pub trait RegistryRecords: Send + Sync + 'static {
    /// Returns the version of the data: the time at which it was published.
    fn version(&self) -> String;
    /// Returns the number of indexes.
    fn count(&self) -> usize;
    /// Returns the day of the last change to a record, or `None` if there is no record at the index.
    fn updated(&self, index: usize) -> Option<String>;
    /// Returns the record at an index.
    fn record(&self, index: usize) -> Option<Value>;
    /// Returns the index of an NCT number.
    fn index_of(&self, number: &str) -> Option<usize>;
    /// Returns an earlier version of the record at an index.
    fn earlier_record(&self, index: usize) -> Option<Value> {
        self.record(index)
    }
    /// Called before each page, for records that change while pages are read.
    fn before_page(&self) {}
}
