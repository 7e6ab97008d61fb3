//! All problems, with one code each.

use http::StatusCode;
use waypoint_domain::{
    age_check::AgeMismatch,
    document::DocumentFault,
    participant::{FieldError, SignsUpFor},
};
use waypoint_keys::KeyError;
use waypoint_search::partner::LogError;

use super::refused_document;
use crate::{paid_service::PaidService, signed_message::MessageError, store::StoreError};

/// What is wrong with a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidQuery {
    /// The explanation, which names the value.
    pub detail: String,
    /// The names of the invalid values, if a page can do without them.
    pub names: Vec<String>,
}

impl<T: Into<String>> From<T> for InvalidQuery {
    fn from(detail: T) -> Self {
        Self { detail: detail.into(), names: Vec::new() }
    }
}

/// An error of a request or of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(strum::EnumDiscriminants), strum_discriminants(derive(strum::EnumIter)))]
pub enum Problem {
    /// The body is not JSON. Holds the place.
    MalformedBody(String),
    /// A query value is missing or invalid.
    InvalidQuery(InvalidQuery),
    /// The body is not declared as JSON.
    NotJson,
    /// The body is too large for the endpoint.
    TooLarge,
    /// The endpoint doesn't support this method.
    MethodNotAllowed,
    /// A page of another site sent the request.
    CrossSite,
    /// The request didn't come through the CDN.
    NotThroughCdn,
    /// A signed message was rejected. Holds the reason.
    SignatureInvalid(MessageError),
    /// Not found, or not visible to this visitor.
    NotFound,
    /// The place is not in our list of places.
    PlaceUnknown,
    /// Too many requests. Holds the seconds until the next try.
    TooManyRequests(u64),
    /// Today's budget of a paid service is used up. Holds the seconds until the next day.
    BudgetUsedUp(PaidService, u64),
    /// The search has no condition or no country.
    SearchIncomplete,
    /// Fields of the form are invalid.
    FormInvalid(Vec<FieldError>),
    /// A required consent box is not ticked, or a box is unknown.
    ConsentMissing(String),
    /// The captcha is missing or invalid.
    CaptchaInvalid,
    /// The captcha is older than 15 minutes.
    CaptchaExpired,
    /// The captcha was already used.
    CaptchaUsed,
    /// The captcha was issued for another purpose or browser.
    CaptchaMismatch,
    /// Too many checks of pre-screening answers have failed.
    TooManyChecks,
    /// Too many checks of pre-screening answers have failed in this network.
    TooManyChecksOfNetwork,
    /// Not all pre-screening questions are answered.
    PrescreenIncomplete,
    /// The study has no pre-screening questions.
    NothingToScreen,
    /// An answer differs from what the study expects.
    ScreenerFailed,
    /// The date of birth, the answers about age, the study's ages, and the signing person contradict each other.
    AgeMismatch(AgeMismatch, SignsUpFor),
    /// Document uploads are off.
    UploadOff,
    /// No document has arrived.
    DocumentMissing,
    /// More documents wait for the sign-up than the form showed.
    DocumentsChanged,
    /// The document was rejected.
    DocumentRefused(DocumentFault),
    /// The study doesn't accept sign-ups.
    StudyNotOpen,
    /// The chosen site doesn't accept sign-ups.
    SiteNotOpen,
    /// The address is confirmed and can't be changed.
    EmailConfirmed,
    /// This browser already signed up with this address.
    EmailExists,
    /// Another page of this browser received the next session token at the same time.
    SessionReplaced,
    /// The idempotency key was used for another form.
    IdempotencyKeyReused,
    /// The privacy notice changed since it was shown.
    NoticeChanged,
    /// The privacy notice must be accepted first.
    NotAcknowledged,
    /// The server failed while creating a participant.
    ParticipantNotCreated,
    /// A mailed link is invalid, used, or expired.
    LinkInvalid,
    /// A mailed link for an erasure is invalid, used, or expired.
    DeletionLinkInvalid,
    /// Medical records are off.
    RecordsOff,
    /// A health system can't be reached, or its answer can't be used.
    HealthSystemFailed,
    /// A health system doesn't answer in time.
    HealthSystemSlow,
    /// A health system's setup doesn't fit this site's.
    HealthSystemUnsupported,
    /// A health system has more records of a person than the limits allow.
    RecordsTooMany,
    /// The access to a health system has ended.
    ConnectionEnded,
    /// This browser's records belong to another connection than the caller saw.
    RecordsChanged,
    /// The study team has closed the sign-up.
    SignUpClosed,
    /// The records show a child under 13 who signs up alone.
    ChildAlone,
    /// The chat assistant is turned off by the configuration.
    AssistantOff,
    /// The server failed.
    Unavailable,
}

