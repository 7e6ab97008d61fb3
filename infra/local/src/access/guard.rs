//! What decides whether a function may do something, and notes that it did.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

use super::{
    caller::HEADER,
    grants::{Grant, Grants},
    request::done_by,
};

/// The environment variable of the folder in which it is noted what functions did.
pub const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// The policies of the template, held.
#[derive(Debug, Clone)]
pub struct Guard {
    grants: Arc<Grants>,
    notes: Arc<Notes>,
    withheld: Arc<Mutex<Option<(String, Grant)>>>,
}

impl Guard {
    /// One that holds these.
    ///
    /// # Errors
    /// When no notes can be made.
    pub fn of(grants: Arc<Grants>) -> io::Result<Self> {
        Ok(Self { grants, notes: Arc::new(Notes::new()?), withheld: Arc::default() })
    }

    /// Takes one right from a function, or gives back the one that was taken.
    pub fn withhold(&self, right: Option<(&str, &Grant)>) {
        let right = right.map(|(function, grant)| (function.to_owned(), grant.clone()));
        *self.withheld.lock().unwrap_or_else(PoisonError::into_inner) = right;
    }

    fn withholds(&self, function: &str, grant: &Grant) -> bool {
        let withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        withheld.as_ref().is_some_and(|(whose, what)| whose == function && what == grant)
    }

    /// Whether a function may do this. Whoever says no function, such as a test that looks into the store, may do
    /// everything.
    pub(crate) fn allows(&self, function: &str, grant: &Grant) -> bool {
        if function.is_empty() {
            return true;
        }
        if !self.grants.allow(function, grant) || self.withholds(function, grant) {
            tracing::error!(
                "{function} is not allowed {} on {}; see template.yaml",
                grant.action,
                grant.resource
            );
            return false;
        }
        if let Err(error) = self.notes.note(function, grant) {
            tracing::error!(%error, "what a function did can't be noted");
        }
        true
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

/// What functions did, a line for each kind of deed, in a file of this gate.
#[derive(Debug)]
struct Notes {
    file: Option<PathBuf>,
    known: Mutex<BTreeSet<String>>,
}

impl Notes {
    fn new() -> io::Result<Self> {
        let Some(folder) = std::env::var_os(NOTES).map(PathBuf::from) else {
            return Ok(Self { file: None, known: Mutex::default() });
        };
        fs::create_dir_all(&folder)?;
        let mut bits = [0; 8];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let file = folder.join(format!("{:016x}.tsv", u64::from_be_bytes(bits)));
        Ok(Self { file: Some(file), known: Mutex::default() })
    }

    fn note(&self, function: &str, grant: &Grant) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{function}\t{}\t{}\n", grant.action, grant.resource);
        let is_new = self.known.lock().map_err(|_| io::Error::other("poisoned"))?.insert(line.clone());
        if is_new {
            OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}
