//! The body of an answer, up to a bound.

use reqwest::Response;

/// Why a body is not there.
#[derive(Debug)]
pub(super) enum NoBody {
    /// The connection broke, or time was over.
    Broken(reqwest::Error),
    /// It has more bytes than are taken.
    TooLong,
}

/// The body of an answer. It is counted as it comes, because a server need not say how long it is.
pub(super) async fn bounded_body(mut answer: Response, most_bytes: usize) -> Result<Vec<u8>, NoBody> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(NoBody::Broken)? {
        if bytes.len() + chunk.len() > most_bytes {
            return Err(NoBody::TooLong);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
