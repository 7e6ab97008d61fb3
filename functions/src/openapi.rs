//! The OpenAPI description of all endpoints.

use utoipa::{
    Modify, OpenApi,
    openapi::{Ref, RefOr, Response, ResponseBuilder, content::ContentBuilder, path::Operation},
};

use crate::endpoints;

/// The description of all endpoints. [`document`] returns it as text.
#[derive(OpenApi)]
#[openapi(
    info(title = "Waypoint", description = "Finding a clinical trial and signing up for it."),
    paths(
        endpoints::acknowledge::acknowledge,
        endpoints::captcha::challenge,
        endpoints::chat::chat,
        endpoints::check_info::check_info,
        endpoints::clinicaltrials::clinicaltrials,
        endpoints::cookies::cookies,
        endpoints::criteria::criteria,
        endpoints::deleteme::deleteme,
        endpoints::deleteme_confirm::deleteme_confirm,
        endpoints::draft::draft,
        endpoints::emr::callback::callback,
        endpoints::emr::choose::choose,
        endpoints::emr::connect::connect,
        endpoints::emr::connect::lead_on,
        endpoints::emr::create_file::create_file,
        endpoints::emr::criteria::criteria,
        endpoints::emr::fill::fill,
        endpoints::emr::forget::forget,
        endpoints::emr::health_systems::health_systems,
        endpoints::emr::person::person,
        endpoints::emr::records::records,
        endpoints::emr::shares::shares,
        endpoints::emr::take_back::take_back,
        endpoints::emr::withdraw::withdraw,
        endpoints::health::health,
        endpoints::locations::locations,
        endpoints::nlp::nlp,
        endpoints::notify::notify,
        endpoints::notify_confirm::confirm,
        endpoints::notify_stop::stop,
        endpoints::nurse::nurse,
        endpoints::ourstudies::ourstudies,
        endpoints::ownstudies::ownstudies,
        endpoints::participant::create,
        endpoints::participant::participant,
        endpoints::participant_email::correct,
        endpoints::participant_leave::leave,
        endpoints::participant_link::send_link,
        endpoints::participant_return::come_back,
        endpoints::preview::preview,
        endpoints::prescreen::prescreen,
        endpoints::questiongroup::questiongroup,
        endpoints::questions::questions,
        endpoints::receipts::receipts,
        endpoints::referral::referral,
        endpoints::search::search,
        endpoints::start_retell_call::start_retell_call,
        endpoints::study::study,
        endpoints::submit::submit,
        endpoints::suggestions::names,
        endpoints::suggestions::suggestions,
        endpoints::trial::trial,
        endpoints::trialscope::trialscope,
        endpoints::upcoming::upcoming,
        endpoints::upload::upload,
        endpoints::upload_complete::complete,
        endpoints::upload_remove::remove,
        endpoints::urgent_help::urgent_help,
        endpoints::zipcodes::zipcodes
    ),
    components(schemas(crate::wire::SystemStudyAnswer)),
    modifiers(&CommonProblems)
)]
struct Endpoints;

/// The media type of all errors.
const PROBLEM_JSON: &str = "application/problem+json";
const PROBLEM: &str = "#/components/schemas/Problem";

/// Adds the errors that any endpoint may return, and their media type.
struct CommonProblems;

impl Modify for CommonProblems {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        for path in openapi.paths.paths.values_mut() {
            for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
                declare_problems(operation);
            }
            if let Some(post) = &mut path.post {
                add_problem(post, "400", "body_malformed");
                add_problem(post, "403", "cross_site");
                add_problem(post, "413", "body_too_large");
                add_problem(post, "415", "not_json");
            }
            for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
                if operation.parameters.is_some() {
                    add_problem(operation, "400", "query_invalid");
                }
                add_problem(operation, "503", "unavailable");
            }
        }
    }
}

/// Sets the media type of the errors that an endpoint declares.
fn declare_problems(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        let is_problem = |content: &RefOr<utoipa::openapi::Content>| match content {
            RefOr::T(content) => {
                matches!(&content.schema, Some(RefOr::Ref(schema)) if schema.ref_location == PROBLEM)
            }
            RefOr::Ref(_) => false,
        };
        if response.content.values().any(is_problem) {
            response.content =
                response.content.drain(..).map(|(_, content)| (PROBLEM_JSON.into(), content)).collect();
        }
    }
}

/// Adds an error that the endpoint doesn't declare itself.
fn add_problem(operation: &mut Operation, status: &str, code: &str) {
    let problem = || -> Response {
        let content = ContentBuilder::new().schema(Some(Ref::new(PROBLEM))).build();
        ResponseBuilder::new().description(code).content(PROBLEM_JSON, content).build()
    };
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(problem()));
}

/// Returns the OpenAPI document as checked in at `docs/openapi.json`.
pub fn document() -> Result<String, serde_json::Error> {
    Endpoints::openapi().to_pretty_json().map(|json| json + "\n")
}
