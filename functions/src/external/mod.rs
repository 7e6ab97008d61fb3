//! One module for each external service. Every call has a timeout and a size limit.

pub(crate) mod bounded_body;
pub mod chat_agent;
pub mod documents;
pub mod keys;
pub mod mail;
pub mod portal;
pub mod public_client;
pub mod reach;
pub mod registry_client;
mod retry_after;
pub mod smart;
pub mod trial_matching;
pub mod voice_calls;