impl Problem {
    /// Returns the status, the code, and the title.
    #[must_use]
    pub fn kind(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as S;
        match self {
            Self::MalformedBody(_) => (S::BAD_REQUEST, "body_malformed", "The body can’t be read"),
            Self::InvalidQuery(_) => (S::BAD_REQUEST, "query_invalid", "The query can’t be read"),
            Self::NotJson => (S::UNSUPPORTED_MEDIA_TYPE, "not_json", "The body must be JSON"),
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "body_too_large", "The body is too large"),
            Self::MethodNotAllowed => {
                (S::METHOD_NOT_ALLOWED, "method_not_allowed", "The method isn’t allowed")
            }
            Self::CrossSite => (S::FORBIDDEN, "cross_site", "The request came from another site"),
            Self::NotThroughCdn => {
                (S::FORBIDDEN, "around_the_site", "The request didn’t come through the site’s address")
            }
            Self::SignatureInvalid(_) => (S::UNAUTHORIZED, "signature_invalid", "The signature is invalid"),
            Self::NotFound => (S::NOT_FOUND, "not_found", "Not found"),
            Self::PlaceUnknown => (S::NOT_FOUND, "place_unknown", "We don’t know this place"),
            Self::TooManyRequests(_) => (S::TOO_MANY_REQUESTS, "too_many_requests", "Too many requests"),
            Self::BudgetUsedUp(..) => {
                (S::TOO_MANY_REQUESTS, "budget_used_up", "Not available until tomorrow")
            }
            Self::SearchIncomplete => (S::BAD_REQUEST, "search_incomplete", "The search is incomplete"),
            Self::FormInvalid(_) => (S::UNPROCESSABLE_ENTITY, "form_invalid", "The form has errors"),
            Self::ConsentMissing(_) => (S::UNPROCESSABLE_ENTITY, "consent_missing", "A consent is missing"),
            Self::CaptchaInvalid => (S::UNPROCESSABLE_ENTITY, "captcha_invalid", "The captcha is wrong"),
            Self::CaptchaExpired => (S::UNPROCESSABLE_ENTITY, "captcha_expired", "The captcha has expired"),
            Self::CaptchaUsed => (S::UNPROCESSABLE_ENTITY, "captcha_used", "The captcha has been used"),
            Self::CaptchaMismatch => (
                S::UNPROCESSABLE_ENTITY,
                "captcha_elsewhere",
                "The captcha belongs to another form or browser",
            ),
            Self::TooManyChecks => {
                (S::TOO_MANY_REQUESTS, "too_many_checks", "Your answers were checked too often")
            }
            Self::TooManyChecksOfNetwork => (
                S::TOO_MANY_REQUESTS,
                "too_many_checks_of_network",
                "Answers were checked too often from this network",
            ),
            Self::PrescreenIncomplete => {
                (S::UNPROCESSABLE_ENTITY, "prescreen_incomplete", "Some questions have no answer")
            }
            Self::NothingToScreen => {
                (S::NOT_FOUND, "prescreen_nothing_to_check", "This study has no questions to check")
            }
            Self::ScreenerFailed => (S::UNPROCESSABLE_ENTITY, "screener_failed", "Not eligible"),
            Self::AgeMismatch(mismatch, _) => age_kind(mismatch),
            Self::UploadOff => (S::SERVICE_UNAVAILABLE, "upload_off", "Document uploads are turned off"),
            Self::DocumentMissing => (S::CONFLICT, "document_missing", "No document has arrived"),
            Self::DocumentsChanged => {
                (S::CONFLICT, "documents_changed", "The form didn’t show all documents")
            }
            Self::DocumentRefused(fault) => refused_document::kind(*fault),
            Self::StudyNotOpen => (S::CONFLICT, "study_not_open", "The study isn’t accepting sign-ups"),
            Self::SiteNotOpen => (S::CONFLICT, "site_not_open", "The site isn’t accepting sign-ups"),
            Self::EmailConfirmed => {
                (S::CONFLICT, "email_confirmed", "The email address is already confirmed")
            }
            Self::EmailExists => (S::FORBIDDEN, "email_exists", "You already signed up"),
            Self::SessionReplaced => {
                (S::CONFLICT, "session_replaced", "Another page in this browser saved at the same time")
            }
            Self::IdempotencyKeyReused => {
                (S::CONFLICT, "idempotency_key_reused", "The key belongs to another form")
            }
            Self::NoticeChanged => (S::CONFLICT, "notice_changed", "The privacy notice has changed"),
            Self::NotAcknowledged => {
                (S::UNPROCESSABLE_ENTITY, "not_acknowledged", "The privacy notice isn’t accepted yet")
            }
            Self::ParticipantNotCreated => {
                (S::SERVICE_UNAVAILABLE, "participant_not_created", "The sign-up wasn’t saved")
            }
            Self::LinkInvalid => (S::NOT_FOUND, "link_invalid", "The link doesn’t work"),
            Self::DeletionLinkInvalid => (S::NOT_FOUND, "deletion_link_invalid", "The link doesn’t work"),
            Self::RecordsOff => (S::SERVICE_UNAVAILABLE, "records_off", "Medical records are turned off"),
            Self::HealthSystemFailed => {
                (S::BAD_GATEWAY, "health_system_failed", "The health system isn’t answering")
            }
            Self::HealthSystemSlow => {
                (S::GATEWAY_TIMEOUT, "health_system_slow", "The health system takes too long")
            }
            Self::HealthSystemUnsupported => {
                (S::BAD_GATEWAY, "health_system_unsupported", "The health system can’t be connected")
            }
            Self::RecordsTooMany => (S::BAD_GATEWAY, "records_too_many", "There are too many records"),
            Self::ConnectionEnded => {
                (S::CONFLICT, "connection_over", "The health system connection has ended")
            }
            Self::RecordsChanged => (S::CONFLICT, "records_changed", "The records have changed"),
            Self::SignUpClosed => (S::CONFLICT, "sign_up_closed", "The sign-up is closed"),
            Self::ChildAlone => (S::CONFLICT, "child_alone", "A parent or guardian is needed"),
            Self::AssistantOff => (S::NOT_FOUND, "assistant_off", "The assistant is turned off"),
            Self::Unavailable => (S::SERVICE_UNAVAILABLE, "unavailable", "Not available right now"),
        }
    }
}

