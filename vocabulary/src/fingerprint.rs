//! What names a state of the vocabulary, so that what was built with another one is noticed.

/// The fingerprint of this build's vocabulary.
#[must_use]
pub fn fingerprint() -> u64 {
    fingerprint_of([crate::vocabulary::KEYS, crate::vocabulary::DATA])
}

/// The fingerprint of some bytes, the same on every machine (FNV-1a). It guards against an oversight, not against
/// somebody who wants two to be alike.
#[must_use]
pub fn fingerprint_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    parts.into_iter().flatten().fold(BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_have_another_fingerprint() {
        assert_eq!(fingerprint_of([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint_of([b"foobar".as_slice()]), 0x8594_4171_f739_67e8);
        assert_eq!(fingerprint_of([b"foo".as_slice(), b"bar"]), fingerprint_of([b"foobar".as_slice()]));
        assert_ne!(fingerprint(), fingerprint_of([]));
    }
}
