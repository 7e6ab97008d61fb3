//! The keys of a deployment.
//!
//! The root secret never leaves the deployment tool. Each function gets only the keys for its own purposes. So an attacker
//! with a leaked environment can forge only what that function could make itself.
//!
//! - [`purpose`]: purposes of keys, and how long their signatures and fingerprints stay valid
//! - [`root`]: the root secret, from which a key for each purpose is derived
//! - [`key`]: the current key of a purpose, and former keys that are still accepted
//! - [`program_keys`]: the keys in a program's environment
//! - [`programs`]: which program uses which keys

#![warn(missing_docs)]

pub mod key;
pub mod program_keys;
pub mod programs;
pub mod purpose;
pub mod root;

pub use key::{Fingerprints, InvalidKey, Key};
pub use program_keys::{KeyError, KeyGate, ProgramKeys};
pub use purpose::{KeyPurpose, Lifetime, Purpose};
pub use root::{RootSecret, RootSecrets, WeakSecret};

use std::fmt::Write;

use subtle::ConstantTimeEq;

/// Compares two texts in constant time.
#[must_use]
pub fn constant_time_eq(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Encodes bytes as lowercase hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
