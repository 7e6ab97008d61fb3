//! `POST /backend/notify`: subscribes an email address to news of a study or a search (D-266).

use axum::{Json, extract::State};
use http::StatusCode;
use utoipa_axum::routes;
use waypoint_domain::{
    news::{InvalidSubject, KnownState, Subject},
    participant::{Email, FieldError, INVALID_EMAIL},
    personal::Personal,
};
use waypoint_keys::{ProgramKeys, Purpose, purpose::NewsGuard};

use super::browser_session::CallingBrowser;
use crate::{
    captcha::{self, CaptchaKeys},
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::keys::Keys,
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    news::status_of,
    news_link::SubscriptionId,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Counter, Registry, Sessions, Studies, SubscriptionRequest, Subscriptions},
    wire::{CaptchaPurpose, Done, NotifyRequest},
};

/// The maximum number of mails per day that requests can send to one address.
const MAX_MAILS_PER_DAY: u32 = 6;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("NotifyAtOnce"),
    keys: &[
        Purpose::CaptchaChallenge,
        Purpose::CaptchaSolution,
        Purpose::FormFingerprint,
        Purpose::NewsGuard,
        Purpose::RateLimit,
    ],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Registry, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "GetItem", "PutItem", "UpdateItem"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::MasterKey, &["GenerateDataKey"]),
        (Resource::StudiesByNct, &["Query"]),
    ],
    impersonal: &[("POST", "same response for all addresses: news.rs")],
    sample: Sample::Post(r#"{"study": "NCT00000101", "email": "ada@example.org", "captcha": "none"}"#),
    ..Endpoint::new("notify", Section::News, || routes!(notify))
};

/// Stores an address until its owner confirms it through the link in a mail. The response doesn't reveal whether the
/// address is already subscribed.
#[utoipa::path(post, path = "/backend/notify", request_body = NotifyRequest, responses(
    (status = 202, description = "A mail is on its way", body = Done),
    (status = 422, description = "form_invalid, captcha_invalid, captcha_expired, captcha_used, \
        captcha_elsewhere", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
#[allow(clippy::too_many_arguments, reason = "one for each part that it works with")]
pub(crate) async fn notify(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(subscriptions): State<Subscriptions>,
    State(sessions): State<Sessions>,
    State(key_service): State<Keys>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<NotifyRequest>,
) -> Result<(StatusCode, Json<Done>), Problem> {
    let (email, subject) = email_and_subject(&request)?;
    let now = clock.now();
    let captcha = captcha::verify(&CaptchaKeys::from_program_keys(&keys)?, &request.captcha, now)?;
    let session = browser.session().await?;
    let call = format!("{}\n{}", request.email.reveal(), subject.canonical());
    let bound_to = (CaptchaPurpose::News, session.as_ref());
    captcha::use_captcha((&keys, &sessions), &captcha, bound_to, &call, now).await?;
    limits.check(LimitedAction::Notify).await?;
    let known = current_status(&studies, &registry, &subject).await?;
    let canonical = email.reveal().canonical();
    let key = keys.get::<NewsGuard>()?;
    let guards = key.fingerprints(&format!("{canonical}\n{}", subject.canonical()));
    let counter = format!("NewsMail#{}", key.fingerprint(&email.reveal().without_variations()));
    let may_send = sessions.count(&Counter::new(&counter, Counter::DAY, now), MAX_MAILS_PER_DAY).await?;
    let id = SubscriptionId::random().map_err(|_| Problem::Unavailable)?;
    // Created even when not needed, so the response time reveals nothing.
    let (data_key, wrapped_key) = key_service.new_data_key(&Subscriptions::key_name(&id)).await?;
    let wish = SubscriptionRequest {
        id,
        address: &email,
        subject: &subject,
        known_state: known,
        guards,
        captcha: captcha.fingerprint,
        may_send,
        data_key,
        wrapped_key,
    };
    if !subscriptions.request(&sessions, &wish, now).await? {
        return Err(Problem::CaptchaUsed);
    }
    Ok((StatusCode::ACCEPTED, Json(Done { result: "check_mail".into() })))
}

fn email_and_subject(request: &NotifyRequest) -> Result<(Personal<Email>, Subject), Problem> {
    let mut errors = Vec::new();
    let typed = request.email.reveal().trim();
    let email = typed.parse::<Email>().map_err(|_| {
        errors.push(match typed {
            "" => FieldError::missing("email", "Enter your email"),
            _ => FieldError::new("email", INVALID_EMAIL),
        });
    });
    let subject =
        Subject::parse(request.study.reveal(), request.condition.reveal(), request.country.reveal()).map_err(
            |error| {
                let field = if error == InvalidSubject::TooLong { "condition" } else { "study" };
                errors.push(FieldError::new(field, error.to_string()));
            },
        );
    match (email, subject) {
        (Ok(email), Ok(subject)) => Ok((Personal::new(email), subject)),
        _ => Err(Problem::FormInvalid(errors)),
    }
}

/// Returns the current status of a study. The results of a search are first recorded when news are first checked.
async fn current_status(
    studies: &Studies,
    registry: &Registry,
    subject: &Subject,
) -> Result<Option<KnownState>, Problem> {
    let Subject::Study(id) = subject else { return Ok(None) };
    match status_of((studies, registry), id).await? {
        Some(status) => Ok(Some(KnownState::Status(status))),
        None => {
            Err(Problem::FormInvalid(vec![FieldError::new("study", InvalidSubject::NoStudy.to_string())]))
        }
    }
}
