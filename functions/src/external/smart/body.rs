//! Reads bodies of health systems up to a maximum size. Some servers compress with gzip whatever the request accepts.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;
use reqwest::{Response, header::CONTENT_ENCODING};

use super::failure::SmartFailure;
use crate::external::bounded_body::{BodyError, bounded_body};

/// Reads a body of at most this many bytes, compressed or not.
pub(super) async fn read_body(answer: Response, max_bytes: usize) -> Result<Vec<u8>, SmartFailure> {
    let is_gzip = answer.headers().get(CONTENT_ENCODING).is_some_and(|encoding| encoding == "gzip");
    let bytes = bounded_body(answer, max_bytes).await?;
    if is_gzip { decompressed(&bytes, max_bytes) } else { Ok(bytes) }
}

fn decompressed(bytes: &[u8], max_bytes: usize) -> Result<Vec<u8>, SmartFailure> {
    let mut plain = Vec::new();
    let limit = max_bytes as u64 + 1;
    MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut plain).map_err(|_| SmartFailure::Unreadable)?;
    if plain.len() > max_bytes { Err(SmartFailure::TooLarge) } else { Ok(plain) }
}

impl From<BodyError> for SmartFailure {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Broken(cause) => cause.into(),
            BodyError::TooLong => Self::TooLarge,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    #[test]
    fn size_counts_after_decompression() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b' '; 10_000]).unwrap();
        let compressed = encoder.finish().unwrap();
        assert_eq!(decompressed(&compressed, 10_000).map(|plain| plain.len()), Ok(10_000));
        assert_eq!(decompressed(&compressed, 9_999), Err(SmartFailure::TooLarge));
        assert_eq!(decompressed(b"plain", 9_999), Err(SmartFailure::Unreadable));
    }
}
