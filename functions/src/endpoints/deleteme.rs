//! `POST /backend/deleteme`: requests erasure (E-220).

use axum::{Json, extract::State};
use http::StatusCode;
use utoipa_axum::routes;
use waypoint_domain::deletion::ErasureDetails;
use waypoint_keys::{ProgramKeys, Purpose, purpose::DeletionMail};

use super::browser_session::CallingBrowser;
use crate::{
    captcha::{self, CaptchaKeys},
    clock::Clock,
    deletion_link::DeletionId,
    endpoint::{Endpoint, Sample, Section},
    external::keys::Keys,
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Counter, ErasureRequest, ErasureRequests, Sessions},
    wire::{CaptchaPurpose, DeletionForm, Done},
};

/// The maximum number of mails per day that these details can send to a participant.
const MAX_MAILS_PER_DAY: u32 = 3;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("DeletemeAtOnce"),
    keys: &[
        Purpose::AuditTrail,
        Purpose::CaptchaChallenge,
        Purpose::CaptchaSolution,
        Purpose::DeletionMail,
        Purpose::FormFingerprint,
        Purpose::RateLimit,
    ],
    services: &[Service::AuditRetention],
    rights: &[
        (Resource::Participants, &["BatchGetItem", "ConditionCheckItem", "PutItem", "Query"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::MasterKey, &["Decrypt", "GenerateDataKey"]),
    ],
    impersonal: &[("POST", "same response for all details: deleteme.rs")],
    sample: Sample::Post(
        r#"{"patient_id": "PT000000000000", "last_name": "Sample", "date_of_birth": "1956-03-27", "recaptcha_response": "none"}"#,
    ),
    ..Endpoint::new("deleteme", Section::Erasure, || routes!(deleteme))
};

/// Sends a link to the address on file when the details match a participant. The response and the work are the same
/// when they don't (E-139).
#[utoipa::path(post, path = "/backend/deleteme", request_body = DeletionForm, responses(
    (status = 202, description = "If the details match, a mail is on its way", body = Done),
    (status = 422, description = "form_invalid, captcha_invalid, captcha_expired, captcha_used, \
        captcha_elsewhere", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
#[allow(clippy::too_many_arguments, reason = "one for each part that it works with")]
pub(crate) async fn deleteme(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(erasure_requests): State<ErasureRequests>,
    State(sessions): State<Sessions>,
    State(key_service): State<Keys>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(form): JsonBody<DeletionForm>,
) -> Result<(StatusCode, Json<Done>), Problem> {
    let typed = [&form.patient_id, &form.last_name, &form.date_of_birth].map(|field| field.reveal().as_str());
    let details = ErasureDetails::parse(typed[0], typed[1], typed[2]).map_err(Problem::FormInvalid)?;
    let now = clock.now();
    let captcha = captcha::verify(&CaptchaKeys::from_program_keys(&keys)?, &form.recaptcha_response, now)?;
    let session = browser.session().await?;
    let bound_to = (CaptchaPurpose::Deletion, session.as_ref());
    captcha::use_captcha((&keys, &sessions), &captcha, bound_to, &typed.join("\n"), now).await?;
    limits.check(LimitedAction::Deletion).await?;
    // Someone who doesn't know all details can't use up another person's mails.
    let number = &details.number;
    let details_text =
        format!("{number}\n{}\n{}", details.last_name.reveal(), details.date_of_birth.reveal());
    let counter = format!("DeletionMail#{}", keys.get::<DeletionMail>()?.fingerprint(&details_text));
    let counter = Counter::new(&counter, Counter::DAY, now);
    let may_send = sessions.count(&counter, MAX_MAILS_PER_DAY).await?;
    let request = ErasureRequest {
        id: DeletionId::random().map_err(|_| Problem::Unavailable)?,
        details: &details,
        captcha: captcha.fingerprint,
        counter,
        may_send,
    };
    if !erasure_requests.request(&key_service, &request, now).await? {
        return Err(Problem::CaptchaUsed);
    }
    Ok((StatusCode::ACCEPTED, Json(Done { result: "check_mail".into() })))
}
