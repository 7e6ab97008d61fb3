//! The functions of the CDN in a real engine, beside the routes that they are made from.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod addresses;
mod agreement;
mod any_address;
mod distribution;
mod engine;
mod source;
mod template;
