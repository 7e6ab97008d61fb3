//! `POST /backend/emr/createFile`: shares chosen records with the study team (E-123 to E-127, E-215).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::{partner_study::PartnerStudy, personal::Personal};
use waypoint_keys::Purpose;

use super::{
    chosen::{chosen, counted},
    read_records::{ReadRecords, known_records, seen_records},
};
use crate::{
    endpoint::{Endpoint, Sample, Section},
    endpoints::{browser_session::CallingBrowser, sign_up_parts::SignUpParts},
    http::{
        body::{JsonBody, MAX_RECORDS_BYTES},
        problem::Problem,
    },
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    receipt::Agreement,
    store::{Participants, ShareContent, SignUpRef, Studies},
    wire::{DifferingBirthDates, ShareAnswer, ShareRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["GetItem", "Query"]),
        (Resource::Participants, &["ConditionCheckItem", "GetItem", "PutItem", "Query"]),
        (Resource::Sessions, &["DeleteItem", "GetItem", "UpdateItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Post(
        r#"{"prospect": "PT000000000000", "nctid": "NCT00000101", "records": [[], [], [], []]}"#,
    ),
    ..Endpoint::new("emr_create_file", Section::Records, || routes!(create_file))
};

/// Shares the chosen records that the server holds, once the privacy notice is accepted. The sign-up must be in the
/// session and belong to the study. If no record is chosen, nothing is shared and the response reports it.
///
/// If the records have a different date of birth than the sign-up, the participant must first confirm that they are
/// correct.
#[utoipa::path(post, path = "/backend/emr/createFile", request_body = ShareRequest, responses(
    (status = 200, body = ShareAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "connection_over, records_changed, sign_up_closed", body = crate::http::problem::ProblemBody),
    (status = 422, description = "not_acknowledged", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn create_file(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(parts): State<SignUpParts>,
    JsonBody(request): JsonBody<ShareRequest, MAX_RECORDS_BYTES>,
) -> Result<Json<ShareAnswer>, Problem> {
    limits.check(LimitedAction::Records).await?;
    let (browser_session, open) = browser.session_with(&request.prospect).await?;
    let SignUpParts { participants, sessions, key_service, clock, .. } = &parts;
    let sign_up = open.sign_up;
    let study = sign_up_study(&studies, &sign_up, &request.nctid).await?;
    if !participants.has_acknowledged(&sign_up.participant).await? {
        return Err(Problem::NotAcknowledged);
    }
    if participants.is_closed(&sign_up.participant).await? {
        return Err(Problem::SignUpClosed);
    }
    let read = match request.connection.as_str() {
        "" => known_records(&browser, Some(&browser_session)).await?,
        seen => seen_records(&browser, Some(&browser_session), seen).await?,
    };
    // Records read for another study were never meant for this one.
    let read = read.filter(|read| read.study_number == sign_up.study_number);
    let Some((connection, shared)) = read.and_then(|read| chosen_share(&request, read)) else {
        return earlier_share(participants, &sign_up, &request).await;
    };
    let sign_up_birth_date = participants.birth_date(key_service, &sign_up).await?;
    let differing_birth_date = shared.demographics.reveal().differing_birth_date(sign_up_birth_date.reveal());
    if let Some(differing_birth_date) = differing_birth_date
        .filter(|differing_birth_date| request.confirmed_dob.reveal() != differing_birth_date)
    {
        let differing = DifferingBirthDates {
            records: Personal::new(differing_birth_date.to_owned()),
            signed_up: sign_up_birth_date.clone(),
        };
        return Ok(Json(ShareAnswer { birth_dates: Some(differing), ..ShareAnswer::nothing() }));
    }
    let settings = studies.settings().await?;
    let bytes = serde_json::to_vec(&shared).map_err(|_| Problem::Unavailable)?;
    let agreement = Agreement::for_share(
        &settings.privacy_notice_version,
        &bytes,
        &share_description(&shared, differing_birth_date.is_some()),
        &format!("To the study team of {} ({})", study.brief_title, study.snow_study_number),
    );
    let session = (sessions, &browser_session, connection.as_str());
    let share = (&shared, &agreement);
    let receipt = participants.share(key_service, session, &sign_up, share, clock.now()).await?;
    match receipt {
        Some(receipt) => Ok(Json(ShareAnswer::shared(receipt.number))),
        None => earlier_share(participants, &sign_up, &request).await,
    }
}

/// Returns the earlier share of this connection, whose response may have been lost, or reports that nothing is shared.
async fn earlier_share(
    participants: &Participants,
    sign_up: &SignUpRef,
    request: &ShareRequest,
) -> Result<Json<ShareAnswer>, Problem> {
    let receipt = participants.share_of_connection(sign_up, &request.connection).await?;
    Ok(Json(receipt.map_or_else(ShareAnswer::nothing, ShareAnswer::shared)))
}

/// Describes the shared records for the receipt.
fn share_description(shared: &ShareContent, is_confirmed: bool) -> String {
    let description = format!("{}, date of birth and sex", counted(shared.records.reveal()));
    if is_confirmed {
        format!("{description}; the date of birth is another one than in the sign up")
    } else {
        description
    }
}

/// Returns the study of the sign-up, if it has the number in the request.
async fn sign_up_study(studies: &Studies, sign_up: &SignUpRef, named: &str) -> Result<PartnerStudy, Problem> {
    let study = studies.by_number(&sign_up.study_number).await?;
    study.filter(|study| study.has_number(named)).ok_or(Problem::NotFound)
}

/// Returns the connection and the chosen records, or `None` when none is chosen.
fn chosen_share(request: &ShareRequest, read: ReadRecords) -> Option<(String, ShareContent)> {
    let records = chosen(read.records.reveal(), &request.records);
    (records.count() > 0).then(|| {
        let shared = ShareContent {
            system: Personal::new(read.system.name),
            records: Personal::new(records),
            demographics: read.demographics,
            missing: read.missing.iter().map(|missing| missing.group).collect(),
        };
        (read.connection, shared)
    })
}
