//! The list of functions.

use waypoint_functions::{
    endpoint::Endpoint,
    endpoints::{self, Program},
};
use waypoint_keys::{
    Purpose,
    programs::{DELIVER_OUTBOX, SWEEP},
};

/// A function of `template.yaml`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Function {
    /// The function of an endpoint.
    Endpoint(&'static Endpoint),
    /// A function that a schedule calls, with the purposes of its keys.
    Scheduled(&'static str, &'static [Purpose]),
    /// The function that changes of studies call. It contains the generator, and is only weighed.
    Regenerate,
}

/// Returns all functions.
pub(crate) fn all() -> Vec<Function> {
    let scheduled: [(&str, &[Purpose]); 4] =
        [("registry-sync", &[]), ("send-news", &[]), ("deliver-outbox", DELIVER_OUTBOX), ("sweep", SWEEP)];
    let scheduled = scheduled.map(|(program, purposes)| Function::Scheduled(program, purposes));
    endpoints::all().map(Function::Endpoint).chain(scheduled).chain([Function::Regenerate]).collect()
}

impl Function {
    /// The name of the endpoint or program.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Endpoint(endpoint) => endpoint.name,
            Self::Scheduled(program, _) => program,
            Self::Regenerate => "regenerate",
        }
    }

    /// The name of its program.
    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Endpoint(endpoint) => Program::serving(endpoint).name(),
            other => other.name(),
        }
    }

    /// Whether it contains the index or the generator, which makes it larger.
    pub(crate) fn is_large(self) -> bool {
        match self {
            Self::Endpoint(endpoint) => Program::serving(endpoint) == Program::WithIndex,
            Self::Scheduled(program, _) => ["registry-sync", "send-news"].contains(&program),
            Self::Regenerate => true,
        }
    }
}
