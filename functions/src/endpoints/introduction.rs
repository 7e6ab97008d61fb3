//! `POST /backend/introduction`: a person sends their details to the contact of a registry study (E-582).

use std::sync::Arc;

use axum::{Json, extract::State};
use http::StatusCode;
use utoipa_axum::routes;
use waypoint_domain::{
    introduction::{IntroductionConsent, IntroductionDetails, IntroductionForm},
    nct_id::NctId,
    participant::FieldError,
    personal::Personal,
};
use waypoint_keys::{ProgramKeys, Purpose, purpose::IntroductionGuard};

use super::browser_session::CallingBrowser;
use crate::{
    captcha::{self, CaptchaKeys},
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::keys::Keys,
    finding::{
        Finder,
        contact_site::{SearchedPlace, email_contacts_of_site},
    },
    http::{body::JsonBody, problem::Problem},
    introduction::{self, IntroductionSending},
    introduction_link::IntroductionId,
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Counter, IntroductionContent, Introductions, NewIntroduction, Registry, Sessions, Studies},
    wire::{CaptchaPurpose, IntroductionAnswer, IntroductionRequest, IntroductionResult},
};

/// The maximum number of mails per day that requests can send to one address.
const MAX_MAILS_PER_DAY: u32 = 6;
const NOT_OFFERED: &str = "This study has no contact that we can write to right now";

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("NotifyAtOnce"),
    keys: &[
        Purpose::CaptchaChallenge,
        Purpose::CaptchaSolution,
        Purpose::FormFingerprint,
        Purpose::IntroductionGuard,
        Purpose::RateLimit,
    ],
    services: &[Service::Introductions],
    rights: &[
        (Resource::Studies, &["GetItem", "Query"]),
        (Resource::StudiesByNct, &["Query"]),
        (Resource::Registry, &["GetItem"]),
        (Resource::Participants, &["PutItem"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::MasterKey, &["GenerateDataKey"]),
    ],
    impersonal: &[("POST", "same response for all addresses: introductions.rs")],
    sample: Sample::Post(
        r#"{"study": "NCT00000101", "name": "Ada", "email": "ada@example.org", "by": "email", "asks_for": "themselves"}"#,
    ),
    ..Endpoint::new("introduction", Section::Introductions, || routes!(introduction))
};

/// Shows the mail to the study's contact, word for word. With the agreement to exactly this mail, stores it until the owner
/// of the person's address confirms it through the link in a mail. The address of the contact comes from the study's
/// record.
#[utoipa::path(post, path = "/backend/introduction", request_body = IntroductionRequest, responses(
    (status = 200, description = "`preview`: what would be sent, or what has changed since it was shown",
        body = IntroductionAnswer),
    (status = 202, description = "`check_mail`: a mail is on its way", body = IntroductionAnswer),
    (status = 404, description = "not_found: introductions are off", body = crate::http::problem::ProblemBody),
    (status = 422, description = "form_invalid, captcha_invalid, captcha_expired, captcha_used, \
        captcha_elsewhere", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
#[allow(clippy::too_many_arguments, reason = "one for each part that it works with")]
pub(crate) async fn introduction(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sending): State<IntroductionSending>,
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(finder): State<Arc<Finder>>,
    State(introductions): State<Introductions>,
    State(sessions): State<Sessions>,
    State(key_service): State<Keys>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<IntroductionRequest>,
) -> Result<(StatusCode, Json<IntroductionAnswer>), Problem> {
    let site = sending.site().ok_or(Problem::NotFound)?;
    let details = details(&request)?;
    limits.check(LimitedAction::Introduction).await?;
    let consent = studies.settings().await?.introduction.ok_or(Problem::NotFound)?;
    let content =
        content(&request, &details, (&studies, &registry, &finder), (&consent, &sending, site)).await?;
    let preview = introduction::preview(content.reveal(), &consent);
    if request.agreed != preview.sha256 {
        let answer = IntroductionAnswer { result: IntroductionResult::Preview, preview: Some(preview) };
        return Ok((StatusCode::OK, Json(answer)));
    }
    let now = clock.now();
    let captcha = captcha::verify(&CaptchaKeys::from_program_keys(&keys)?, &request.captcha, now)?;
    let session = browser.session().await?;
    let bound_to = (CaptchaPurpose::Introduction, session.as_ref());
    captcha::use_captcha((&keys, &sessions), &captcha, bound_to, &preview.sha256, now).await?;
    limits.check(LimitedAction::Notify).await?;
    let address = details.email().without_variations();
    let counter = format!("IntroductionMail#{}", keys.get::<IntroductionGuard>()?.fingerprint(&address));
    let may_send = sessions.count(&Counter::new(&counter, Counter::DAY, now), MAX_MAILS_PER_DAY).await?;
    let id = IntroductionId::random().map_err(|_| Problem::Unavailable)?;
    let (data_key, wrapped_key) = key_service.new_data_key(&Introductions::key_name(&id)).await?;
    let captcha = captcha.fingerprint;
    let new = NewIntroduction { id, content: &content, captcha, may_send, data_key, wrapped_key };
    if !introductions.request(&sessions, &new, now).await? {
        return Err(Problem::CaptchaUsed);
    }
    let answer = IntroductionAnswer { result: IntroductionResult::CheckMail, preview: None };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

fn details(request: &IntroductionRequest) -> Result<IntroductionDetails, Problem> {
    let form = IntroductionForm {
        name: request.name.reveal(),
        email: request.email.reveal(),
        phone: request.phone.reveal(),
        by: request.by,
        when: request.when,
        asks_for: request.asks_for,
        message: request.message.reveal(),
    };
    IntroductionDetails::parse(&form).map_err(Problem::FormInvalid)
}

async fn content(
    request: &IntroductionRequest,
    details: &IntroductionDetails,
    (studies, registry, finder): (&Studies, &Registry, &Finder),
    (consent, sending, site): (&IntroductionConsent, &IntroductionSending, &str),
) -> Result<Personal<IntroductionContent>, Problem> {
    let not_offered = || Problem::FormInvalid(vec![FieldError::new("study", NOT_OFFERED)]);
    let number: NctId = request.study.reveal().trim().parse().map_err(|_| not_offered())?;
    // People sign up for a partner study, and don't write to its contact in the registry.
    if studies.by_nct_id(&number).await?.iter().any(|study| study.active) {
        return Err(not_offered());
    }
    let study = registry.get(&number).await?.ok_or_else(not_offered)?;
    let searched = SearchedPlace { near: request.near.reveal(), country: request.country.reveal() };
    let nearest = email_contacts_of_site(&study, searched, finder.gazetteer());
    let contact = sending.contact(&study, nearest).ok_or_else(not_offered)?;
    Ok(introduction::content(details, &study, &contact, (&consent.sender, site)))
}
