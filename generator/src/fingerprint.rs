//! Hashes that say which bytes exactly something is, or was made of.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// How many digits of a hash a file's name needs.
const NAME_LENGTH: usize = 20;

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(crate) fn of(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// A file's name, another for other parts: what it is made of.
pub(crate) fn name_of<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
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
