//! The studies of the content as the first ones of a table: a site without any can't be made.

use std::collections::BTreeSet;

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::store::{StoreError, Studies};

/// Studies of the content that the table lacks, as long as nothing was loaded into it: later, what is not there was removed.
///
/// # Errors
/// When the store does not answer.
pub async fn lacking<'a>(
    studies: &Studies,
    of_content: &'a [PartnerStudy],
) -> Result<Vec<&'a PartnerStudy>, StoreError> {
    if studies.is_loaded().await? {
        return Ok(Vec::new());
    }
    let there: BTreeSet<String> =
        studies.as_written().await?.into_iter().map(|written| written.number).collect();
    Ok(of_content.iter().filter(|study| !there.contains(study.snow_study_number.as_str())).collect())
}

/// Puts studies into the table that lacks them. One that somebody else puts there in the same moment stays as they put it.
///
/// # Errors
/// When the store does not answer; what was put until then stays, and the same again goes on from there.
pub async fn put(studies: &Studies, lacking: &[&PartnerStudy]) -> Result<(), StoreError> {
    for study in lacking {
        studies.put(None, study).await?;
    }
    Ok(())
}
