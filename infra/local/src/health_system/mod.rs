//! A health system on one machine: a strict authorization server of SMART App Launch, and the records of three made-up
//! people behind it.
//!
//! 1. [`sign_in`]: where a patient signs in and says yes or no
//! 2. [`tokens`]: codes and tokens, each good for what it was given for and for nothing else
//! 3. [`records`]: what a token lets somebody read, page by page
//! 4. [`people`]: the people
//! 5. [`faults`]: what can be wrong with an answer, for tests

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
use waypoint_fhir::{Brands, Unreadable};
use waypoint_functions::{
    external::outside::Reach,
    health_records::{HealthRecords, InvalidHealthRecords},
};

pub use faults::{Fault, Faults, Held};
pub use people::{People, Person};
pub use tokens::Ledger;

/// The only client that the system knows.
pub const CLIENT: &str = "waypoint-local";

/// The system: where it is, whom it has, and what it has given out. Clones share it.
#[derive(Debug, Clone)]
pub struct HealthSystem {
    /// Where it is, without a slash at its end.
    pub origin: String,
    /// The only address to which patients are sent back.
    pub redirect: String,
    /// Whose records it has.
    pub people: People,
    /// The codes and tokens that it has given out.
    pub ledger: Ledger,
    /// What is wrong with its answers.
    pub faults: Faults,
    /// Whether it knows the scopes of version 2.
    pub version_2: bool,
}

/// The systems that patients can choose on one machine. All of them give out what this system has.
const BRANDS: &str = include_str!("../../sample/health-systems.json");
/// The origin of their endpoint, which stands for that of this system.
const ORIGIN: &str = "http://127.0.0.1/";

/// The systems of one machine can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NoHealthSystem {
    /// No port on the loopback address.
    #[error("a health system can't be started on 127.0.0.1: {0}")]
    Io(#[from] io::Error),
    /// Not a list of systems.
    #[error("the health systems of this machine: {0}")]
    List(#[from] Unreadable),
    /// Not to be used as they are.
    #[error(transparent)]
    Invalid(#[from] InvalidHealthRecords),
}

impl HealthSystem {
    /// Starts a system of these people on a free port, which sends patients back to a site; one that knows the scopes of
    /// version 2, or an older one.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn start(site: &str, people: People, version_2: bool) -> io::Result<Self> {
        // It tells its own address, so a port is taken before it starts.
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

    /// The health systems of this machine for a site, all of which give out what this one has.
    ///
    /// # Errors
    /// When they can't be used.
    pub fn as_health_records(&self, site: &str) -> Result<HealthRecords, NoHealthSystem> {
        let brands = Brands::of_any(BRANDS.replace(ORIGIN, &format!("{}/", self.origin)).as_bytes())?;
        Ok(HealthRecords::of(brands.systems, CLIENT, site, Reach::PublicAndLoopback)?)
    }

    /// The address of its records, which clients know it by.
    #[must_use]
    pub fn base(&self) -> String {
        format!("{}/r4", self.origin)
    }
}

/// What the system answers.
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
