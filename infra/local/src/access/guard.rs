//! Decides whether a function may do something, and records that it did.

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
    caller::{HEADER, calling_function},
    grants::{Grant, Grants},
    notes::{Notes, permission_line},
    request::required_grant,
};

/// The environment variable with a permission that every guard revokes, as a line of the records.
pub const WITHHELD: &str = "WAYPOINT_ACCESS_WITHHELD";

/// The enforced policies of the template.
#[derive(Debug, Clone)]
pub struct Guard(Arc<GuardState>);

#[derive(Debug)]
struct GuardState {
    grants: Arc<Grants>,
    notes: Notes,
    withheld: Mutex<Option<String>>,
    deeds: Mutex<BTreeMap<String, usize>>,
}

impl Guard {
    /// Returns a guard that enforces these permissions.
    pub fn new(grants: Arc<Grants>) -> io::Result<Self> {
        let withheld = Mutex::new(env::var(WITHHELD).ok());
        Ok(Self(Arc::new(GuardState { grants, notes: Notes::new()?, withheld, deeds: Mutex::default() })))
    }

    /// Revokes one permission, or restores the revoked one.
    pub fn set_revoked(&self, right: Option<(&str, &Grant)>) {
        let right = right.map(|(function, grant)| permission_line(function, grant));
        *self.0.withheld.lock().unwrap_or_else(PoisonError::into_inner) = right;
    }

    /// Returns how often each permission has been used so far, by its line in the records.
    #[must_use]
    pub fn uses(&self) -> BTreeMap<String, usize> {
        self.0.deeds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn count(&self, function: &str, grant: &Grant) {
        let mut deeds = self.0.deeds.lock().unwrap_or_else(PoisonError::into_inner);
        *deeds.entry(permission_line(function, grant)).or_default() += 1;
    }

    fn is_revoked(&self, function: &str, grant: &Grant) -> bool {
        let withheld = self.0.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        withheld.as_ref().is_some_and(|right| *right == permission_line(function, grant))
    }

    /// Returns whether a function may do this. Calls without a function, such as those of a test that inspects the
    /// store, are always allowed.
    pub(crate) fn allows(&self, function: &str, grant: &Grant) -> bool {
        if function.is_empty() {
            return true;
        }
        if !self.0.grants.allow(function, grant) || self.is_revoked(function, grant) {
            tracing::error!(
                "{function} is not allowed {} on {}; see template.yaml",
                grant.action,
                grant.resource
            );
            return false;
        }
        self.count(function, grant);
        if let Err(error) = self.0.notes.record(function, grant) {
            tracing::error!(%error, "could not record the use of a permission");
        }
        true
    }
}

impl KeyGate for Guard {
    fn allows(&self, purpose: Purpose) -> bool {
        let grant = Grant::use_key(purpose);
        calling_function().is_none_or(|function| self.allows(&function, &grant))
    }
}

/// Adds a guard to a fake, if there is one.
pub(crate) fn guarded(stand_in: Router, guard: Option<Guard>) -> Router {
    match guard {
        Some(guard) => stand_in.layer(middleware::from_fn_with_state(guard, check)),
        None => stand_in,
    }
}

async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let function = request.headers().get(HEADER).and_then(|name| name.to_str().ok()).unwrap_or_default();
    let is_allowed = match required_grant(request.method(), request.uri().path(), request.headers()) {
        Some(grant) => guard.allows(function, &grant),
        None => function.is_empty(),
    };
    if is_allowed { next.run(request).await } else { access_denied() }
}

fn access_denied() -> Response {
    let body = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>";
    (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
