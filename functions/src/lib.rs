//! The calls that the site makes, one module for each endpoint.
//!
//! - [`endpoints`]: what each call does; one binary in `src/bin` runs each as a Lambda function
//! - [`http`]: what all of them share in speaking HTTP; [`wire`]: what crosses it
//! - [`context`]: what they work with
//! - [`store`]: the only place that knows `DynamoDB`
//! - [`external`]: one module for each outside service; [`registry_sync`] reads the registry
//! - [`index_release`]: the index of the records, put into use; [`finding`]: searches, from what was typed to the
//!   studies of a page
//! - [`capability`], [`captcha`], [`rate_limit`], [`secret`], [`clock`]: who may do what, and when

pub mod capability;
pub mod captcha;
pub mod clock;
pub mod context;
pub mod endpoints;
pub mod external;
pub mod finding;
pub mod http;
pub mod index_release;
pub mod openapi;
pub mod rate_limit;
pub mod registry_sync;
pub mod secret;
pub mod store;
pub mod study_export;
pub mod wire;
