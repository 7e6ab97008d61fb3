//! The explanations of problems for visitors.

use waypoint_domain::{
    age_check::AgeMismatch,
    participant::{FieldError, REQUIRED_VALUES, SignsUpFor},
    search::MISSING_CONDITION_OR_COUNTRY,
};

use super::{
    catalog::{InvalidQuery, Problem},
    refused_document,
};
use crate::paid_service::PaidService;

/// The explanation when an answer differs from what the study expects.
pub const SCREENER_FAILED: &str =
    "Primary screener validation failed, you are not eligible to participate in this trial";

/// The explanation when medical records show a child under 13 who signs up alone.
const CHILD_ALONE: &str = "These are the records of a child under 13. Only a parent or guardian can sign the child up. We erased \
     the records and the form. If you are the parent or guardian, go back to the form and choose that you sign up someone else. \
     Then connect the records again.";

/// The explanation when more documents wait than the form showed.
const DOCUMENTS_CHANGED: &str =
    "You uploaded documents that this page didn’t show. Look at the list of your documents before you go on.";

const HEALTH_SYSTEM_FAILED: &str =
    "We couldn’t read from the health system. Try again in a moment, or choose another one.";
const HEALTH_SYSTEM_UNSUPPORTED: &str = "This health system’s setup doesn’t work with our site, so trying again won’t help. Choose another health system, or sign up without records.";
/// The explanation for a link that doesn't work, for any reason.
const LINK_INVALID: &str = "This link doesn’t work. If you used it before, you don’t need to do anything. A link to \
    confirm works for one day. After that, leave your address again, and we’ll send you a new one.";

/// The explanation for an erasure link that doesn't work, for any reason.
const DELETION_LINK_INVALID: &str = "This link doesn’t work, and it erased nothing. A link works once, for 30 minutes. \
    If you used it before, you don’t need to do anything. If not, fill in the form again, and we’ll send you a new one.";

impl Problem {
    /// Returns the explanation for the visitor.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::MalformedBody(detail) | Self::InvalidQuery(InvalidQuery { detail, .. }) => detail.clone(),
            Self::NotJson => "Send the body as application/json.".into(),
            Self::TooLarge => "Send less. The body is larger than this endpoint accepts.".into(),
            Self::MethodNotAllowed => "Use one of the methods in the Allow header.".into(),
            Self::CrossSite => "Open the page on this site and try again.".into(),
            Self::NotThroughCdn => "Use the address of the site.".into(),
            Self::SignatureInvalid(why) => format!("We rejected the message: {why}."),
            Self::NotFound => "We couldn’t find this.".into(),
            Self::PlaceUnknown => "err with geocoding".into(),
            Self::TooManyRequests(seconds) => {
                format!("Please wait {} and try again.", minutes_text(*seconds))
            }
            Self::BudgetUsedUp(paid, _) => match paid {
                PaidService::VoiceCall => "We can’t take more calls today. Please try again tomorrow, or use the chat.",
                PaidService::AgentAnswer => {
                    "The chat can’t take more questions today. Please try again tomorrow, or search for a study."
                }
                PaidService::TrialMatching => "We can’t match more people today. Please try again tomorrow.",
            }
            .into(),
            Self::SearchIncomplete => MISSING_CONDITION_OR_COUNTRY.into(),
            Self::FormInvalid(errors) if errors.iter().any(|error| error.missing) => REQUIRED_VALUES.into(),
            Self::FormInvalid(_) => "Please check the form. Some answers need a correction.".into(),
            Self::ConsentMissing(sentence) => sentence.clone(),
            Self::CaptchaInvalid => "Please fill recaptcha".into(),
            Self::CaptchaExpired => "The check that you are a person has expired. Please do it again.".into(),
            Self::CaptchaUsed => "The check that you are a person was already used. Please do it again.".into(),
            Self::CaptchaMismatch => {
                "We couldn’t match the check that you are a person to this form. Please do it again. If that doesn’t \
                 help, allow cookies for this site."
                    .into()
            }
            Self::TooManyChecks => {
                "Your answers didn’t fit this study several times, so we can’t check them again today. If you think \
                 that you fit, please call or write to us. We’re glad to go through the questions with you."
                    .into()
            }
            Self::TooManyChecksOfNetwork => {
                "Many people on your network checked answers for this study today, so we can’t check yours there. Try \
                 another network, such as your phone’s own, or call or write to us. We’re glad to go through the \
                 questions with you."
                    .into()
            }
            Self::PrescreenIncomplete => "Please enter all pre-screening questions".into(),
            Self::NothingToScreen => {
                "Error while validating primary screener. Please try after sometime!".into()
            }
            Self::ScreenerFailed => SCREENER_FAILED.into(),
            Self::AgeMismatch(mismatch, signs_up_for) => age_explanation(mismatch, *signs_up_for),
            Self::UploadOff => "We can’t accept documents right now. You can sign up without one.".into(),
            Self::DocumentMissing => "We don’t have your document anymore. Upload it again, or go on without it.".into(),
            Self::DocumentsChanged => DOCUMENTS_CHANGED.into(),
            Self::DocumentRefused(fault) => refused_document::sentence(*fault).into(),
            Self::StudyNotOpen => "This study isn’t accepting sign-ups right now. Nothing was saved.".into(),
            Self::SiteNotOpen => {
                "This site isn’t accepting sign-ups right now. Go back to the study and choose another site.".into()
            }
            Self::EmailConfirmed => {
                "Your email address is already confirmed. To change it, please call or write to us.".into()
            }
            Self::EmailExists => "Error while creating participant looks like email already exists".into(),
            Self::SessionReplaced => "Another page in your browser saved at the same time. Please try again.".into(),
            Self::IdempotencyKeyReused => "Please reload the page and send the form again.".into(),
            Self::NoticeChanged => {
                "The privacy notice has changed since you opened this page. Load the page again to read it."
                    .into()
            }
            Self::NotAcknowledged => "Please read the privacy notice and accept it.".into(),
            Self::ParticipantNotCreated => {
                "We couldn’t save your sign-up. Please try again.".into()
            }
            Self::LinkInvalid => LINK_INVALID.into(),
            Self::DeletionLinkInvalid => DELETION_LINK_INVALID.into(),
            Self::RecordsOff => "We can’t read medical records right now. You can sign up without them.".into(),
            Self::HealthSystemFailed => HEALTH_SYSTEM_FAILED.into(),
            Self::HealthSystemSlow => {
                "The health system is taking too long to answer. Try again in a moment, or choose another one.".into()
            }
            Self::HealthSystemUnsupported => HEALTH_SYSTEM_UNSUPPORTED.into(),
            Self::RecordsTooMany => {
                "Your health system has more records about you than we can read at once, so we kept none of them.".into()
            }
            Self::ConnectionEnded => {
                "The connection to your health system has ended. To connect again, choose your health system again.".into()
            }
            Self::RecordsChanged => {
                "Other records were read in this browser since you opened this page. Load the page again to see them."
                    .into()
            }
            Self::SignUpClosed => "The study team has closed your sign-up, so we shared nothing.".into(),
            Self::ChildAlone => CHILD_ALONE.into(),
            Self::AssistantOff => {
                "This assistant isn’t available right now. Please call or write to us. We’re glad to help."
                    .into()
            }
            Self::Unavailable => "Something isn’t working on our side. Please try again.".into(),
        }
    }
}

