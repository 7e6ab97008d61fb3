//! Errors as `application/problem+json`: one catalogue, one code each.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    age_check::AgeMismatch,
    document::DocumentFault,
    participant::{FieldError, REQUIRED_VALUES, SignsUpFor},
    search::MISSING_CONDITION_OR_COUNTRY,
};

use super::refused_document;
use crate::{signed_message::NotBelieved, store::StoreError};

/// Everything that can be wrong with a request, or with us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The body is not JSON; says where.
    MalformedBody(String),
    /// A query value is missing or can't be read; says which.
    InvalidQuery(String),
    /// The body is not declared as JSON.
    NotJson,
    /// The body is larger than the endpoint takes.
    TooLarge,
    /// The endpoint does not know this method.
    MethodNotAllowed,
    /// A page of another site sent the request.
    CrossSite,
    /// A request did not come by the CDN.
    AroundTheSite,
    /// A message between servers that can't be believed; says why.
    SignatureInvalid(NotBelieved),
    /// Nothing here, or nothing that this visitor may see.
    NotFound,
    /// An address that is nowhere in our list of places.
    PlaceUnknown,
    /// Too many requests; says after how many seconds to come back.
    TooManyRequests(u64),
    /// A search without condition or country.
    SearchIncomplete,
    /// Fields of the sign-up form that are wrong.
    FormInvalid(Vec<FieldError>),
    /// A consent box is not ticked, or is none of ours.
    ConsentMissing(String),
    /// No captcha, or one that is wrong.
    CaptchaInvalid,
    /// A captcha that is older than 15 minutes.
    CaptchaExpired,
    /// A captcha that has been used.
    CaptchaUsed,
    /// A captcha that was given for another purpose, or to another browser.
    CaptchaElsewhere,
    /// Too many checks of pre-screening answers have failed.
    TooManyChecks,
    /// Not every pre-screening question is answered.
    PrescreenIncomplete,
    /// The study asks no pre-screening questions.
    NothingToScreen,
    /// An answer is not the one the study expects.
    ScreenerFailed,
    /// Date of birth, answers about age, the study's ages, and the person who signs up don't fit together.
    AgeMismatch(AgeMismatch, SignsUpFor),
    /// Documents can't be uploaded here.
    UploadOff,
    /// No document has arrived.
    DocumentMissing,
    /// What has arrived is refused.
    DocumentRefused(DocumentFault),
    /// The study takes no sign-ups.
    StudyNotOpen,
    /// The site that was chosen takes no sign-ups.
    SiteNotOpen,
    /// The address is confirmed, so it stays.
    EmailConfirmed,
    /// This browser has signed up with this address already.
    EmailExists,
    /// Another page of this browser got the next session token at the same time.
    SessionReplaced,
    /// The same idempotency key came with another form.
    IdempotencyKeyReused,
    /// The notice is not the one that was shown.
    NoticeChanged,
    /// The notice has to be accepted.
    NotAcknowledged,
    /// Something of ours failed while a participant was made.
    ParticipantNotCreated,
    /// A link of a mail that is none of ours, was used, or is over.
    LinkInvalid,
    /// A link that is to erase a sign-up, and is none of ours, was used, or is over.
    DeletionLinkInvalid,
    /// Records can't be read here.
    RecordsOff,
    /// A health system does not answer, or not as it should.
    HealthSystemFailed,
    /// A health system does not answer in time.
    HealthSystemSlow,
    /// A health system has more records of a person than are taken.
    RecordsTooMany,
    /// The leave to read records at a health system is over.
    ConnectionOver,
    /// The records of this browser are of another connection than the caller saw.
    RecordsChanged,
    /// The assistant is switched off.
    AssistantOff,
    /// Something of ours failed.
    Unavailable,
}

/// An error as it crosses the wire. No part of it repeats a value of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Problem")]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A name for the kind of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// A short summary.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// One code for each kind of problem.
    pub code: String,
    /// A sentence for the person.
    pub detail: String,
    /// What is wrong with which field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FieldError>>")]
    pub errors: Vec<FieldError>,
    /// The sentence once more, where older clients look for it.
    pub error: ProblemMessage,
}

/// Where older clients look for the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProblemMessage {
    /// The sentence.
    pub message: String,
}

