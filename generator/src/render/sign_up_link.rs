//! Sign-up links, which always name their study.

use serde::Serialize;
use waypoint_domain::partner_study::PartnerStudy;

use crate::content::Content;

/// The sign-up that the header of a page offers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum HeaderSignUp<'a> {
    /// The default study of the site's settings.
    #[default]
    DefaultStudy,
    /// The study on the page if it accepts sign-ups, otherwise the default study.
    Study(&'a PartnerStudy),
    /// None, because the page is part of a sign-up and the link would start another one.
    Nothing,
}

/// A link to a sign-up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SignUpLink<'a> {
    href: String,
    /// Name of the study.
    study: &'a str,
}

impl<'a> SignUpLink<'a> {
    /// The link in the header of a page.
    pub(crate) fn for_header(offered: HeaderSignUp<'a>, content: &'a Content) -> Option<Self> {
        let shown = match offered {
            HeaderSignUp::Nothing => return None,
            HeaderSignUp::Study(study) => Self::for_study(study),
            HeaderSignUp::DefaultStudy => None,
        };
        shown.or_else(|| Self::for_default_study(content))
    }

    /// The link to the default study, or `None` if it doesn't exist or doesn't accept sign-ups.
    pub(crate) fn for_default_study(content: &'a Content) -> Option<Self> {
        content.study(&content.site.default_study).and_then(Self::for_study)
    }

    fn for_study(study: &'a PartnerStudy) -> Option<Self> {
        let href = format!("/enroll/{}", study.snow_study_number);
        study.accepts_sign_ups().then_some(Self { href, study: &study.study_name })
    }
}
