//! A local health system: a strict SMART App Launch authorization server, and the records of three fictional people.
//!
//! 1. [`sign_in`]: the page where patients sign in and decide
//! 2. [`tokens`]: codes and tokens, and what each is valid for
//! 3. [`records`]: serves the records that a token covers, page by page
//! 4. [`people`]: the people
//! 5. [`faults`]: faulty answers for tests

mod faults;
mod people;
mod records;
mod sign_in;
mod tokens;

use std::io;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use waypoint_fhir::{InvalidPage, SystemList};
use waypoint_functions::{
    external::outside::Reach,
    health_records::{HealthRecords, InvalidHealthRecords},
};

pub use faults::{Fault, Faults, HeldAnswer};
pub use people::{People, Person};
pub use tokens::Ledger;

/// The only client that the system accepts.
pub const CLIENT: &str = "waypoint-local";

/// A health system. Clones share its state.
#[derive(Debug, Clone)]
pub struct HealthSystem {
    /// Address of the system without a slash at the end.
    pub origin: String,
    /// The only accepted redirect address.
    pub redirect: String,
    /// The people with records.
    pub people: People,
    /// Issued codes and tokens.
    pub ledger: Ledger,
    /// Faults of its answers.
    pub faults: Faults,
    /// Whether it supports the scopes of version 2.
    pub version_2: bool,
}

/// The health systems that patients can choose from locally. All of them return this system's records.
const BRANDS: &str = include_str!("../../sample/health-systems.json");
/// A placeholder in these systems' endpoints for the origin of this system.
const ORIGIN: &str = "http://127.0.0.1/";

/// The local health systems can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NoHealthSystem {
    /// There is no free port on the loopback address.
    #[error("could not start a health system on 127.0.0.1: {0}")]
    Io(#[from] io::Error),
    /// The list of systems is invalid.
    #[error("the sample of health systems is invalid: {0}")]
    List(#[from] InvalidPage),
    /// The systems are rejected.
    #[error(transparent)]
    Invalid(#[from] InvalidHealthRecords),
}

impl HealthSystem {
    /// Starts a health system with these people on a free port. It sends patients back to `site`, and supports the
    /// scopes of version 2 or only the older ones.
    pub async fn start(site: &str, people: People, version_2: bool) -> io::Result<Self> {
        // The system publishes its own address, so the port must be known before it starts.
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let system = Self {
            origin: format!("http://{}", listener.local_addr()?),
            redirect: format!("{site}/backend/emr/callback"),
            people,
            ledger: Ledger::default(),
            faults: Faults::default(),
            version_2,
        };
        let app = router(system.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(system)
    }

    /// Returns the local health systems for a site. All of them return this system's records.
    pub fn as_health_records(&self, site: &str) -> Result<HealthRecords, NoHealthSystem> {
        let brands =
            SystemList::parse_any_list(BRANDS.replace(ORIGIN, &format!("{}/", self.origin)).as_bytes())?;
        Ok(HealthRecords::new(brands.systems, CLIENT, site, Reach::PublicAndLoopback)?)
    }

    /// Returns the FHIR base address, by which clients know the system.
    #[must_use]
    pub fn base(&self) -> String {
        format!("{}/r4", self.origin)
    }
}

/// Returns the system's routes.
pub fn router(system: HealthSystem) -> Router {
    Router::new()
        .route("/r4/.well-known/smart-configuration", get(configuration))
        .route("/authorize", get(sign_in::ask).post(sign_in::decide))
        .route("/token", post(tokens::exchange))
        .route("/r4/Patient/{id}", get(records::patient))
        .route("/r4/{kind}", get(records::search))
        .with_state(system)
}

async fn configuration(State(system): State<HealthSystem>) -> Json<Value> {
    let scopes = if system.version_2 { "permission-v2" } else { "permission-v1" };
    Json(json!({
        "issuer": system.base(),
        "authorization_endpoint": format!("{}/authorize", system.origin),
        "token_endpoint": format!("{}/token", system.origin),
        "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "capabilities": ["launch-standalone", "client-public", "context-standalone-patient", "permission-patient", scopes],
    }))
}