impl Problem {
    /// The status, the code and the title.
    #[must_use]
    pub fn kind(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as S;
        match self {
            Self::MalformedBody(_) => (S::BAD_REQUEST, "body_malformed", "The body can't be read"),
            Self::InvalidQuery(_) => (S::BAD_REQUEST, "query_invalid", "The query can't be read"),
            Self::NotJson => (S::UNSUPPORTED_MEDIA_TYPE, "not_json", "The body must be JSON"),
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "body_too_large", "The body is too large"),
            Self::MethodNotAllowed => (S::METHOD_NOT_ALLOWED, "method_not_allowed", "Wrong method"),
            Self::CrossSite => (S::FORBIDDEN, "cross_site", "The request came from another site"),
            Self::AroundTheSite => {
                (S::FORBIDDEN, "around_the_site", "The request did not come by the site's address")
            }
            Self::SignatureInvalid(_) => (S::UNAUTHORIZED, "signature_invalid", "The signature is not right"),
            Self::NotFound => (S::NOT_FOUND, "not_found", "Not found"),
            Self::PlaceUnknown => (S::NOT_FOUND, "place_unknown", "The place is not known"),
            Self::TooManyRequests(_) => (S::TOO_MANY_REQUESTS, "too_many_requests", "Too many requests"),
            Self::SearchIncomplete => (S::BAD_REQUEST, "search_incomplete", "The search is incomplete"),
            Self::FormInvalid(_) => (S::UNPROCESSABLE_ENTITY, "form_invalid", "The form has errors"),
            Self::ConsentMissing(_) => (S::UNPROCESSABLE_ENTITY, "consent_missing", "A consent is missing"),
            Self::CaptchaInvalid => (S::UNPROCESSABLE_ENTITY, "captcha_invalid", "The captcha is wrong"),
            Self::CaptchaExpired => (S::UNPROCESSABLE_ENTITY, "captcha_expired", "The captcha is too old"),
            Self::CaptchaUsed => (S::UNPROCESSABLE_ENTITY, "captcha_used", "The captcha has been used"),
            Self::CaptchaElsewhere => {
                (S::UNPROCESSABLE_ENTITY, "captcha_elsewhere", "The captcha belongs to something else")
            }
            Self::TooManyChecks => (S::TOO_MANY_REQUESTS, "too_many_checks", "Too many checks of answers"),
            Self::PrescreenIncomplete => {
                (S::UNPROCESSABLE_ENTITY, "prescreen_incomplete", "Questions are not answered")
            }
            Self::NothingToScreen => (S::NOT_FOUND, "prescreen_nothing_to_check", "No questions"),
            Self::ScreenerFailed => (S::UNPROCESSABLE_ENTITY, "screener_failed", "Not eligible"),
            Self::AgeMismatch(AgeMismatch::AnswerDiffers(_), _) => {
                (S::UNPROCESSABLE_ENTITY, "age_answer_differs", "The date of birth contradicts an answer")
            }
            Self::AgeMismatch(AgeMismatch::NotAdmitted(_), _) => {
                (S::UNPROCESSABLE_ENTITY, "age_not_admitted", "The study admits other ages")
            }
            Self::AgeMismatch(AgeMismatch::NeedsRepresentative(_), _) => {
                (S::UNPROCESSABLE_ENTITY, "representative_needed", "A minor can't sign up alone")
            }
            Self::UploadOff => (S::SERVICE_UNAVAILABLE, "upload_off", "Documents are not taken"),
            Self::DocumentMissing => (S::CONFLICT, "document_missing", "No document has arrived"),
            Self::DocumentRefused(DocumentFault::OtherKind) => {
                (S::UNPROCESSABLE_ENTITY, "document_unreadable", "The document is of another kind")
            }
            Self::DocumentRefused(DocumentFault::Damaged) => {
                (S::UNPROCESSABLE_ENTITY, "document_damaged", "The document is damaged")
            }
            Self::DocumentRefused(DocumentFault::Locked) => {
                (S::UNPROCESSABLE_ENTITY, "document_locked", "The document has a password")
            }
            Self::DocumentRefused(DocumentFault::Active) => {
                (S::UNPROCESSABLE_ENTITY, "document_active", "The document has active parts")
            }
            Self::DocumentRefused(DocumentFault::Mixed) => {
                (S::UNPROCESSABLE_ENTITY, "document_mixed", "The document is of several kinds")
            }
            Self::DocumentRefused(DocumentFault::TooMany) => {
                (S::UNPROCESSABLE_ENTITY, "documents_too_many", "There are too many documents")
            }
            Self::StudyNotOpen => (S::CONFLICT, "study_not_open", "The study takes no sign-ups"),
            Self::SiteNotOpen => (S::CONFLICT, "site_not_open", "The site takes no sign-ups"),
            Self::EmailConfirmed => (S::CONFLICT, "email_confirmed", "The address is confirmed already"),
            Self::EmailExists => (S::FORBIDDEN, "email_exists", "You have signed up already"),
            Self::SessionReplaced => {
                (S::CONFLICT, "session_replaced", "Another page of this browser is saving, too")
            }
            Self::IdempotencyKeyReused => {
                (S::CONFLICT, "idempotency_key_reused", "The key belongs to another form")
            }
            Self::NoticeChanged => (S::CONFLICT, "notice_changed", "The notice has changed"),
            Self::NotAcknowledged => (S::UNPROCESSABLE_ENTITY, "not_acknowledged", "Not acknowledged"),
            Self::ParticipantNotCreated => {
                (S::SERVICE_UNAVAILABLE, "participant_not_created", "The sign-up was not saved")
            }
            Self::LinkInvalid => (S::NOT_FOUND, "link_invalid", "The link does not work"),
            Self::DeletionLinkInvalid => (S::NOT_FOUND, "deletion_link_invalid", "The link does not work"),
            Self::RecordsOff => (S::SERVICE_UNAVAILABLE, "records_off", "Records are not read here"),
            Self::HealthSystemFailed => {
                (S::BAD_GATEWAY, "health_system_failed", "The health system does not answer")
            }
            Self::HealthSystemSlow => {
                (S::GATEWAY_TIMEOUT, "health_system_slow", "The health system takes too long")
            }
            Self::RecordsTooMany => (S::BAD_GATEWAY, "records_too_many", "The records are too many"),
            Self::ConnectionOver => (S::CONFLICT, "connection_over", "The connection is over"),
            Self::RecordsChanged => (S::CONFLICT, "records_changed", "The records are other ones now"),
            Self::AssistantOff => (S::NOT_FOUND, "assistant_off", "The assistant is switched off"),
            Self::Unavailable => (S::SERVICE_UNAVAILABLE, "unavailable", "Not available now"),
        }
    }

    /// The sentence for the person.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::MalformedBody(place) | Self::InvalidQuery(place) => place.clone(),
            Self::NotJson => "Send the body as application/json.".into(),
            Self::TooLarge => "Send less: the body is larger than this call takes.".into(),
            Self::MethodNotAllowed => "Use one of the methods in the Allow header.".into(),
            Self::CrossSite => "Open the page on this site and try again.".into(),
            Self::AroundTheSite => "Use the address of the site.".into(),
            Self::SignatureInvalid(why) => format!("The message is not believed: {why}."),
            Self::NotFound => "There is nothing here.".into(),
            Self::PlaceUnknown => "err with geocoding".into(),
            Self::TooManyRequests(seconds) => {
                format!("Please wait {} and try again.", in_words(*seconds))
            }
            Self::SearchIncomplete => MISSING_CONDITION_OR_COUNTRY.into(),
            Self::FormInvalid(errors) if errors.iter().any(|error| error.missing) => REQUIRED_VALUES.into(),
            Self::FormInvalid(_) => "Something in the form can't be right.".into(),
            Self::ConsentMissing(sentence) => sentence.clone(),
            Self::CaptchaInvalid => "Please fill recaptcha".into(),
            Self::CaptchaExpired => "The check that you are a person is too old. Please do it again.".into(),
            Self::CaptchaUsed => "The check that you are a person was used. Please do it again.".into(),
            Self::CaptchaElsewhere => {
                "We couldn’t match the check that you are a person to this form. Please do it again. If that doesn’t \
                 help, allow cookies for this site."
                    .into()
            }
            Self::TooManyChecks => {
                "Your answers didn’t fit this study several times, so we can’t check them again today. If you think \
                 that you fit, please call or write to us. We’re glad to go through the questions with you."
                    .into()
            }
            Self::PrescreenIncomplete => "Please enter all pre-screening questions".into(),
            Self::NothingToScreen => {
                "Error while validating primary screener. Please try after sometime!".into()
            }
            Self::ScreenerFailed => SCREENER_FAILED.into(),
            Self::AgeMismatch(mismatch, signs_up_for) => sentence_of_ages(mismatch, *signs_up_for),
            Self::UploadOff => "We can’t take documents now. You can sign up without one.".into(),
            Self::DocumentMissing => "Your document is not here any more. Upload it again, or go on without it.".into(),
            Self::DocumentRefused(fault) => refused_document::sentence(*fault).into(),
            Self::StudyNotOpen => "This study takes no sign-ups now. Nothing was saved.".into(),
            Self::SiteNotOpen => {
                "This site takes no sign-ups now. Go back to the study and choose another one.".into()
            }
            Self::EmailConfirmed => {
                "Your email address is confirmed already. To change it, please call or write to us.".into()
            }
            Self::EmailExists => "Error while creating participant looks like email already exists".into(),
            Self::SessionReplaced => "Another page of yours was saved at the same time. Please try again.".into(),
            Self::IdempotencyKeyReused => "Please reload the page and send the form again.".into(),
            Self::NoticeChanged => {
                "The privacy notice has changed since you opened this page. Load the page again to read it."
                    .into()
            }
            Self::NotAcknowledged => "Please read the privacy notice and accept it.".into(),
            Self::ParticipantNotCreated => {
                "We could not save your sign-up. Please try again.".into()
            }
            Self::LinkInvalid => LINK_INVALID.into(),
            Self::DeletionLinkInvalid => DELETION_LINK_INVALID.into(),
            Self::RecordsOff => "We can’t read medical records now. You can sign up without them.".into(),
            Self::HealthSystemFailed => {
                "The health system does not answer as it should. Try again in a moment, or choose another one."
                    .into()
            }
            Self::HealthSystemSlow => {
                "The health system takes too long to answer. Try again in a moment, or choose another one.".into()
            }
            Self::RecordsTooMany => {
                "Your health system has more records of you than we can read at once, so we kept none of them.".into()
            }
            Self::ConnectionOver => {
                "The connection to your health system is over. Choose it again to connect once more.".into()
            }
            Self::RecordsChanged => {
                "Other records were read in this browser since you opened this page. Load the page again to see them."
                    .into()
            }
            Self::AssistantOff => {
                "This assistant is not available now. Please call us or write to us; we are glad to help."
                    .into()
            }
            Self::Unavailable => "Something on our side does not work now. Please try again.".into(),
        }
    }
}

