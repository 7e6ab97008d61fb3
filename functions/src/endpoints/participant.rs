//! `POST /backend/participant` signs a person up; `GET` returns the sign-up in the session.

use axum::{Json, extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use utoipa_axum::routes;
use waypoint_domain::{
    basic_channel::BasicChannel,
    document::Document,
    participant::{BegunForm, Profile, SignUpForm},
    participant_number::ParticipantNumber,
    partner_study::PartnerStudy,
    personal::Personal,
    retention::RetentionPeriod,
    study_number::StudyNumber,
};
use waypoint_keys::{Fingerprints, ProgramKeys, Purpose, purpose::FormFingerprint};

use super::{
    age_rules,
    browser_session::{CallingBrowser, with_session},
    open_study::open_study,
    session_sign_ups::sign_up_for,
    sign_up_checks::{AnswerCheck, check_consents, check_country, check_documents, check_site},
    sign_up_parts::SignUpParts,
};
use crate::{
    address_prints::{AddressPrints, NamedPerson},
    captcha::{self, CaptchaKeys},
    endpoint::{Endpoint, Sample, Section},
    http::{
        body::{JsonBody, MAX_FORM_BYTES},
        problem::Problem,
        query::QueryOf,
    },
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    receipt::Agreement,
    secret::hex,
    session_token::SessionToken,
    store::{
        Draft, MessageChannel, Session, SignUpRecord, SignUpRef, SignUpResult, Studies, Uploads, sign_up,
    },
    wire::{
        CaptchaPurpose, ContactOptions, ParticipantAnswer, ParticipantCreated, ParticipantIds,
        ParticipantState, ReferralState, SignUpDraft, StudyChat, UploadedDocument,
    },
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[
        Purpose::AuditTrail,
        Purpose::CaptchaChallenge,
        Purpose::CaptchaSolution,
        Purpose::EmailGuard,
        Purpose::FormFingerprint,
        Purpose::RateLimit,
    ],
    services: &[Service::Documents],
    rights: &[
        (Resource::Studies, &["GetItem", "Query"]),
        (
            Resource::Participants,
            &["ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"],
        ),
        (Resource::Sessions, &["DeleteItem", "GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
        (Resource::MasterKey, &["Decrypt", "GenerateDataKey"]),
    ],
    impersonal: &[("POST", "creates a participant; same response for an address in use: two_worlds.rs")],
    sample: Sample::Get("number=PT000000000000"),
    ..Endpoint::new("participant", Section::SigningUp, || routes!(participant, create))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    number: Option<String>,
    study: Option<String>,
}

/// Returns the state of a sign-up in the session: the sign-up with this number, else the newest for this study, else
/// the newest overall. A number outside the session gets the same response as no cookie at all.
///
/// Without a number, `draft` holds what was entered for this study before a sign-up, or for the most recently edited
/// study. `data` is null when the session has no sign-up.
#[utoipa::path(get, path = "/backend/participant",
    params(
        ("number" = Option<String>, Query, description = "The participant's number"),
        ("study" = Option<String>, Query, description = "The number of the viewed study")),
    responses((status = 200, body = ParticipantAnswer), (status = 404, body = crate::http::problem::ProblemBody)))]
pub(crate) async fn participant(
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(uploads): State<Uploads>,
    State(parts): State<SignUpParts>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<ParticipantAnswer>, Problem> {
    if let Some(number) = params.number {
        let (_, open) = browser.session_with(&number).await?;
        return Ok(Json(ParticipantAnswer {
            data: Some(participant_state(&parts, &studies, &open.sign_up).await?.ok_or(Problem::NotFound)?),
            draft: None,
        }));
    }
    let now = parts.clock.now();
    let session = browser.session().await?;
    let study = params.study.as_deref().and_then(|number| number.parse().ok());
    let draft = match browser.draft(session.as_ref(), study.as_ref()).await? {
        Some(draft) => Some(draft_state(&uploads, draft, now).await?),
        None => None,
    };
    let sign_up = session.as_ref().and_then(|session| sign_up_for(session, params.study.as_deref(), now));
    let data = match sign_up {
        Some(sign_up) => participant_state(&parts, &studies, sign_up).await?,
        None => None,
    };
    Ok(Json(ParticipantAnswer { data, draft }))
}

async fn draft_state(uploads: &Uploads, draft: Draft, now: Timestamp) -> Result<SignUpDraft, Problem> {
    let waiting = uploads.waiting(draft.uploads.documents(now)).await?;
    let documents: Vec<UploadedDocument> = waiting.into_iter().map(Into::into).collect();
    Ok(SignUpDraft {
        document: documents.first().cloned(),
        documents,
        study_number: draft.study_number.to_string(),
        from_records: *draft.from_records.reveal() != BegunForm::default(),
        answers: Personal::new(draft.answers),
        begun_answers: (!draft.begun_answers.is_empty()).then(|| Personal::new(draft.begun_answers)),
        form: draft.form,
    })
}

async fn participant_state(
    SignUpParts { participants, key_service, clock, .. }: &SignUpParts,
    studies: &Studies,
    sign_up: &SignUpRef,
) -> Result<Option<ParticipantState>, Problem> {
    let now = clock.now();
    let Some(record) = participants.record(key_service, &sign_up.participant, now).await? else {
        return Ok(None);
    };
    let study = studies.by_number(&sign_up.study_number).await?;
    let settings = studies.settings().await?;
    let basic = BasicChannel::ALL.into_iter().filter(|channel| !record.stopped_channels.contains(channel));
    let consents = record.consents.iter().flatten();
    let agreed = consents.filter(|id| MessageChannel::named(&settings.consent_boxes, id).is_some()).cloned();
    let channels = basic.map(|channel| channel.id().to_owned()).chain(agreed).collect();
    let email = record.profile.get("email").and_then(Value::as_str).map(str::to_owned);
    Ok(Some(ParticipantState {
        pt_id: sign_up.participant.to_string(),
        study_number: sign_up.study_number.to_string(),
        contact: ContactOptions::for_participant(&record),
        promise: record.waiting_for_contact().map(Into::into),
        referral: record.referral.map(|referral| ReferralState::new(referral, study.as_ref())),
        study_title: study.map(|study| study.brief_title),
        email_confirmed: record.email_confirmed.is_some(),
        email_to_confirm: email.filter(|_| record.email_confirmed.is_none()).map(Personal::new),
        by_representative: record.profile.contains_key("representative"),
        acknowledged: record.acknowledged.is_some(),
        channels,
    }))
}

/// Signs a person up. Sending the same form again, even at the same time, creates only one participant.
#[utoipa::path(post, path = "/backend/participant", request_body = SignUpForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identical each time the same form is sent")),
    responses(
        (status = 201, body = ParticipantCreated),
        (status = 403, description = "email_exists, cross_site", body = crate::http::problem::ProblemBody),
        (status = 409, description = "study_not_open, site_not_open, idempotency_key_reused, document_missing, documents_changed, session_replaced", body = crate::http::problem::ProblemBody),
        (status = 422, description = "form_invalid, consent_missing, captcha_invalid, captcha_expired, captcha_used, \
            captcha_elsewhere, prescreen_incomplete, screener_failed, age_answer_differs, age_not_admitted, \
            representative_needed", body = crate::http::problem::ProblemBody),
        (status = 429, description = "too_many_requests, too_many_checks, too_many_checks_of_network", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn create(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(uploads): State<Uploads>,
    State(parts): State<SignUpParts>,
    headers: HeaderMap,
    JsonBody(form): JsonBody<SignUpForm, MAX_FORM_BYTES>,
) -> Result<Response, Problem> {
    let SignUpParts { sessions, keys, clock, .. } = &parts;
    let profile = Profile::check(&form, clock.latest_today()).map_err(Problem::FormInvalid)?;
    let now = clock.now();
    let captcha = captcha::verify(&CaptchaKeys::from_program_keys(keys)?, &form.recaptcha_response, now)?;
    let idempotency = idempotency_key(&headers)?.unwrap_or_else(|| captcha.fingerprint.clone());
    let sender = sender_session(&parts, &browser, &idempotency).await?;
    // Rejections up to here are cheap, reveal nothing about the study, and can be corrected, so they don't count.
    let call = format!("{idempotency}\n{}", form_json(&form));
    let bound_to = (CaptchaPurpose::SignUp, sender.as_ref());
    let session = captcha::use_captcha((keys, sessions), &captcha, bound_to, &call, now).await?;
    let token = browser.token.as_ref().ok_or(Problem::CaptchaMismatch)?;
    limits.check(LimitedAction::SignUp).await?;
    if !form.prescreening_qa.reveal().is_empty() {
        limits.check(LimitedAction::Prescreen).await?;
    }
    let settings = studies.settings().await?;
    check_consents(&settings, &form)?;
    let study = open_study(&studies, &form.study_number).await?;
    check_country(&settings, &study, &profile)?;
    check_site(&study, &profile)?;
    let agreement = form
        .consents
        .as_deref()
        .map(|ticked| Agreement::to_boxes(&settings.consent_boxes_version, &settings.consent_boxes, ticked))
        .map(|agreement| {
            agreement.with_representative(profile.representative.as_ref().map(Personal::reveal))
        });
    let submission = Submission { idempotency, agreement, token, session };
    let person = (&form, &profile, &study);
    let signed_up = save((&parts, &uploads), person, (&limits, &browser), submission).await;
    // All later failures happen while the participant is created.
    signed_up.map_err(|problem| match problem {
        Problem::Unavailable => Problem::ParticipantNotCreated,
        other => other,
    })
}

/// Returns the session that a form was sent from. When the form is sent again because its first response was lost, the
/// browser still has the former token of the session.
async fn sender_session(
    SignUpParts { sessions, keys, clock, .. }: &SignUpParts,
    browser: &CallingBrowser,
    idempotency: &str,
) -> Result<Option<Session>, Problem> {
    if let Some(token) = &browser.token {
        let mark = keys.get::<FormFingerprint>()?.fingerprints(idempotency);
        if let Some((_, session)) = sessions.submitted_with(&mark, token, clock.now()).await? {
            return Ok(Some(session));
        }
    }
    browser.session().await
}

/// The idempotency key and the consent of a sign-up form, and the session that it was sent from.
struct Submission<'a> {
    idempotency: String,
    agreement: Option<Agreement>,
    /// The token that the browser sent.
    token: &'a SessionToken,
    session: &'a Session,
}

async fn save(
    (parts, uploads): (&SignUpParts, &Uploads),
    (form, profile, study): (&SignUpForm, &Profile, &PartnerStudy),
    (limits, browser): (&CallerLimits, &CallingBrowser),
    submission: Submission<'_>,
) -> Result<Response, Problem> {
    let SignUpParts { participants, sessions, figures, key_service, keys, clock } = parts;
    let now = clock.now();
    let idempotency = keys.get::<FormFingerprint>()?.fingerprints(&submission.idempotency);
    // A form that is sent again has lost its draft. Its idempotency key identifies it.
    let mark = sessions.submitted_form_fingerprint(&idempotency, now).await?;
    let is_sent_again = mark.is_some();
    let session = submission.session;
    let draft = browser.draft(Some(session), Some(&study.snow_study_number)).await?;
    let arrived = draft.iter().flat_map(|draft| draft.uploads.documents(now));
    let waiting = uploads.waiting(arrived).await?;
    check_documents(form, waiting.len(), is_sent_again)?;
    let documents: Vec<Document> = waiting.into_iter().map(|arrived| arrived.document.clone()).collect();
    let (earlier_answers, criteria) = draft.map(|draft| (draft.answers, draft.criteria)).unwrap_or_default();
    let check = AnswerCheck { limits, form, study, session, is_sent_again };
    let answers = check.answers(earlier_answers).await?;
    age_rules::check(profile, form.signing_up_for, study, &answers, now)?;
    let new = new_sign_up(study)?;
    let (data_key, wrapped_key) = key_service.new_data_key(new.participant.as_str()).await?;
    let record = SignUpRecord {
        form: form_fingerprints(keys, form)?,
        idempotency: mark.unwrap_or_else(|| idempotency.current().to_owned()),
        address: address_prints(keys, profile, &new.study_number)?,
        sign_up: new,
        profile,
        answers: &answers,
        criteria: &criteria,
        documents: &documents,
        consents: form.consents.as_deref(),
        agreement: submission.agreement.as_ref(),
        data_key,
        wrapped_key,
        token: submission.token,
        page: browser.page.as_ref(),
    };
    match sign_up((sessions, participants, figures), key_service, &record, now).await? {
        SignUpResult::SignedUp(sign_up, session) => {
            let data = ParticipantIds { pt_id: sign_up.participant.to_string(), pt_sys_id: sign_up.sys_id };
            let created =
                (StatusCode::CREATED, Json(ParticipantCreated { data, chat: StudyChat::for_study(study) }));
            Ok(with_session(&session, RetentionPeriod::Session, created))
        }
        SignUpResult::KeyReused => Err(Problem::IdempotencyKeyReused),
        SignUpResult::SignedUpBefore => Err(Problem::EmailExists),
        SignUpResult::SessionReplaced => Err(Problem::SessionReplaced),
    }
}

fn address_prints(
    keys: &ProgramKeys,
    profile: &Profile,
    study: &StudyNumber,
) -> Result<AddressPrints, Problem> {
    let date_of_birth = profile.date_of_birth.reveal().to_string();
    let person = NamedPerson {
        first_name: profile.preferred_name.reveal(),
        last_name: profile.last_name.reveal(),
        date_of_birth: &date_of_birth,
    };
    Ok(AddressPrints::new(&keys.get()?, study, profile.email.reveal(), person))
}

/// Creates the identifiers of a new sign-up.
fn new_sign_up(study: &PartnerStudy) -> Result<SignUpRef, Problem> {
    let mut random = [0; 24];
    getrandom::fill(&mut random).map_err(|_| Problem::Unavailable)?;
    let (number, sys_id) = random.split_first_chunk::<8>().ok_or(Problem::Unavailable)?;
    Ok(SignUpRef {
        participant: ParticipantNumber::from_random(u64::from_le_bytes(*number)),
        sys_id: hex(sys_id),
        study_number: study.snow_study_number.clone(),
    })
}

/// Returns the fingerprints of the form without its captcha, because a form that is sent again later carries a new one.
fn form_fingerprints(keys: &ProgramKeys, form: &SignUpForm) -> Result<Fingerprints, Problem> {
    Ok(keys.get::<FormFingerprint>()?.fingerprints(&form_json(form)))
}

fn form_json(form: &SignUpForm) -> String {
    let form = SignUpForm { recaptcha_response: String::new(), ..form.clone() };
    serde_json::to_string(&form).unwrap_or_default()
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let is_valid =
        |text: &&str| (16..=128).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    match value.to_str().ok().filter(is_valid) {
        Some(text) => Ok(Some(text.to_owned())),
        None => Err(Problem::InvalidQuery("Idempotency-Key must be 16 to 128 visible characters.".into())),
    }
}
