//! Paged reads of the Registry table, which keep only one page in memory.

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::{
    Registry,
    record::{MARK, decompress, mark_of, number_of_record},
};
use crate::{
    registry_sync::merging::Mark,
    store::{
        StoreError, batch,
        item::{Item, PK, text_of},
    },
};

/// A scan of the table, page by page.
#[derive(Debug)]
pub struct Pages<T> {
    scan: ScanFluentBuilder,
    from: Option<Item>,
    is_done: bool,
    /// Reads an item. `None` if the scan leaves it out.
    read: fn(&Item) -> Option<Result<T, StoreError>>,
}

impl<T> Pages<T> {
    fn new(scan: ScanFluentBuilder, read: fn(&Item) -> Option<Result<T, StoreError>>) -> Self {
        Self { scan, from: None, is_done: false, read }
    }

    /// The next page, or `None` after the last one. A page may be empty.
    pub async fn next(&mut self) -> Result<Option<Vec<T>>, StoreError> {
        if self.is_done {
            return Ok(None);
        }
        let request = self.scan.clone().consistent_read(true).set_exclusive_start_key(self.from.take());
        let request = request.customize().config_override(batch::background_timeouts());
        let answer = request.send().await.map_err(StoreError::sdk("list the registry records"))?;
        self.is_done = answer.last_evaluated_key.is_none();
        self.from = answer.last_evaluated_key;
        answer.items.unwrap_or_default().iter().filter_map(self.read).collect::<Result<_, _>>().map(Some)
    }
}

impl Registry {
    /// All records, page by page, in the order of the table.
    #[must_use]
    pub fn records(&self) -> Pages<RegistryStudy> {
        Pages::new(self.table.scan(), |item| number_of_record(item).map(|_| decompress(item)))
    }

    /// The marks of all records, page by page.
    #[must_use]
    pub fn all_marks(&self) -> Pages<(NctId, Mark)> {
        let (projection, names) = batch::projection(&MARK);
        let scan = self.table.scan().projection_expression(projection);
        Pages::new(scan.set_expression_attribute_names(Some(names)), |item| mark_of(item).map(Ok))
    }

    /// The keys of all items, page by page.
    pub(super) fn keys(&self) -> Pages<String> {
        let scan = self.table.scan().projection_expression(PK);
        Pages::new(scan, |item| text_of(item, PK).map(|key| Ok(key.to_owned())))
    }

    /// Returns all records, sorted by number. For checks with few records, not for a whole registry.
    pub async fn all_records(&self) -> Result<Vec<RegistryStudy>, StoreError> {
        let mut studies = Vec::new();
        let mut pages = self.records();
        while let Some(page) = pages.next().await? {
            studies.extend(page);
        }
        studies.sort_by(|a, b| a.nct_id.cmp(&b.nct_id));
        Ok(studies)
    }
}
