//! A fingerprint of the vocabulary, to detect data built with another version.

use waypoint_text::FOLD_VERSION;

use crate::{
    marker_concepts, markers,
    vocabulary::{DATA, KEYS},
};

/// Returns the fingerprint of this build's vocabulary. It changes with the folding of words, which data contains, too.
#[must_use]
pub fn fingerprint() -> u64 {
    fingerprint_bytes([
        KEYS,
        DATA,
        markers::TABLE.text().as_bytes(),
        markers::KINDS.text().as_bytes(),
        marker_concepts::TABLE.text().as_bytes(),
        &FOLD_VERSION.to_le_bytes(),
    ])
}

/// Returns the fingerprint of some bytes, the same on every machine (FNV-1a). It detects mistakes, not deliberate
/// collisions.
#[must_use]
pub fn fingerprint_bytes<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    parts.into_iter().flatten().fold(BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprint_depends_on_the_bytes() {
        assert_eq!(fingerprint_bytes([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint_bytes([b"foobar".as_slice()]), 0x8594_4171_f739_67e8);
        assert_eq!(fingerprint_bytes([b"foo".as_slice(), b"bar"]), fingerprint_bytes([b"foobar".as_slice()]));
        assert_ne!(fingerprint(), fingerprint_bytes([]));
    }
}
