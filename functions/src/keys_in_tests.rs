//! Keys for unit tests.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use waypoint_keys::{GivenKeys, Key, Of, RootSecrets};

/// Returns the key of a purpose under a root secret made of this byte, with an optional former secret.
pub(crate) fn key_of<P: Of>(current: &str, before: &str) -> Key<P> {
    let [current, before] = [current, before].map(|byte| byte.repeat(32));
    GivenKeys::all(&RootSecrets::read(&current, &before, "").unwrap()).of().unwrap()
}
