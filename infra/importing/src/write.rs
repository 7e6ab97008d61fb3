//! Writes what differs.

use waypoint_functions::store::{StoreError, Studies, Written, WrittenStudy};

use crate::difference::Difference;

/// What was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// How many studies were written.
    pub written: usize,
    /// The numbers of those that somebody else changed since they were read, which were left alone.
    pub changed_meanwhile: Vec<String>,
}

/// Writes each study that differs in the place of the one that was compared with it, and tells how many are done. A study
/// that somebody else changed since is left alone. What was written before a failure stays, and importing again goes on.
///
/// # Errors
/// When the store does not answer.
pub async fn write(
    studies: &Studies,
    before: &[WrittenStudy],
    differences: &[Difference],
    done: &dyn Fn(usize),
) -> Result<Imported, StoreError> {
    let mut imported = Imported::default();
    for (place, difference) in differences.iter().filter(|one| one.differs()).enumerate() {
        let study = difference.study();
        let number = study.snow_study_number.as_str();
        let before = before.iter().find(|written| written.number == number);
        match studies.put(before, study).await? {
            Written::Yes => imported.written += 1,
            Written::ChangedMeanwhile => imported.changed_meanwhile.push(number.to_owned()),
        }
        done(place + 1);
    }
    Ok(imported)
}
