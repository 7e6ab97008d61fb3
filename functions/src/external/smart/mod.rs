//! Health systems, through SMART App Launch 2.2: a standalone patient launch as a public client with PKCE.
//!
//! 1. [`discovery`]: a system's configuration
//! 2. [`pkce`], [`authorization`]: the URL where the patient signs in
//! 3. [`answer`]: the answer that the patient's browser brings back
//! 4. [`token`]: exchanges the code for a token, which is dropped once the records are read
//! 5. [`reading`], [`searches`], [`gathering`]: the records, page by page

mod answer;
mod authorization;
mod base_url;
mod body;
mod client;
mod discovery;
mod failure;
mod gathering;
mod pkce;
mod reading;
mod searches;
mod token;

pub use answer::{Answer, InvalidAnswer};
pub use authorization::{AuthorizationRequest, scopes};
pub use client::{InvalidClient, SmartClient};
pub use discovery::Configuration;
pub use failure::SmartFailure;
pub use pkce::Verifier;
pub use reading::PatientRecords;
pub use token::{Access, CodeExchange};
