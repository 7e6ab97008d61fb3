//! One module for each outside service. Every call has a timeout and a bound.

pub mod keys;
pub mod registry_client;
pub mod trial_matching;
