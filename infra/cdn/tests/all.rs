//! Runs the CDN functions in a JavaScript engine and compares them with the routes they are generated from.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod addresses;
mod agreement;
mod any_address;
mod distribution;
mod engine;
mod source;
mod template;
