//! `POST /backend/emr/withdraw`: takes back shared records (E-304).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    endpoints::holder::session_with,
    http::{body::JsonBody, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
    receipt::Agreement,
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
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<WithdrawRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::Records, &address).await?;
    let (session, open) = session_with(&context, &browser, &request.number).await?;
    let (sign_up, now) = (open.sign_up, context.clock.now());
    let receipts = context.participants.receipts(&sign_up).await?;
    let share_receipt =
        |number: u32| receipts.iter().find(|one| one.number == number && one.agreement.document == RECORDS);
    let receipt = share_receipt(request.share).ok_or(Problem::NotFound)?;
    let agreement = Agreement::to_withdraw(receipt);
    let state = context.participants.sign_up_state(&sign_up.participant, now).await?;
    let is_confirmed_elsewhere =
        open.returned.is_none() && state.is_some_and(|state| state.confirmed.is_some());
    let only_of_session = is_confirmed_elsewhere.then_some(session.id());
    let share = (request.share, &agreement);
    if !context.participants.withdraw(&sign_up, share, only_of_session, now).await?
        && context.participants.has_share(&sign_up, request.share).await?
    {
        return Err(Problem::NotFound);
    }
    Ok(Json(Done { result: "withdrawn".into() }))
}
