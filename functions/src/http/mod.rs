//! HTTP handling shared by all endpoints: errors, bodies, cookies, addresses, the CDN, and the run loop.

pub mod body;
pub mod browser;
pub mod client_address;
pub mod edge;
pub mod guard;
pub mod lambda;
pub mod problem;
pub mod query;
