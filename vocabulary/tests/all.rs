//! The tests of this crate, one program for all of them, so that its libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod alternatives;
mod fuzz;
mod reading;
mod suggesting;
