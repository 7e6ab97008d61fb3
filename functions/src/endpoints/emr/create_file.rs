//! `POST /backend/emr/createFile`: shares chosen records with the study team (E-123 to E-127, E-215).

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::{partner_study::PartnerStudy, personal::Personal};

use super::{
    chosen::{chosen, counted},
    read_records::{ReadRecords, known_records, seen_records},
};
use crate::{
    context::Context,
    endpoints::holder::session_with,
    http::{
        body::{JsonBody, MOST_BYTES_OF_RECORDS},
        browser::Browser,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    receipt::Agreement,
    store::{Shared, SignUpRef},
    wire::{DifferingBirthDates, ShareAnswer, ShareRequest},
};

/// Serves `POST /backend/emr/createFile`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/createFile", post(create_file)).with_state(context)
}

/// Shares what was chosen of the records that the server holds, once the privacy notice is accepted. Participant and study
/// must be the cookie's. With nothing to share, nothing is shared, and the answer says so. Records of another date of birth
/// than that of the sign-up are shared when the participant has said that they are right.
#[utoipa::path(post, path = "/backend/emr/createFile", request_body = ShareRequest, responses(
    (status = 200, body = ShareAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "connection_over, records_changed", body = crate::http::problem::ProblemBody),
    (status = 422, description = "not_acknowledged", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn create_file(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<ShareRequest, MOST_BYTES_OF_RECORDS>,
) -> Result<Json<ShareAnswer>, Problem> {
    rate_limit::check(&context, LimitedAction::Records, &address).await?;
    let (browser_session, open) = session_with(&context, &browser, &request.prospect).await?;
    let sign_up = open.sign_up;
    let study = study_of(&context, &sign_up, &request.nctid).await?;
    if !context.participants.acknowledged(&sign_up.participant).await? {
        return Err(Problem::NotAcknowledged);
    }
    let read = match request.connection.as_str() {
        "" => known_records(&context, Some(&browser_session)).await?,
        seen => seen_records(&context, Some(&browser_session), seen).await?,
    };
    // Records that were read for another study were never meant for this one.
    let read = read.filter(|read| read.study_number == sign_up.study_number);
    let Some((connection, shared)) = read.and_then(|read| chosen_of(&request, read)) else {
        return shared_before(&context, &sign_up, &request).await;
    };
    let signed_up = context.participants.birth_date(&context.keys, &sign_up).await?;
    let other = shared.demographics.reveal().other_birth_date(signed_up.reveal());
    if let Some(other) = other.filter(|other| request.confirmed_dob.reveal() != other) {
        let differing =
            DifferingBirthDates { records: Personal::new(other.to_owned()), signed_up: signed_up.clone() };
        return Ok(Json(ShareAnswer { birth_dates: Some(differing), ..ShareAnswer::nothing() }));
    }
    let settings = context.studies.settings().await?;
    let bytes = serde_json::to_vec(&shared).map_err(|_| Problem::Unavailable)?;
    let agreement = Agreement::to_share(
        &settings.privacy_notice_version,
        &bytes,
        &in_words(&shared, other.is_some()),
        &format!("To the study team of {} ({})", study.brief_title, study.snow_study_number),
    );
    let session = (&context.sessions, &browser_session, connection.as_str());
    let share = (&shared, &agreement);
    let receipt =
        context.participants.share(&context.keys, session, &sign_up, share, context.clock.now()).await?;
    match receipt {
        Some(receipt) => Ok(Json(ShareAnswer::shared(receipt.number))),
        None => shared_before(&context, &sign_up, &request).await,
    }
}

/// The share of the same connection, whose answer may never have arrived; or that nothing is shared.
async fn shared_before(
    context: &Context,
    sign_up: &SignUpRef,
    request: &ShareRequest,
) -> Result<Json<ShareAnswer>, Problem> {
    let receipt = context.participants.share_of_connection(sign_up, &request.connection).await?;
    Ok(Json(receipt.map_or_else(ShareAnswer::nothing, ShareAnswer::shared)))
}

/// What is shared, as a receipt says it.
fn in_words(shared: &Shared, is_confirmed: bool) -> String {
    let told = format!("{}, date of birth and sex", counted(shared.records.reveal()));
    if is_confirmed { format!("{told}; the date of birth is another one than in the sign up") } else { told }
}

/// The study for which the participant signed up, which must be the one that is named.
async fn study_of(context: &Context, sign_up: &SignUpRef, named: &str) -> Result<PartnerStudy, Problem> {
    let study = context.studies.by_number(&sign_up.study_number).await?;
    study.filter(|study| study.has_number(named)).ok_or(Problem::NotFound)
}

/// What is shared, and of which connection; nothing when nothing was chosen.
fn chosen_of(request: &ShareRequest, read: ReadRecords) -> Option<(String, Shared)> {
    let records = chosen(read.records.reveal(), &request.records);
    (records.count() > 0).then(|| {
        let shared = Shared {
            system: Personal::new(read.system.name),
            records: Personal::new(records),
            demographics: read.demographics,
            missing: read.missing,
        };
        (read.connection, shared)
    })
}
