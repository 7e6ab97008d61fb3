//! AWS Signature Version 4, implemented by hand to check the signatures of the SDK.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use waypoint_functions::secret::hex;

use super::account::{REGION, SECRET_KEY};

/// Returns the signature of a text on a day such as `20261122`.
pub(super) fn signature(day: &str, text: &str) -> String {
    let key = [day, REGION, "s3", "aws4_request"]
        .into_iter()
        .fold(format!("AWS4{SECRET_KEY}").into_bytes(), |key, part| mac(&key, part.as_bytes()));
    hex(&mac(&key, text.as_bytes()))
}

/// Returns the digest of a request in the text that is signed.
pub(super) fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}

fn mac(key: &[u8], text: &[u8]) -> Vec<u8> {
    // HMAC accepts keys of any length, so this can't fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_depends_on_day_and_text() {
        let all = [signature("20261122", "a"), signature("20261123", "a"), signature("20261122", "b")];
        assert!(all[0] != all[1] && all[0] != all[2] && all.iter().all(|one| one.len() == 64));
    }
}
