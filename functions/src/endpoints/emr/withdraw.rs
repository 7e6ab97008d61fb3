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
    let (_, open) = session_with(&context, &browser, &request.number).await?;
    let sign_up = open.sign_up;
    let receipts = context.participants.receipts(&sign_up).await?;
    let share_receipt =
        |number: u32| receipts.iter().find(|one| one.number == number && one.agreement.document == RECORDS);
    let receipt = share_receipt(request.share).ok_or(Problem::NotFound)?;
    let agreement = Agreement::to_withdraw(receipt);
    context.participants.withdraw(&sign_up, (request.share, &agreement), context.clock.now()).await?;
    Ok(Json(Done { result: "withdrawn".into() }))
}
