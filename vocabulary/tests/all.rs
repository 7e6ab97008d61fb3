//! The integration tests, in one program so that libraries are linked once.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod alternatives;
mod fuzz;
mod reading;
