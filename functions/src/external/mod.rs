//! One module for each outside service. Every call has a timeout and a bound.

mod bounded_body;
pub mod keys;
pub mod registry_client;
pub mod trial_matching;
