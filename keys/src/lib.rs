//! The keys of a deployment. One root secret never leaves the deployment tool; each function is given the keys of its own
//! purposes and no others, so that a leaked environment forges nothing that the function could not make itself.
//!
//! - [`purpose`]: what keys are for, and how long what they made counts
//! - [`root`]: the root secret, from which a key for each purpose is derived
//! - [`key`]: the current key of one purpose, which makes, and the former ones, which are still accepted
//! - [`given`]: the keys that a program was given
//! - [`programs`]: which program uses which keys

pub mod given;
pub mod key;
pub mod programs;
pub mod purpose;
pub mod root;

pub use given::{GivenKeys, KeyError, KeyGate};
pub use key::{Fingerprints, InvalidKey, Key};
pub use purpose::{Lifetime, Of, Purpose};
pub use root::{RootSecret, RootSecrets, WeakSecret};

use std::fmt::Write;

use subtle::ConstantTimeEq;

/// Whether two texts are the same, in a time that does not depend on where they differ.
#[must_use]
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
