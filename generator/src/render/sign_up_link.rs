//! Where "Sign Up" leads, and the study that it names: nobody signs up for a study by surprise.

use serde::Serialize;
use waypoint_domain::partner_study::PartnerStudy;

use crate::{content::Content, output::Output};

/// A link to a sign-up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct SignUpLink<'a> {
    href: String,
    /// The name of the study.
    study: &'a str,
}

impl<'a> SignUpLink<'a> {
    /// The link in the header of a page: to the study that the page shows while it takes sign-ups, else to the default
    /// study. The pages of a sign-up have none, because it would begin another one.
    pub(super) fn in_header(output: &Output<'a>, content: &'a Content) -> Option<Self> {
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
        shown.and_then(Self::of).or_else(|| Self::of_default_study(content))
    }

    /// The link to the default study; nothing while it takes no sign-ups, or when there is no such study.
    pub(super) fn of_default_study(content: &'a Content) -> Option<Self> {
        content.study(&content.site.default_study).and_then(Self::of)
    }

    fn of(study: &'a PartnerStudy) -> Option<Self> {
        let href = format!("/enroll/{}", study.snow_study_number);
        study.takes_sign_ups().then_some(Self { href, study: &study.study_name })
    }
}
