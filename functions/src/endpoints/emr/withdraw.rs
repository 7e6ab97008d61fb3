//! `POST /backend/emr/withdraw`: takes back shared records (E-304).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    receipt::Agreement,
    store::Participants,
    wire::{Done, WithdrawRequest},
};

/// The document name of receipts for shares.
const RECORDS: &str = "records";

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Participants, &["ConditionCheckItem", "DeleteItem", "PutItem", "Query"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
    ],
    sample: Sample::Post(r#"{"number": "PT000000000000", "share": "none"}"#),
    ..Endpoint::new("emr_withdraw", Section::Records, || routes!(withdraw))
};

/// Erases the share of a receipt and asks the study team to erase its copy. If it was already taken back, there is
/// nothing to do.
///
/// The person who signed up may be a stranger to the owner of the address. Once the owner has confirmed it, a session
/// that did not open the mailed link may only take back what it shared itself.
#[utoipa::path(post, path = "/backend/emr/withdraw", request_body = WithdrawRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn withdraw(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(participants): State<Participants>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<WithdrawRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::Records).await?;
    let (session, open) = browser.session_with(&request.number).await?;
    let (sign_up, now) = (open.sign_up, clock.now());
    let receipts = participants.receipts(&sign_up).await?;
    let share_receipt =
        |number: u32| receipts.iter().find(|one| one.number == number && one.agreement.document == RECORDS);
    let receipt = share_receipt(request.share).ok_or(Problem::NotFound)?;
    let agreement = Agreement::to_withdraw(receipt);
    let state = participants.sign_up_state(&sign_up.participant, now).await?;
    let is_confirmed_elsewhere =
        open.returned.is_none() && state.is_some_and(|state| state.confirmed.is_some());
    let only_of_session = is_confirmed_elsewhere.then_some(session.id());
    let share = (request.share, &agreement);
    if !participants.withdraw(&sign_up, share, only_of_session, now).await?
        && participants.has_share(&sign_up, request.share).await?
    {
        return Err(Problem::NotFound);
    }
    Ok(Json(Done { result: "withdrawn".into() }))
}
