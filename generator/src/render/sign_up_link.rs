//! Sign-up links, which always name their study.

use serde::Serialize;
use waypoint_domain::partner_study::PartnerStudy;

use crate::{content::Content, output::Output};

/// A link to a sign-up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct SignUpLink<'a> {
    href: String,
    /// Name of the study.
    study: &'a str,
}

impl<'a> SignUpLink<'a> {
    /// The link in the header of a page: to the study on the page if it accepts sign-ups, otherwise to the default
    /// study. Sign-up pages have none, because it would start another sign-up.
    pub(super) fn for_header(output: &Output<'a>, content: &'a Content) -> Option<Self> {
        let shown = match output {
            Output::Enroll(_)
            | Output::EnrollShell
            | Output::Upload
            | Output::MedicalRecords
            | Output::RecordsConnected => return None,
            Output::Study { study, .. } => Some(*study),
            Output::Trial(trial) => content.study(&trial.front.study),
            _ => None,
        };
        shown.and_then(Self::for_study).or_else(|| Self::for_default_study(content))
    }

    /// The link to the default study, or `None` if it doesn't exist or doesn't accept sign-ups.
    pub(super) fn for_default_study(content: &'a Content) -> Option<Self> {
        content.study(&content.site.default_study).and_then(Self::for_study)
    }

    fn for_study(study: &'a PartnerStudy) -> Option<Self> {
        let href = format!("/enroll/{}", study.snow_study_number);
        study.accepts_sign_ups().then_some(Self { href, study: &study.study_name })
    }
}