/// Returns the status, the code, and the title of an age that doesn't fit.
const fn age_kind(mismatch: &AgeMismatch) -> (StatusCode, &'static str, &'static str) {
    let (code, title) = match mismatch {
        AgeMismatch::AnswerDiffers(_) => ("age_answer_differs", "The date of birth contradicts an answer"),
        AgeMismatch::NotAdmitted(_) => ("age_not_admitted", "The study admits other ages"),
        AgeMismatch::NeedsRepresentative(_) => {
            ("representative_needed", "A parent or guardian must sign up a minor")
        }
    };
    (StatusCode::UNPROCESSABLE_ENTITY, code, title)
}

impl From<KeyError> for Problem {
    fn from(error: KeyError) -> Self {
        tracing::error!(kind = %error, "a key can't be used");
        Self::Unavailable
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(operation = error.operation, kind = error.kind, "store failed");
        Self::Unavailable
    }
}

impl From<LogError> for Problem {
    fn from(error: LogError) -> Self {
        tracing::error!(%error, "partner studies can't be read");
        Self::Unavailable
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    /// The problems of a kind, with each code that it may have. A new kind must be added here to compile.
    fn samples(kind: ProblemDiscriminants) -> Vec<Problem> {
        use ProblemDiscriminants as Kind;
        let one = |problem| vec![problem];
        match kind {
            Kind::MalformedBody => one(Problem::MalformedBody(String::new())),
            Kind::InvalidQuery => one(Problem::InvalidQuery(InvalidQuery::from(""))),
            Kind::SignatureInvalid => one(Problem::SignatureInvalid(MessageError::OutOfTime)),
            Kind::TooManyRequests => one(Problem::TooManyRequests(1)),
            Kind::BudgetUsedUp => one(Problem::BudgetUsedUp(PaidService::VoiceCall, 1)),
            Kind::FormInvalid => one(Problem::FormInvalid(vec![])),
            Kind::ConsentMissing => one(Problem::ConsentMissing(String::new())),
            Kind::AgeMismatch => AgeMismatch::iter()
                .map(|mismatch| Problem::AgeMismatch(mismatch, SignsUpFor::Oneself))
                .collect(),
            Kind::DocumentRefused => DocumentFault::iter().map(Problem::DocumentRefused).collect(),
            Kind::NotJson => one(Problem::NotJson),
            Kind::TooLarge => one(Problem::TooLarge),
            Kind::MethodNotAllowed => one(Problem::MethodNotAllowed),
            Kind::CrossSite => one(Problem::CrossSite),
            Kind::NotThroughCdn => one(Problem::NotThroughCdn),
            Kind::NotFound => one(Problem::NotFound),
            Kind::PlaceUnknown => one(Problem::PlaceUnknown),
            Kind::SearchIncomplete => one(Problem::SearchIncomplete),
            Kind::CaptchaInvalid => one(Problem::CaptchaInvalid),
            Kind::CaptchaExpired => one(Problem::CaptchaExpired),
            Kind::CaptchaUsed => one(Problem::CaptchaUsed),
            Kind::CaptchaMismatch => one(Problem::CaptchaMismatch),
            Kind::TooManyChecks => one(Problem::TooManyChecks),
            Kind::TooManyChecksOfNetwork => one(Problem::TooManyChecksOfNetwork),
            Kind::PrescreenIncomplete => one(Problem::PrescreenIncomplete),
            Kind::NothingToScreen => one(Problem::NothingToScreen),
            Kind::ScreenerFailed => one(Problem::ScreenerFailed),
            Kind::UploadOff => one(Problem::UploadOff),
            Kind::DocumentMissing => one(Problem::DocumentMissing),
            Kind::DocumentsChanged => one(Problem::DocumentsChanged),
            Kind::StudyNotOpen => one(Problem::StudyNotOpen),
            Kind::SiteNotOpen => one(Problem::SiteNotOpen),
            Kind::EmailConfirmed => one(Problem::EmailConfirmed),
            Kind::EmailExists => one(Problem::EmailExists),
            Kind::SessionReplaced => one(Problem::SessionReplaced),
            Kind::IdempotencyKeyReused => one(Problem::IdempotencyKeyReused),
            Kind::NoticeChanged => one(Problem::NoticeChanged),
            Kind::NotAcknowledged => one(Problem::NotAcknowledged),
            Kind::ParticipantNotCreated => one(Problem::ParticipantNotCreated),
            Kind::LinkInvalid => one(Problem::LinkInvalid),
            Kind::DeletionLinkInvalid => one(Problem::DeletionLinkInvalid),
            Kind::RecordsOff => one(Problem::RecordsOff),
            Kind::HealthSystemFailed => one(Problem::HealthSystemFailed),
            Kind::HealthSystemSlow => one(Problem::HealthSystemSlow),
            Kind::HealthSystemUnsupported => one(Problem::HealthSystemUnsupported),
            Kind::RecordsTooMany => one(Problem::RecordsTooMany),
            Kind::ConnectionEnded => one(Problem::ConnectionEnded),
            Kind::RecordsChanged => one(Problem::RecordsChanged),
            Kind::SignUpClosed => one(Problem::SignUpClosed),
            Kind::ChildAlone => one(Problem::ChildAlone),
            Kind::AssistantOff => one(Problem::AssistantOff),
            Kind::Unavailable => one(Problem::Unavailable),
        }
    }

    #[test]
    fn problem_codes_are_unique() {
        let all: Vec<Problem> = ProblemDiscriminants::iter().flat_map(samples).collect();
        let codes: std::collections::HashSet<_> = all.iter().map(|problem| problem.kind().1).collect();
        assert_eq!(codes.len(), all.len());
    }

    #[test]
    fn sign_up_failure_does_not_claim_a_participant_error() {
        assert!(!Problem::ParticipantNotCreated.detail().contains("Error while creating participant"));
    }
}