/// Explains ages that don't fit. Mentions the study's ages but never the person's.
fn age_explanation(mismatch: &AgeMismatch, signs_up_for: SignsUpFor) -> String {
    let possessive = if signs_up_for.is_self() { "Your" } else { "Their" };
    match mismatch {
        AgeMismatch::AnswerDiffers(_) => {
            format!("{possessive} date of birth doesn’t match the answer about age. Please check both.")
        }
        AgeMismatch::NotAdmitted(ages) => {
            let ages = ages.plain();
            format!("This study is for ages {ages}. {possessive} date of birth is outside that range.")
        }
        AgeMismatch::NeedsRepresentative(age) => format!(
            "People under {age} can’t sign up by themselves. Please ask a parent or guardian to sign you up."
        ),
    }
}

/// Returns the error of the date of birth field.
pub(super) fn birth_date_error(mismatch: &AgeMismatch) -> FieldError {
    let message = match mismatch {
        AgeMismatch::AnswerDiffers(_) => "Check the date of birth, or change the answer about age".to_owned(),
        AgeMismatch::NotAdmitted(ages) => {
            format!("Check the date of birth. This study is for ages {}", ages.plain())
        }
        AgeMismatch::NeedsRepresentative(age) => {
            format!(
                "Check the date of birth, or ask a parent or guardian to sign you up if you are under {age}"
            )
        }
    };
    FieldError::new("date_of_birth", message)
}

fn minutes_text(seconds: u64) -> String {
    match seconds {
        0..=90 => "a minute".into(),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use waypoint_domain::age_range::AgeRange;

    use super::*;
    use crate::http::problem::ProblemBody;

    #[test]
    fn age_mismatch_names_the_studys_ages_and_the_invalid_field() {
        let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: None };
        let body =
            ProblemBody::from(&Problem::AgeMismatch(AgeMismatch::NotAdmitted(ages), SignsUpFor::Oneself));
        assert_eq!(
            body.detail,
            "This study is for ages 18 years and older. Your date of birth is outside that range."
        );
        assert_eq!(body.errors.first().map(|error| error.field.as_str()), Some("date_of_birth"));
        let differs = AgeMismatch::AnswerDiffers(vec!["q1".into()]);
        let body = ProblemBody::from(&Problem::AgeMismatch(differs, SignsUpFor::SomeoneElse));
        assert_eq!(body.code, "age_answer_differs");
        assert!(body.detail.starts_with("Their date of birth"));
    }
}
