//! `POST /backend/figures/report`: the figures of a study, for the study team's portal and its sponsor (E-572).

use axum::{extract::State, response::Response};
use http::HeaderMap;
use jiff::ToSpan;
use utoipa_axum::routes;
use waypoint_domain::{participant::FieldError, study_figures::DAYS_KEPT, study_number::StudyNumber};

use super::portal_report::{read_signed, signed_answer};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::RawBody, problem::Problem},
    needs::{Resource, Service},
    signed_message::SigningKey,
    store::Figures,
    wire::{FiguresReport, FiguresRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    services: &[Service::PortalKey],
    rights: &[(Resource::Figures, &["Query"])],
    impersonal: &[("POST", "figures: study_figures.rs")],
    sample: Sample::Post(r#"{"study_number": "STU01009", "from": "2026-11-01", "until": "2026-11-30"}"#),
    ..Endpoint::new("figures_report", Section::SigningUp, || routes!(figures_report))
};

/// Reports the figures of a study. The request and the response are signed as defined by Standard Webhooks, with the same
/// id. A study without figures has zeros.
#[utoipa::path(post, path = "/backend/figures/report", request_body = FiguresRequest,
    params(
        ("webhook-id" = String, Header, description = "Identical each time the same message is sent"),
        ("webhook-timestamp" = String, Header, description = "Seconds since 1970, within five minutes of now"),
        ("webhook-signature" = String, Header, description = "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64")
    ),
    responses(
        (status = 200, body = FiguresReport, headers(
            ("webhook-id" = String, description = "The id of the request"),
            ("webhook-timestamp" = String, description = "Seconds since 1970"),
            ("webhook-signature" = String, description = "The signature of the response, like that of the request")
        )),
        (status = 401, description = "signature_invalid", body = crate::http::problem::ProblemBody),
        (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
        (status = 422, description = "form_invalid", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn figures_report(
    State(figures): State<Figures>,
    State(portal_key): State<Option<SigningKey>>,
    State(clock): State<Clock>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<Response, Problem> {
    let now = clock.now();
    let FiguresRequest { study_number, from, until } =
        read_signed(portal_key.as_ref(), &headers, &body, now)?;
    let study: StudyNumber = study_number.parse().map_err(|_| Problem::NotFound)?;
    if from > until || until >= from.saturating_add(DAYS_KEPT.days()) {
        let message = format!("until must be 0 to {} days after from", DAYS_KEPT - 1);
        return Err(Problem::FormInvalid(vec![FieldError::new("until", &message)]));
    }
    let counts = figures.of_study(&study, (from, until), now).await?;
    let report = FiguresReport::new(study.to_string(), (from, until), &counts, now);
    signed_answer(portal_key.as_ref(), &headers, &report, now)
}
