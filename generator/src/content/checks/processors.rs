//! Checks that the notices name a processor for each service that gets personal data.

use crate::content::{
    consent::BoxPurpose,
    draft::Draft,
    duties::{Duties, OptionalService, ProcessorService},
    error::ContentError,
    source_file::Sourced,
    step::Step::{Item, Key},
};

/// The services that every site uses.
const SERVICES: [ProcessorService; 3] =
    [ProcessorService::Hosting, ProcessorService::Mail, ProcessorService::Chat];

/// Reports services that the content itself turns on and names no processor for.
pub(super) fn check(draft: &Draft, duties: &Sourced<Duties>, errors: &mut Vec<ContentError>) {
    let has_calls = draft.site.as_ref().is_some_and(|site| !site.value.voice.hosts.is_empty());
    let has_box = |purpose: BoxPurpose| {
        draft.consent.iter().flat_map(|consent| &consent.value.boxes).any(|known| known.purpose == purpose)
    };
    let needed = [
        (has_calls, ProcessorService::Voice),
        (has_box(BoxPurpose::TextMessages), ProcessorService::TextMessages),
        (has_box(BoxPurpose::Messages), ProcessorService::Messages),
    ];
    let needed = needed.into_iter().filter(|(is_used, _)| *is_used).map(|(_, service)| service);
    errors.extend(SERVICES.into_iter().chain(needed).filter_map(|service| unnamed(duties, service)));
}

/// Returns the errors of services that a deployment turns on, and that the notices don't name as they will be.
pub(crate) fn unnamed_services(draft: &Draft, services: &[OptionalService]) -> Vec<ContentError> {
    let Some(duties) = &draft.duties else { return Vec::new() };
    let error_of = |service: &OptionalService| match service {
        OptionalService::ChatService => own_chat(duties),
        OptionalService::TrialMatching => unnamed(duties, ProcessorService::TrialMatching),
        OptionalService::VoiceCalls => unnamed(duties, ProcessorService::Voice),
    };
    services.iter().filter_map(error_of).collect()
}

fn unnamed(duties: &Sourced<Duties>, service: ProcessorService) -> Option<ContentError> {
    duties.value.processor(service).is_none().then(|| ContentError::Unfit {
        message: format!("no processor is named for the service '{}'", service.name()),
        hint: "add a [[processors]] with service, name, purpose, and retention",
        place: duties.file.locate(&[Key("processors")]),
    })
}

/// A chat that another company answers must not be called the site's own program.
fn own_chat(duties: &Sourced<Duties>) -> Option<ContentError> {
    let processors = &duties.value.processors;
    let own =
        processors.iter().position(|known| known.service == ProcessorService::Chat && known.own_program)?;
    Some(ContentError::Unfit {
        message: "the chat is called our own program, but an agent service answers it".into(),
        hint: "name the company that runs the service, what it does, and how long it keeps messages; remove own_program",
        place: duties.file.locate(&[Key("processors"), Item(own)]),
    })
}
