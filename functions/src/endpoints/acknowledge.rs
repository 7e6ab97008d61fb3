//! `POST /backend/acknowledge`: records that a participant accepted the privacy notice.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::browser_session::CallingBrowser;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    receipt::Agreement,
    store::{Figures, Participants, SignUpRef, Studies},
    wire::{AcknowledgeRequest, Done},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query", "UpdateItem"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(
        r#"{"sysId": "00000000000000000000000000000000", "acknowledged": "true", "study_number": "STU01009"}"#,
    ),
    ..Endpoint::new("acknowledge", Section::SigningUp, || routes!(acknowledge))
};

/// Records the acknowledgement once. The session must contain this sign-up for this study.
#[utoipa::path(post, path = "/backend/acknowledge", request_body = AcknowledgeRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "notice_changed", body = crate::http::problem::ProblemBody),
    (status = 422, description = "not_acknowledged", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn acknowledge(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(participants): State<Participants>,
    State(figures): State<Figures>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<AcknowledgeRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    let is_for_study = |sign_up: &SignUpRef| request.study_number.parse() == Ok(sign_up.study_number.clone());
    let is_own = |sign_up: &SignUpRef| sign_up.has_id(&request.sys_id) && is_for_study(sign_up);
    let (_, open) = browser.session_with_matching(is_own).await?;
    if request.acknowledged != "true" {
        return Err(Problem::NotAcknowledged);
    }
    let settings = studies.settings().await?;
    let version = &settings.privacy_notice_version;
    // An older page showed a different notice than the one this would record.
    if request.notice_version.is_some_and(|shown| shown != *version) {
        return Err(Problem::NoticeChanged);
    }
    let notice = Agreement::to_notice(version, &settings.privacy_notice_sha256);
    let now = clock.now();
    // The study team sees the sign-up from now on.
    let deadlines = settings.response.as_ref().map(|promise| promise.deadlines(now));
    participants.acknowledge(&open.sign_up, &notice, (deadlines.as_ref(), &figures), now).await?;
    Ok(Json(Done { result: "acknowledged".into() }))
}
