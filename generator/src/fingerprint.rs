//! Hashes of bytes, and file names made from them.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Length of a hash in a file name, in hexadecimal digits.
const NAME_LENGTH: usize = 20;

/// The SHA-256 of some bytes, as hexadecimal digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// A file name that depends on every one of the parts.
pub(crate) fn content_name<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let mut name = digits(&hash.finalize());
    name.truncate(NAME_LENGTH);
    name
}

fn digits(hash: &[u8]) -> String {
    hash.iter().fold(String::with_capacity(2 * hash.len()), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
