//! Keys for unit tests.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use waypoint_keys::{GivenKeys, Key, Of, RootSecrets};

/// The key of a purpose under a root secret of this byte, and one before it when there is one.
pub(crate) fn key_of<P: Of>(current: &str, before: &str) -> Key<P> {
    let [current, before] = [current, before].map(|byte| byte.repeat(32));
    GivenKeys::all(&RootSecrets::read(&current, &before, "").unwrap()).of().unwrap()
}
