//! Checks that an ethics board has approved what the pages of studies say.

use crate::content::{
    approval_rule::{ApprovalRule, Publication},
    draft::Draft,
    error::{ContentError, Place},
    source_file::{SourceFile, Sourced},
    step::Step::{self, Key},
};
use waypoint_domain::partner_study::PartnerStudy;

/// The steps to the record of an approval, the most specific first. A study may lack all of them.
const RECORD: [&[Step]; 3] =
    [&[Key("facts"), Key("irb"), Key("content_sha256")], &[Key("facts"), Key("irb")], &[Key("facts")]];

/// Returns the studies whose recruitment material may not be published.
pub(crate) fn unapproved(draft: &Draft) -> Vec<ContentError> {
    let rule = ApprovalRule::for_draft(draft);
    draft.studies.iter().filter_map(|study| refused(&rule, study)).collect()
}

fn refused(
    rule: &ApprovalRule,
    Sourced { file, value: study }: &Sourced<PartnerStudy>,
) -> Option<ContentError> {
    match rule.publication(study) {
        Publication::Refused { hash, reason } => {
            let study = study.snow_study_number.to_string();
            Some(ContentError::Unapproved { study, reason: reason.into(), hash, place: record(file) })
        }
        Publication::Allowed | Publication::Excepted(_) => None,
    }
}

/// The place of the record, or of what is nearest to it.
fn record(file: &SourceFile) -> Place {
    let places = RECORD.iter().map(|steps| file.locate(steps));
    let known = places.into_iter().find(|place| !place.source_text().is_empty());
    known.unwrap_or_else(|| file.place(0..0))
}
