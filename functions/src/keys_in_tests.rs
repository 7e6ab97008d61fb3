//! Keys for unit tests.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use waypoint_keys::{Key, KeyPurpose, ProgramKeys, RootSecrets};

/// Returns the key of a purpose under a root secret made of this byte, with an optional former secret.
pub(crate) fn derived_test_key<P: KeyPurpose>(current: &str, before: &str) -> Key<P> {
    let [current, before] = [current, before].map(|byte| byte.repeat(32));
    ProgramKeys::for_all_purposes(&RootSecrets::parse(&current, &before, "").unwrap()).get().unwrap()
}
