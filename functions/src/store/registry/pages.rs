//! Paged reads of the Registry table, which keep only one page in memory.

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::{
    Registry,
    record::{decompress, mark_of, mark_projection, number_of_record},
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
struct Pages {
    scan: ScanFluentBuilder,
    from: Option<Item>,
    is_done: bool,
}

impl Pages {
    fn new(scan: ScanFluentBuilder) -> Self {
        Self { scan, from: None, is_done: false }
    }

    async fn next(&mut self) -> Result<Option<Vec<Item>>, StoreError> {
        if self.is_done {
            return Ok(None);
        }
        let request = self.scan.clone().consistent_read(true).set_exclusive_start_key(self.from.take());
        let request = request.customize().config_override(batch::background_timeouts());
        let answer = request.send().await.map_err(StoreError::sdk("list the registry records"))?;
        self.is_done = answer.last_evaluated_key.is_none();
        self.from = answer.last_evaluated_key;
        Ok(Some(answer.items.unwrap_or_default()))
    }
}

/// All records, page by page.
#[derive(Debug)]
pub struct RecordPages(Pages);

impl RecordPages {
    /// The next page, or `None` after the last one. A page may be empty.
    pub async fn next(&mut self) -> Result<Option<Vec<RegistryStudy>>, StoreError> {
        let Some(items) = self.0.next().await? else { return Ok(None) };
        items
            .iter()
            .filter(|item| number_of_record(item).is_some())
            .map(decompress)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}

/// The marks of all records, page by page.
#[derive(Debug)]
pub struct MarkPages(Pages);

impl MarkPages {
    /// The next page, or `None` after the last one. A page may be empty.
    pub async fn next(&mut self) -> Result<Option<Vec<(NctId, Mark)>>, StoreError> {
        Ok(self.0.next().await?.map(|items| items.iter().filter_map(mark_of).collect()))
    }
}

/// The keys of all items, page by page.
#[derive(Debug)]
pub(super) struct KeyPages(Pages);

impl KeyPages {
    pub(super) async fn next(&mut self) -> Result<Option<Vec<String>>, StoreError> {
        let keys =
            |items: Vec<Item>| items.iter().filter_map(|item| text_of(item, PK).map(str::to_owned)).collect();
        Ok(self.0.next().await?.map(keys))
    }
}

impl Registry {
    /// All records, page by page, in the order of the table.
    #[must_use]
    pub fn records(&self) -> RecordPages {
        RecordPages(Pages::new(self.table.scan()))
    }

    /// The marks of all records, page by page.
    #[must_use]
    pub fn all_marks(&self) -> MarkPages {
        let (projection, names) = mark_projection();
        let scan = self.table.scan().projection_expression(projection);
        MarkPages(Pages::new(scan.set_expression_attribute_names(Some(names))))
    }

    pub(super) fn keys(&self) -> KeyPages {
        KeyPages(Pages::new(self.table.scan().projection_expression(PK)))
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
