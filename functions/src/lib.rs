//! The site's backend, one module for each endpoint.
//!
//! - [`endpoints`]: the endpoints, each declared as an [`endpoint::Endpoint`]; two programs in `src/bin` run them as Lambda
//!   functions
//! - [`http`]: shared HTTP handling; [`wire`]: request and response types
//! - [`context`]: the parts that endpoints work with, from the environment; [`needs`]: what a function needs
//! - [`store`]: the only module that makes requests to `DynamoDB`; [`context`] creates its client
//! - [`external`]: one module for each external service; [`registry_sync`] reads the registry
//! - [`index_release`]: builds and publishes the search index; [`finding`]: searches, from the typed text to the
//!   studies of a page
//! - [`filled_pages`]: fills the site's pages of results and of registry studies
//! - [`news`] writes to subscribers; [`outbox`] delivers messages as mails, with the texts of [`letters`]
//! - [`introduction`]: sending a person's details to the contact of a registry study
//! - [`mail_link`], [`news_link`], [`introduction_link`], [`deletion_link`], [`take_back_link`], [`return_link`], [`stop_link`]: links in mails
//! - [`health_records`]: the health systems that records are read from
//! - [`sweep`] erases expired data; [`uploads`] removes documents without a sign-up
//! - [`audit_log`]: the audit log; [`signed_message`]: signed messages between servers
//! - [`receipt`]: receipts of consent
//! - [`function`]: the setup of all functions; [`observing`]: logs and metrics
//! - [`session_token`], [`captcha`], [`chat_binding`], [`rate_limit`], [`paid_service`], [`secret`], [`clock`],
//!   [`address_prints`]: access and abuse protection

pub mod address_prints;
pub mod audit_log;
pub mod captcha;
pub mod chat_binding;
pub mod clock;
pub mod context;
pub mod deletion_link;
pub mod endpoint;
pub mod endpoints;
pub mod external;
pub mod filled_pages;
pub mod finding;
pub mod function;
pub mod health_records;
pub mod http;
pub mod index_release;
pub mod introduction;
pub mod introduction_link;
#[cfg(test)]
mod keys_in_tests;
pub mod letters;
pub mod mail_link;
pub mod needs;
pub mod news;
pub mod news_link;
pub mod observing;
pub mod openapi;
pub mod outbox;
pub mod paid_service;
pub mod rate_limit;
pub mod receipt;
pub mod registry_sync;
pub mod return_link;
pub mod secret;
pub mod session_token;
pub mod signed_message;
pub mod stop_link;
pub mod store;
pub mod study_export;
pub mod sweep;
pub mod take_back_link;
pub mod uploads;
pub mod wire;
