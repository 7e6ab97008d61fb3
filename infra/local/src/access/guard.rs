//! What decides whether a function may do something, and notes that it did.

use std::{
    collections::BTreeMap,
    env, io,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use waypoint_keys::{KeyGate, Purpose};

use super::{
    caller::{HEADER, function_that_asks},
    grants::{Grant, Grants},
    notes::{Notes, line_of},
    request::done_by,
};

/// The environment variable of a right that every guard withholds: a line as notes have it.
pub const WITHHELD: &str = "WAYPOINT_ACCESS_WITHHELD";

/// The policies of the template, held.
#[derive(Debug, Clone)]
pub struct Guard(Arc<Held>);

#[derive(Debug)]
struct Held {
    grants: Arc<Grants>,
    notes: Notes,
    withheld: Mutex<Option<String>>,
    deeds: Mutex<BTreeMap<String, usize>>,
}

impl Guard {
    /// One that holds these.
    ///
    /// # Errors
    /// When no notes can be made.
    pub fn of(grants: Arc<Grants>) -> io::Result<Self> {
        let withheld = Mutex::new(env::var(WITHHELD).ok());
        Ok(Self(Arc::new(Held { grants, notes: Notes::new()?, withheld, deeds: Mutex::default() })))
    }

    /// Takes one right from a function, or gives back the one that was taken.
    pub fn withhold(&self, right: Option<(&str, &Grant)>) {
        let right = right.map(|(function, grant)| line_of(function, grant));
        *self.0.withheld.lock().unwrap_or_else(PoisonError::into_inner) = right;
    }

    /// How often each function has used each of its rights so far, by lines as notes have them.
    #[must_use]
    pub fn deeds(&self) -> BTreeMap<String, usize> {
        self.0.deeds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn count(&self, function: &str, grant: &Grant) {
        let mut deeds = self.0.deeds.lock().unwrap_or_else(PoisonError::into_inner);
        *deeds.entry(line_of(function, grant)).or_default() += 1;
    }

    fn withholds(&self, function: &str, grant: &Grant) -> bool {
        let withheld = self.0.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        withheld.as_ref().is_some_and(|right| *right == line_of(function, grant))
    }

    /// Whether a function may do this. Whoever says no function, such as a test that looks into the store, may do
    /// everything.
    pub(crate) fn allows(&self, function: &str, grant: &Grant) -> bool {
        if function.is_empty() {
            return true;
        }
        if !self.0.grants.allow(function, grant) || self.withholds(function, grant) {
            tracing::error!(
                "{function} is not allowed {} on {}; see template.yaml",
                grant.action,
                grant.resource
            );
            return false;
        }
        self.count(function, grant);
        if let Err(error) = self.0.notes.note(function, grant) {
            tracing::error!(%error, "what a function did can't be noted");
        }
        true
    }
}

impl KeyGate for Guard {
    fn allows(&self, purpose: Purpose) -> bool {
        let grant = Grant::of_key(purpose);
        function_that_asks().is_none_or(|function| self.allows(&function, &grant))
    }
}

/// A stand-in that does for a function what this guard allows; without one, what it is asked.
pub(crate) fn guarded(stand_in: Router, guard: Option<Guard>) -> Router {
    match guard {
        Some(guard) => stand_in.layer(middleware::from_fn_with_state(guard, held)),
        None => stand_in,
    }
}

async fn held(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let function = request.headers().get(HEADER).and_then(|name| name.to_str().ok()).unwrap_or_default();
    let may = match done_by(request.method(), request.uri().path(), request.headers()) {
        Some(grant) => guard.allows(function, &grant),
        None => function.is_empty(),
    };
    if may { next.run(request).await } else { refused() }
}

fn refused() -> Response {
    let body = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>";
    (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
