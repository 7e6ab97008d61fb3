//! Writes the differences to the table.

use waypoint_functions::store::{StoreError, StoredStudy, Studies, StudyWrite};

use crate::difference::Difference;

/// The result of writing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of written studies.
    pub written: usize,
    /// Numbers of studies that were skipped because they have changed since they were read.
    pub conflicts: Vec<String>,
}

/// Writes each study that differs, and calls `progress` with the number of studies processed so far. A study that has
/// changed since it was read is skipped. After a failure, written studies remain, and a repeated import continues.
pub async fn write(
    studies: &Studies,
    before: &[StoredStudy],
    differences: &[Difference],
    progress: &dyn Fn(usize),
) -> Result<Imported, StoreError> {
    let mut imported = Imported::default();
    for (index, difference) in differences.iter().filter(|difference| difference.differs()).enumerate() {
        let study = difference.study();
        let number = study.snow_study_number.as_str();
        let before = before.iter().find(|written| written.number == number);
        match studies.put(before, study).await? {
            StudyWrite::Done => imported.written += 1,
            StudyWrite::Conflict => imported.conflicts.push(number.to_owned()),
        }
        progress(index + 1);
    }
    Ok(imported)
}
