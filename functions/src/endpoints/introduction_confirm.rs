//! `POST /backend/introduction/confirm`: the owner of the address sends the introduction (E-584).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{
    ProgramKeys, Purpose,
    purpose::{ConfirmIntroduction, IntroductionGuard},
};

use super::linked_subscription::SAMPLE;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    external::keys::Keys,
    http::{body::JsonBody, problem::Problem},
    introduction::{self, IntroductionSending},
    mail_link,
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{
        Introduction, IntroductionConfirmation, IntroductionState, Introductions, Registry, StoreError,
        Studies,
    },
    wire::{IntroductionAnswer, IntroductionLinkRequest, IntroductionResult},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[
        Purpose::AuditTrail,
        Purpose::ConfirmIntroduction,
        Purpose::IntroductionGuard,
        Purpose::RateLimit,
    ],
    services: &[Service::AuditRetention, Service::Introductions],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Registry, &["GetItem"]),
        (Resource::Participants, &["GetItem", "PutItem", "Query", "UpdateItem"]),
        (Resource::Sessions, &["UpdateItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: SAMPLE,
    ..Endpoint::new("introduction_confirm", Section::Introductions, || routes!(confirm))
};

/// Shows what a link sends. With the agreement to exactly this, sends it to the study's contact, unless the study has closed,
/// its record no longer lists the contact, or the contact declines. Repeating it changes nothing. Invalid and expired links get
/// the same response.
#[utoipa::path(post, path = "/backend/introduction/confirm", request_body = IntroductionLinkRequest, responses(
    (status = 200, description = "`preview`, `confirmed`, `already_sent`, or `withheld`",
        body = IntroductionAnswer),
    (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
#[allow(clippy::too_many_arguments, reason = "one for each part that it works with")]
pub(crate) async fn confirm(
    limits: CallerLimits,
    State(sending): State<IntroductionSending>,
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(introductions): State<Introductions>,
    State(key_service): State<Keys>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<IntroductionLinkRequest>,
) -> Result<Json<IntroductionAnswer>, Problem> {
    limits.check(LimitedAction::MessageLink).await?;
    let id = mail_link::read(&keys.get::<ConfirmIntroduction>()?, request.token.reveal());
    let id = id.ok_or(Problem::LinkInvalid)?;
    let now = clock.now();
    let introduction = introductions.get(&key_service, &id, now).await?.ok_or(Problem::LinkInvalid)?;
    match introduction.state {
        IntroductionState::Unconfirmed => {}
        IntroductionState::Confirmed | IntroductionState::Sent => {
            return Ok(answer(IntroductionResult::Confirmed));
        }
        IntroductionState::Withheld | IntroductionState::Undeliverable => {
            return Ok(answer(IntroductionResult::Withheld));
        }
    }
    let consent = studies.settings().await?.introduction.filter(|_| sending.is_on());
    let Some(consent) = consent else { return Ok(answer(IntroductionResult::Withheld)) };
    if !is_contact_listed(&registry, &sending, &introduction).await? {
        return Ok(answer(IntroductionResult::Withheld));
    }
    let content = introduction.content.reveal();
    let preview = introduction::preview(content, &consent);
    if request.agreed != preview.sha256 {
        let preview = Some(preview);
        return Ok(Json(IntroductionAnswer { result: IntroductionResult::Preview, preview }));
    }
    let guard = format!("{}\n{}", content.person.canonical(), content.study);
    let guards = keys.get::<IntroductionGuard>()?.fingerprints(&guard);
    let receipt = introduction::receipt(&preview, &consent, now);
    match introductions.confirm(&introduction, &receipt, &guards, &keys.get()?, now).await? {
        IntroductionConfirmation::Confirmed => Ok(answer(IntroductionResult::Confirmed)),
        IntroductionConfirmation::AlreadySent => Ok(answer(IntroductionResult::AlreadySent)),
        IntroductionConfirmation::Gone => Err(Problem::LinkInvalid),
    }
}

/// Whether the record still lists the recipient, who doesn't decline, so that the person learns at once when nothing can be sent. The delivery
/// checks it again.
async fn is_contact_listed(
    registry: &Registry,
    sending: &IntroductionSending,
    introduction: &Introduction,
) -> Result<bool, StoreError> {
    let content = introduction.content.reveal();
    let Ok(address) = content.mail.address.parse() else { return Ok(false) };
    let study = registry.get(&content.study).await?;
    Ok(study.is_some_and(|study| sending.listed(&study, &address).is_some()))
}

fn answer(result: IntroductionResult) -> Json<IntroductionAnswer> {
    Json(IntroductionAnswer { result, preview: None })
}