/// What a person reads when an answer is not the one the study expects.
pub const SCREENER_FAILED: &str =
    "Primary screener validation failed, you are not eligible to participate in this trial";

/// What a person reads who opens a link that does not work, whatever the reason.
pub const LINK_INVALID: &str = "This link does not work. You may have used it before: then all is done. A link to \
    confirm works for one day. After that, leave your address again, and we send you a new one.";

/// What a person reads who opens a link to erase a sign-up that does not work, whatever the reason.
pub const DELETION_LINK_INVALID: &str = "This link does not work, and nothing was erased because of it. A link works \
    once and for 30 minutes. If you have used it before, all is done. If not, fill in the form again, and we send you a \
    new one.";

/// What to tell about ages that don't fit. It names the study's ages and never the person's.
fn sentence_of_ages(mismatch: &AgeMismatch, signs_up_for: SignsUpFor) -> String {
    let whose = if signs_up_for.is_self() { "Your" } else { "Their" };
    match mismatch {
        AgeMismatch::AnswerDiffers(_) => {
            format!("{whose} date of birth doesn’t match the answer about age. Please check both.")
        }
        AgeMismatch::NotAdmitted(ages) => {
            let ages = ages.plain();
            format!("This study is for ages {ages}. {whose} date of birth is outside that range.")
        }
        AgeMismatch::NeedsRepresentative(age) => format!(
            "People under {age} can’t sign up by themselves. Please ask a parent or guardian to sign you up."
        ),
    }
}

