//! The calls that the site makes, one module for each endpoint.
//!
//! - [`endpoints`]: what each call does; one binary in `src/bin` runs each as a Lambda function
//! - [`http`]: what all of them share in speaking HTTP; [`wire`]: what crosses it
//! - [`context`]: what they work with
//! - [`store`]: the only place that knows `DynamoDB`
//! - [`external`]: one module for each outside service; [`registry_sync`] reads the registry
//! - [`index_release`]: the index of the records, put into use; [`finding`]: searches, from what was typed to the
//!   studies of a page
//! - [`news`] writes to whoever wants to know of something new; [`outbox`] hands messages over as mails, whose words are
//!   [`letters`]; links in them are [`mail_link`], [`news_link`], [`deletion_link`],
//!   [`take_back_link`] and [`return_link`]
//! - [`health_records`]: the health systems from which records are read
//! - [`sweep`] erases what is over; [`uploads`] removes documents that no sign-up holds
//! - [`audit_trail`]: what happened with whom; [`signed_message`]: how servers believe each other
//! - [`receipt`]: what somebody agreed to
//! - [`function`]: what every function does around its events; [`observing`]: what operators see of it
//! - [`session_token`], [`captcha`], [`chat_binding`], [`rate_limit`], [`secret`], [`clock`], [`address_prints`]: who may do
//!   what, and when

pub mod address_prints;
pub mod audit_trail;
pub mod captcha;
pub mod chat_binding;
pub mod clock;
pub mod context;
pub mod deletion_link;
pub mod endpoints;
pub mod external;
pub mod finding;
pub mod function;
pub mod health_records;
pub mod http;
pub mod index_release;
#[cfg(test)]
mod keys_in_tests;
pub mod letters;
pub mod mail_link;
pub mod news;
pub mod news_link;
pub mod observing;
pub mod openapi;
pub mod outbox;
pub mod rate_limit;
pub mod receipt;
pub mod registry_sync;
pub mod return_link;
pub mod secret;
pub mod session_token;
pub mod signed_message;
pub mod store;
pub mod study_export;
pub mod sweep;
pub mod take_back_link;
pub mod uploads;
pub mod wire;
