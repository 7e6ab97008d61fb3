//! The integration tests, in one program so that libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod alternatives;
mod fuzz;
mod reading;
mod suggesting;
