//! The declaration of an endpoint. Everything else about it is derived from it: its routes and description, its function in
//! `template.yaml`, the keys that its program reads, and the tests and benchmarks that go over all endpoints.

use axum::Router;
use utoipa::openapi::{OpenApi, PathItem};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use waypoint_keys::Purpose;

use crate::{
    context::Context,
    http::guard::guarded,
    needs::{Needs, Resource, Service},
};

/// An endpoint: one path, and the function that serves it.
#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// The name, from which the name of its function follows.
    pub name: &'static str,
    /// The section of the template and of the API's description.
    pub section: Section,
    /// Its handlers, with their path and description.
    pub handlers: fn() -> UtoipaMethodRouter<Context>,
    /// The memory of its function in MB.
    pub memory: u32,
    /// The time limit of a call in seconds.
    pub timeout: u32,
    /// The parameter of the template that limits simultaneous calls, if they are limited.
    pub concurrency: Option<&'static str>,
    /// The purposes of the keys that it uses.
    pub keys: &'static [Purpose],
    /// The external services and settings that it uses.
    pub services: &'static [Service],
    /// The permitted actions on each resource.
    pub rights: &'static [(Resource, &'static [&'static str])],
    /// The methods whose responses say nothing about a person, each with the reason. All others are personal.
    pub impersonal: &'static [(&'static str, &'static str)],
    /// A sample request.
    pub sample: Sample,
}

/// A section of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The state of the site and of the browser.
    General,
    /// Finding a study.
    Finding,
    /// Signing up, and returning to a sign-up.
    SigningUp,
    /// Uploading documents.
    Documents,
    /// Medical records.
    Records,
    /// Chat and voice calls.
    Assistants,
    /// News by email.
    News,
    /// Sending details to the contacts of registry studies.
    Introductions,
    /// Erasing a participant's data.
    Erasure,
}

/// A request for benchmarks and tests. Requests that need a participant are sent without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// The query of a `GET` request.
    Get(&'static str),
    /// The JSON body of a `POST` request.
    Post(&'static str),
}

impl Endpoint {
    /// The memory of a function in the template's `Globals`, in MB.
    pub const DEFAULT_MEMORY: u32 = 256;
    /// The time limit of a function in the template's `Globals`, in seconds.
    pub const DEFAULT_TIMEOUT: u32 = 15;

    /// An endpoint that uses no keys, services, or resources, with the defaults of the template.
    #[must_use]
    pub const fn new(
        name: &'static str,
        section: Section,
        handlers: fn() -> UtoipaMethodRouter<Context>,
    ) -> Self {
        Self {
            name,
            section,
            handlers,
            memory: Self::DEFAULT_MEMORY,
            timeout: Self::DEFAULT_TIMEOUT,
            concurrency: None,
            keys: &[],
            services: &[],
            rights: &[],
            impersonal: &[],
            sample: Sample::Get(""),
        }
    }

    /// What its function needs from its environment.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let resources = self.rights.iter().map(|(resource, _)| *resource).collect();
        Needs { keys: self.keys, services: self.services, resources }
    }

    /// Routes its path.
    pub fn router(&self, context: Context) -> Router {
        let (router, _) = OpenApiRouter::new().routes((self.handlers)()).split_for_parts();
        guarded(router).with_state(context)
    }

    /// The description of its path, with the schemas that it uses.
    #[must_use]
    pub fn api(&self) -> OpenApi {
        OpenApiRouter::<Context>::new().routes((self.handlers)()).into_openapi()
    }

    /// Its path, and the description of its methods.
    #[must_use]
    pub fn description(&self) -> Option<(String, PathItem)> {
        self.api().paths.paths.into_iter().next()
    }

    /// Its path, such as `/backend/search`.
    #[must_use]
    pub fn path(&self) -> String {
        self.description().map(|(path, _)| path).unwrap_or_default()
    }

    /// Its methods: `GET`, `POST`, or both.
    #[must_use]
    pub fn methods(&self) -> Vec<&'static str> {
        let Some((_, item)) = self.description() else { return Vec::new() };
        let methods = [("GET", item.get), ("POST", item.post)];
        methods.into_iter().filter_map(|(method, operation)| operation.map(|_| method)).collect()
    }
}

impl Section {
    /// All sections, in the order of the template.
    pub const ALL: [Self; 9] = [
        Self::General,
        Self::Finding,
        Self::SigningUp,
        Self::Documents,
        Self::Records,
        Self::Assistants,
        Self::News,
        Self::Introductions,
        Self::Erasure,
    ];

    /// Whether each of its endpoints has its own limit of calls per second, because anyone can flood it without signing
    /// up. Such an endpoint also limits simultaneous calls. All other endpoints share the limit of the API.
    #[must_use]
    pub fn has_own_throttles(self) -> bool {
        matches!(self, Self::Finding | Self::Assistants)
    }

    /// The heading in the template.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::General => "The state of the site",
            Self::Finding => "Finding a study",
            Self::SigningUp => "Signing up",
            Self::Documents => "Documents",
            Self::Records => "Medical records",
            Self::Assistants => "Assistants",
            Self::News => "News",
            Self::Introductions => "Introductions",
            Self::Erasure => "Erasure",
        }
    }
}

impl Sample {
    /// The method of the request.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Self::Get(_) => "GET",
            Self::Post(_) => "POST",
        }
    }
}
