//! Health systems, through SMART App Launch 2.2: a standalone patient launch with PKCE.
//!
//! 1. [`registration`], [`private_key`]: how a system knows this site
//! 2. [`discovery`], [`capability_statement`]: a system's configuration
//! 3. [`pkce`], [`scopes`], [`authorization`]: the URL where the patient signs in
//! 4. [`answer`]: the answer that the patient's browser brings back
//! 5. [`token`]: exchanges the code for a token, which is dropped once the records are read
//! 6. [`reading`], [`searches`], [`gathering`]: the records, page by page
//! 7. [`revocation`]: ends the token

mod answer;
mod authorization;
mod base_url;
mod body;
mod capability_statement;
mod client;
mod discovery;
mod failure;
mod gathering;
mod pkce;
mod private_key;
mod reading;
mod registration;
mod revocation;
mod scopes;
mod searches;
mod token;

pub use answer::{Answer, InvalidAnswer};
pub use authorization::AuthorizationRequest;
pub use client::{InvalidClient, SmartClient};
pub use discovery::Configuration;
pub use failure::SmartFailure;
pub use pkce::Verifier;
pub use private_key::{InvalidPrivateKey, PrivateKey, SigningAlgorithm};
pub use reading::PatientRecords;
pub use registration::{ClientAuthentication, Registration};
pub use scopes::{ScopeExtent, SupportedScopes};
pub use token::{Access, CodeExchange};
