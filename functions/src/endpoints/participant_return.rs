//! `POST /backend/participant/return`: reopens a sign-up through the link in a mail (E-330), or after its response
//! never arrived (E-329).
//!
//! The holder of a link may not be the person who signed up, and may have received the link from a stranger. The page
//! therefore first shows the sign-up and what the browser already holds. It opens the sign-up once the visitor
//! confirms.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value};
use utoipa_axum::routes;
use waypoint_domain::{
    participant_number::ParticipantNumber, personal::Personal, retention::RetentionPeriod,
};
use waypoint_keys::{ProgramKeys, Purpose, purpose::FormFingerprint};

use super::{
    browser_session::{CallingBrowser, with_session},
    sign_up_parts::SignUpParts,
};
use crate::{
    address_prints::{AddressPrints, NamedPerson},
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    return_link::ReturnToken,
    store::{OpenByLinkResult, ParticipantRecord, SignUpState, Studies},
    wire::{BrowserContents, MaskedSignUp, ReturnAction, ReturnAnswer, ReturnRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[
        Purpose::AuditTrail,
        Purpose::EmailGuard,
        Purpose::Erasure,
        Purpose::FormFingerprint,
        Purpose::RateLimit,
        Purpose::Return,
    ],
    services: &[Service::AuditRetention],
    rights: &[
        (
            Resource::Participants,
            &["BatchWriteItem", "ConditionCheckItem", "DeleteItem", "PutItem", "Query", "UpdateItem"],
        ),
        (Resource::Sessions, &["BatchGetItem", "BatchWriteItem", "GetItem", "PutItem", "UpdateItem"]),
        (Resource::Studies, &["Query"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Post(
        r#"{"token": "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
    ),
    ..Endpoint::new("participant_return", Section::SigningUp, || routes!(come_back))
};

/// Shows the sign-up of a link, opens it in this browser for two hours, or erases it. Invalid links, expired links, and
/// links to erased sign-ups get the same response.
#[utoipa::path(post, path = "/backend/participant/return", request_body = ReturnRequest, responses(
    (status = 200, body = ReturnAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "session_replaced", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn come_back(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(parts): State<SignUpParts>,
    JsonBody(request): JsonBody<ReturnRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::ReturnLink).await?;
    if let Some(key) = &request.form_key {
        return reopen_sent_form(&parts, &browser, key.reveal()).await;
    }
    let SignUpParts { participants, key_service, keys, clock, .. } = &parts;
    let now = clock.now();
    let token = request.token.as_ref().ok_or(Problem::NotFound)?;
    let token = ReturnToken::read(token.reveal(), now).ok_or(Problem::NotFound)?;
    let (key, number) = (keys.get()?, token.number.clone());
    let state = participants.sign_up_state(&number, now).await?;
    let state = state.filter(|state| token.was_sent_to(&key, &state.mailbox)).ok_or(Problem::NotFound)?;
    let record = participants.record(key_service, &number, now).await?.ok_or(Problem::NotFound)?;
    let mailbox = address_prints(keys, &state, &record.profile)?.mailbox;
    if request.action == ReturnAction::Look {
        let others = participants.other_sign_ups_of_address(&state, &mailbox, now).await?;
        return show((&parts, &studies), &browser, state, others).await;
    }
    let chosen_number = match &request.number {
        Some(number) => number.parse().map_err(|_| Problem::NotFound)?,
        None => number,
    };
    // Strangers can add more sign-ups than are shown. They must not hide the owner's.
    let chosen = participants.sign_up_of_address(&state, &mailbox, &chosen_number, now).await?;
    let chosen = chosen.ok_or(Problem::NotFound)?;
    match request.action {
        ReturnAction::Remove => remove(&parts, &chosen).await,
        ReturnAction::Look | ReturnAction::Open => open(&parts, &browser, &chosen).await,
    }
}

async fn show(
    (parts, studies): (&SignUpParts, &Studies),
    browser: &CallingBrowser,
    state: SignUpState,
    (others, has_more): (Vec<SignUpState>, bool),
) -> Result<Response, Problem> {
    let number = state.sign_up.participant.clone();
    let mut sign_ups = Vec::new();
    for state in [state].into_iter().chain(others) {
        sign_ups.extend(masked(parts, studies, state).await?);
    }
    let answer = ReturnAnswer {
        result: "shown".into(),
        pt_id: number.to_string(),
        sign_ups,
        has_more,
        browser: Some(browser_contents(browser, &number).await?),
    };
    Ok(Json(answer).into_response())
}

async fn open(
    SignUpParts { participants, sessions, key_service, keys, clock, .. }: &SignUpParts,
    browser: &CallingBrowser,
    chosen: &SignUpState,
) -> Result<Response, Problem> {
    let now = clock.now();
    let number = &chosen.sign_up.participant;
    let record = participants.record(key_service, number, now).await?.ok_or(Problem::NotFound)?;
    let prints = address_prints(keys, chosen, &record.profile)?;
    let session = browser.session_or_new().await?;
    let session_and_page = (&session, browser.page.as_ref());
    match participants.open_by_link(sessions, chosen, session_and_page, &prints, now).await? {
        OpenByLinkResult::Opened(session) => {
            Ok(with_session(&session, RetentionPeriod::Session, answer("returned", number)))
        }
        OpenByLinkResult::NoSignUp => Err(Problem::NotFound),
        OpenByLinkResult::SessionReplaced => Err(Problem::SessionReplaced),
    }
}

async fn remove(
    SignUpParts { participants, sessions, clock, .. }: &SignUpParts,
    chosen: &SignUpState,
) -> Result<Response, Problem> {
    let number = &chosen.sign_up.participant;
    let now = clock.now();
    if !participants.erase_unconfirmed(sessions, chosen, now).await? {
        return Err(Problem::NotFound);
    }
    Ok(answer("removed", number).into_response())
}

/// Opens the sign-up of a form whose response never arrived, in the browser that sent it.
async fn reopen_sent_form(
    SignUpParts { sessions, keys, clock, .. }: &SignUpParts,
    browser: &CallingBrowser,
    key: &str,
) -> Result<Response, Problem> {
    let idempotency = keys.get::<FormFingerprint>()?.fingerprints(key);
    let token = browser.token.as_ref().ok_or(Problem::NotFound)?;
    let (now, page) = (clock.now(), browser.page.as_ref());
    let found = sessions.find_submitted(&idempotency, (token, page), now).await?;
    let (sign_up, session) = found.ok_or(Problem::NotFound)?;
    Ok(with_session(&session, RetentionPeriod::Session, answer("returned", &sign_up.participant)))
}

fn answer(result: &str, number: &ParticipantNumber) -> Json<ReturnAnswer> {
    Json(ReturnAnswer {
        result: result.into(),
        pt_id: number.to_string(),
        sign_ups: Vec::new(),
        has_more: false,
        browser: None,
    })
}

/// Returns a sign-up as the holder of a link may see it, or `None` when it was erased.
async fn masked(
    SignUpParts { participants, key_service, clock, .. }: &SignUpParts,
    studies: &Studies,
    state: SignUpState,
) -> Result<Option<MaskedSignUp>, Problem> {
    let number = &state.sign_up.participant;
    let Some(record) = participants.record(key_service, number, clock.now()).await? else {
        return Ok(None);
    };
    let study = studies.by_number(&state.sign_up.study_number).await?;
    Ok(Some(MaskedSignUp {
        pt_id: number.to_string(),
        study_number: state.sign_up.study_number.to_string(),
        study_title: study.map(|study| study.brief_title),
        name: Personal::new(masked_name(&record)),
        at: state.at.to_string(),
        email_confirmed: state.confirmed.is_some(),
        acknowledged: record.acknowledged.is_some(),
    }))
}

/// Returns `M••• S•••`, which only the participant recognizes.
fn masked_name(record: &ParticipantRecord) -> String {
    let initial = |field| profile_text(&record.profile, field).chars().next().unwrap_or('•');
    format!("{}••• {}•••", initial("preferred_name"), initial("last_name"))
}

async fn browser_contents(
    browser: &CallingBrowser,
    number: &ParticipantNumber,
) -> Result<BrowserContents, Problem> {
    let CallingBrowser { sessions, clock, .. } = browser;
    let now = clock.now();
    let Some(session) = browser.session().await? else {
        return Ok(BrowserContents { this_sign_up: false, other_sign_ups: 0, drafts: 0, records: false });
    };
    let (matching, others): (Vec<_>, Vec<_>) =
        session.open_sign_ups(now).partition(|open| open.sign_up.participant == *number);
    let records = sessions.records(&session, now).await?;
    Ok(BrowserContents {
        this_sign_up: !matching.is_empty(),
        other_sign_ups: others.len(),
        drafts: sessions.count_drafts(&session, now).await?,
        records: records.is_some_and(|records| records.connection.is_some()),
    })
}

fn address_prints(
    keys: &ProgramKeys,
    state: &SignUpState,
    profile: &Map<String, Value>,
) -> Result<AddressPrints, Problem> {
    let email = profile_text(profile, "email").parse().map_err(|_| Problem::Unavailable)?;
    let person = NamedPerson {
        first_name: profile_text(profile, "preferred_name"),
        last_name: profile_text(profile, "last_name"),
        date_of_birth: profile_text(profile, "date_of_birth"),
    };
    Ok(AddressPrints::new(&keys.get()?, &state.sign_up.study_number, &email, person))
}

fn profile_text<'a>(profile: &'a Map<String, Value>, field: &str) -> &'a str {
    profile.get(field).and_then(Value::as_str).unwrap_or_default()
}
