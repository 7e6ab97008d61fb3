//! Reads response bodies up to a maximum size.

use reqwest::Response;

/// Why a body can't be read.
#[derive(Debug)]
pub(crate) enum BodyError {
    /// The connection broke or timed out.
    Broken(reqwest::Error),
    /// It exceeds the maximum size.
    TooLong,
}

/// Reads the body of a response. The bytes are counted as they arrive, because a server need not declare the length.
pub(crate) async fn bounded_body(mut answer: Response, max_bytes: usize) -> Result<Vec<u8>, BodyError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(BodyError::Broken)? {
        if bytes.len() + chunk.len() > max_bytes {
            return Err(BodyError::TooLong);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
