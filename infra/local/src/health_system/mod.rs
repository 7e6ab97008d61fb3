//! A local health system: a strict SMART App Launch authorization server, and the records of three fictional people.
//!
//! 1. [`system`]: what the system knows and holds
//! 2. [`sign_in`]: the page where patients sign in and decide
//! 3. [`ledger`]: codes and tokens, and what each is valid for; [`tokens`]: exchanges a code for a token
//! 4. [`records`]: serves the records that a token covers, page by page
//! 5. [`people`]: the people
//! 6. [`faults`]: faulty answers for tests

mod faults;
mod ledger;
mod people;
mod records;
mod sign_in;
mod system;
mod tokens;

use std::io;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub use faults::{Fault, Faults, HeldAnswer};
pub use ledger::Ledger;
pub use people::{People, Person};
pub use system::{CLIENT, HealthSystem, NoHealthSystem};

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
}

/// Returns the system's routes.
pub fn router(system: HealthSystem) -> Router {
    Router::new()
        .route("/r4/.well-known/smart-configuration", get(configuration))
        .route("/authorize", get(sign_in::ask).post(sign_in::decide))
        .route("/token", post(tokens::exchange))
        .route("/revoke", post(tokens::revoke))
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
        "revocation_endpoint": format!("{}/revoke", system.origin),
        "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "capabilities": ["launch-standalone", "client-public", "context-standalone-patient", "permission-patient", scopes],
    }))
}