/// What to say beside the date of birth.
fn birth_date_error(mismatch: &AgeMismatch) -> FieldError {
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

fn in_words(seconds: u64) -> String {
    match seconds {
        0..=90 => "a minute".into(),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

impl From<&Problem> for ProblemBody {
    fn from(problem: &Problem) -> Self {
        let (status, code, title) = problem.kind();
        let detail = problem.detail();
        Self {
            kind: format!("urn:waypoint:problem:{code}"),
            title: title.to_owned(),
            status: status.as_u16(),
            code: code.to_owned(),
            errors: match problem {
                Problem::FormInvalid(errors) => errors.clone(),
                Problem::AgeMismatch(mismatch, _) => vec![birth_date_error(mismatch)],
                _ => Vec::new(),
            },
            error: ProblemMessage { message: detail.clone() },
            detail,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody::from(&self);
        let status = self.kind().0;
        if status.is_server_error() {
            tracing::error!(code = body.code, "request failed");
        }
        let mut response = (status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Self::TooManyRequests(seconds) = self {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(operation = error.operation, kind = error.kind, "store failed");
        Self::Unavailable
    }
}

#[cfg(test)]
mod tests {
    use waypoint_domain::age_range::AgeRange;

    use super::*;

    #[test]
    fn every_problem_has_a_code_of_its_own() {
        let all = [
            Problem::MalformedBody(String::new()),
            Problem::InvalidQuery(String::new()),
            Problem::NotJson,
            Problem::TooLarge,
            Problem::MethodNotAllowed,
            Problem::CrossSite,
            Problem::SignatureInvalid(NotBelieved::OutOfTime),
            Problem::NotFound,
            Problem::TooManyRequests(1),
            Problem::SearchIncomplete,
            Problem::FormInvalid(vec![]),
            Problem::ConsentMissing(String::new()),
            Problem::CaptchaInvalid,
            Problem::CaptchaExpired,
            Problem::CaptchaUsed,
            Problem::CaptchaElsewhere,
            Problem::TooManyChecks,
            Problem::PrescreenIncomplete,
            Problem::NothingToScreen,
            Problem::ScreenerFailed,
            Problem::AgeMismatch(AgeMismatch::AnswerDiffers(vec![]), SignsUpFor::Oneself),
            Problem::AgeMismatch(AgeMismatch::NotAdmitted(AgeRange::default()), SignsUpFor::Oneself),
            Problem::AgeMismatch(AgeMismatch::NeedsRepresentative(18), SignsUpFor::Oneself),
            Problem::UploadOff,
            Problem::DocumentMissing,
            Problem::DocumentRefused(DocumentFault::OtherKind),
            Problem::DocumentRefused(DocumentFault::Damaged),
            Problem::DocumentRefused(DocumentFault::Locked),
            Problem::DocumentRefused(DocumentFault::Active),
            Problem::DocumentRefused(DocumentFault::Mixed),
            Problem::DocumentRefused(DocumentFault::TooMany),
            Problem::StudyNotOpen,
            Problem::SiteNotOpen,
            Problem::EmailExists,
            Problem::SessionReplaced,
            Problem::IdempotencyKeyReused,
            Problem::NoticeChanged,
            Problem::NotAcknowledged,
            Problem::RecordsOff,
            Problem::HealthSystemFailed,
            Problem::HealthSystemSlow,
            Problem::RecordsTooMany,
            Problem::ConnectionOver,
            Problem::RecordsChanged,
            Problem::ParticipantNotCreated,
            Problem::LinkInvalid,
            Problem::DeletionLinkInvalid,
            Problem::AssistantOff,
            Problem::Unavailable,
        ];
        let codes: std::collections::HashSet<_> = all.iter().map(|p| p.kind().1).collect();
        assert_eq!(codes.len(), all.len());
    }

    #[test]
    fn an_age_mismatch_names_the_studys_ages_and_the_field_to_correct() {
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

    #[test]
    fn a_server_failure_while_signing_up_leaves_the_quoted_words_to_whoever_shows_it() {
        assert!(!Problem::ParticipantNotCreated.detail().contains("Error while creating participant"));
    }
}
