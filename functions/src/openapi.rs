//! The description of every call, for people and programs.

use utoipa::OpenApi;

use crate::endpoints;

/// All calls. [`document`] gives it as text.
#[derive(OpenApi)]
#[openapi(
    info(title = "Waypoint", description = "Finding a clinical trial and signing up for it."),
    paths(
        endpoints::acknowledge::acknowledge,
        endpoints::captcha::challenge,
        endpoints::chat::chat,
        endpoints::clinicaltrials::clinicaltrials,
        endpoints::criteria::criteria,
        endpoints::locations::locations,
        endpoints::nlp::nlp,
        endpoints::notify::notify,
        endpoints::notify_confirm::confirm,
        endpoints::notify_stop::stop,
        endpoints::ourstudies::ourstudies,
        endpoints::ownstudies::ownstudies,
        endpoints::participant::create,
        endpoints::participant::participant,
        endpoints::preview::preview,
        endpoints::prescreen::prescreen,
        endpoints::questiongroup::questiongroup,
        endpoints::questions::questions,
        endpoints::search::search,
        endpoints::start_retell_call::start_retell_call,
        endpoints::study::study,
        endpoints::submit::submit,
        endpoints::suggestions::names,
        endpoints::suggestions::suggestions,
        endpoints::trial::trial,
        endpoints::trialscope::trialscope,
        endpoints::upcoming::upcoming,
        endpoints::zipcodes::zipcodes
    ),
    components(schemas(crate::wire::SystemStudyAnswer))
)]
struct Calls;

/// The OpenAPI document, as it is checked in at `docs/openapi.json`.
///
/// # Errors
/// When it can't be written as JSON.
pub fn document() -> Result<String, serde_json::Error> {
    Calls::openapi().to_pretty_json().map(|json| json + "\n")
}
