//! Fills a new table with the studies of the content, because a site without studies can't be built.

use std::collections::BTreeSet;

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::store::{StoreError, Studies};

/// Returns the studies of the content that the table lacks. Once content has been loaded, that is always none:
/// missing studies were removed on purpose.
pub async fn missing<'a>(
    studies: &Studies,
    in_content: &'a [PartnerStudy],
) -> Result<Vec<&'a PartnerStudy>, StoreError> {
    if studies.is_loaded().await? {
        return Ok(Vec::new());
    }
    let present: BTreeSet<String> =
        studies.stored_studies().await?.into_iter().map(|written| written.number).collect();
    Ok(in_content.iter().filter(|study| !present.contains(study.snow_study_number.as_str())).collect())
}

/// Adds studies to the table. A study that was added concurrently by another writer is left alone.
///
/// # Errors
/// When the store fails. Studies added so far remain, and a repeated call continues.
pub async fn put(studies: &Studies, missing: &[&PartnerStudy]) -> Result<(), StoreError> {
    for study in missing {
        studies.put(None, study).await?;
    }
    Ok(())
}
