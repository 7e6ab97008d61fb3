//! Ids for systems that have none, or one that can't be part of a URL.

/// The maximum length of the readable part of an id. A unique fingerprint follows.
const MAX_READABLE_LENGTH: usize = 47;

/// Derives a stable id from name, ZIP code, and URL. The fingerprint keeps ids of different systems distinct, even if
/// their readable parts are truncated to the same text.
#[must_use]
pub fn derived_id(parts: [&str; 3]) -> String {
    let [name, zip, base] = parts;
    // The slash at the end must not change the id.
    let parts = [name, zip, base.trim_end_matches('/')];
    let words = format!("{name} {zip}");
    let plain = words.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = plain.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    let words: String = words.chars().take(MAX_READABLE_LENGTH).collect();
    format!("{}-{:016x}", words.trim_end_matches('-'), fingerprint(&parts.join("\n")))
}

/// Returns the 64-bit FNV-1a hash.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
