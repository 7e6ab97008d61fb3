//! The OpenAPI description of all endpoints.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder, Schema, content::ContentBuilder,
        extensions::Extensions, path::Operation, request_body::RequestBody,
    },
};

use crate::{endpoint::Endpoint, endpoints};

/// What describes the API as a whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Waypoint",
        description = "Finding a clinical trial and signing up for it. Invisible characters are removed from every text \
            before it is read. Lengths and patterns apply to what remains."
    ),
    components(schemas(crate::wire::SystemStudyAnswer))
)]
struct General;

/// The media type of all errors.
const PROBLEM_JSON: &str = "application/problem+json";
/// Marks a path whose function serves a limited number of calls at once. `cargo xtask check template` reads it.
const LIMITED_AT_ONCE: &str = "x-limited-at-once";
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
        let is_problem = |content: &RefOr<Content>| match content {
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
    let mut api =
        endpoints::all().fold(General::openapi(), |api, endpoint| api.merge_from(description(endpoint)));
    CommonProblems.modify(&mut api);
    api.to_pretty_json().map(|json| json + "\n")
}

/// The description of an endpoint, under the section that it belongs to.
fn description(endpoint: &Endpoint) -> utoipa::openapi::OpenApi {
    let mut api = endpoint.api();
    for item in api.paths.paths.values_mut() {
        if endpoint.concurrency.is_some() {
            item.extensions = Some(Extensions::builder().add(LIMITED_AT_ONCE, true).build());
        }
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            operation.tags = Some(vec![endpoint.section.title().to_owned()]);
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                forbid_null(body);
            }
        }
    }
    api
}

/// Removes `null` from the description of an optional body. Such a body may be missing, but it is never `null`.
fn forbid_null(body: &mut RequestBody) {
    for content in body.content.values_mut() {
        let RefOr::T(content) = content else { continue };
        let Some(RefOr::T(Schema::OneOf(choice))) = &content.schema else { continue };
        content.schema = choice.items.iter().find(|schema| matches!(schema, RefOr::Ref(_))).cloned();
    }
}
