//! Our own assistant, which answers chat messages without an agent service.

use std::{sync::Arc, time::Duration};

use axum::extract::FromRef;
use waypoint_domain::{
    assistant::{
        AllowedHosts, Answered, Found, Library, READ_IN_PART, answered, below_help, names_trials,
        without_labels,
    },
    work_budget::WorkBudget,
};
use waypoint_search::{
    free_text::MAX_TEXT_LENGTH,
    partner::{OpenPartnerStudies, PartnerStudies},
};

use crate::{
    clock::Clock,
    context::Context,
    finding::{Finder, named_studies::studies_named, studies_found::studies_found},
    http::problem::Problem,
    rate_limit::{CallerLimits, LimitedAction},
    store::Studies,
};

/// How long an emergency answer may wait for the trials below it.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The separators of a text's parts.
const PART_SEPARATORS: [char; 6] = ['.', ',', ';', '?', '!', '\n'];
/// The maximum number of parts that are searched.
const MAX_PARTS: usize = 2;

/// The sources of our own assistant's answers.
#[derive(Debug, Clone)]
pub(crate) struct BuiltInAssistant {
    pub(super) studies: Studies,
    pub(super) finder: Arc<Finder>,
    pub(super) clock: Clock,
}

impl FromRef<Context> for BuiltInAssistant {
    fn from_ref(context: &Context) -> Self {
        Self {
            studies: context.studies.clone(),
            finder: context.finder.clone(),
            clock: context.clock.clone(),
        }
    }
}

impl BuiltInAssistant {
    /// Returns the trials that a person in an emergency also asks for. Failures here never suppress the emergency
    /// answer.
    pub(super) async fn trials_below_help(&self, limits: &CallerLimits, text: &str) -> Option<String> {
        if !names_trials(text) {
            return None;
        }
        let found = async {
            limits.check(LimitedAction::Chat).await.ok()?;
            let own = self.partner_studies()?;
            let effort = WorkBudget::for_request();
            let text = without_labels(text);
            // The request for trials and the symptoms are usually in different parts.
            let parts = text.split(PART_SEPARATORS).filter(|part| names_trials(part)).take(MAX_PARTS);
            parts.chain([text.as_str()]).find_map(|part| {
                let this_year = self.clock.this_year();
                let (studies, _) = studies_found((&self.finder, this_year), &own, part, &effort);
                below_help(&text, studies.as_ref())
            })
        };
        let trials = tokio::time::timeout(MAX_WAIT, found).await.ok().flatten()?;
        Some(AllowedHosts::default().keep_in(&trials))
    }

    /// Returns the partner studies. Without them, only a part of the answer is missing.
    fn partner_studies(&self) -> Option<OpenPartnerStudies<'_>> {
        let studies = self.finder.partner_studies();
        studies.inspect_err(|error| tracing::error!(%error, "partner studies can't be read")).ok()
    }

    /// Answers a message.
    pub(super) async fn answer(&self, text: &str) -> Result<Answered, Problem> {
        let library = Library::of(self.studies.passages().await?);
        let nothing = PartnerStudies::default();
        let own = self.partner_studies();
        let own = own.as_deref().unwrap_or(&nothing);
        let (named, unknown) = studies_named(&self.finder, own, text);
        let effort = WorkBudget::for_request();
        let this_year = self.clock.this_year();
        let (studies, place) = studies_found((&self.finder, this_year), own, &without_labels(text), &effort);
        let found = Found { named, unknown, studies, place };
        let answer = answered(text, &library, &found);
        let is_fully_read = effort.is_left() && text.chars().count() <= MAX_TEXT_LENGTH;
        let partial_note = (!is_fully_read).then_some(READ_IN_PART);
        let hosts = AllowedHosts::default();
        let messages = answer.messages.iter().map(String::as_str).chain(partial_note);
        Ok(Answered {
            messages: messages.map(|message| hosts.keep_in(message)).collect(),
            is_over: answer.is_over,
        })
    }
}
