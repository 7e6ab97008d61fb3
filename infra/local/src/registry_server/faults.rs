//! Faults between a registry and its client. A seed and the number of the request decide on each fault, so they are
//! repeatable.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

use super::generated::mix;

/// Faults generated from a seed.
#[derive(Debug, Clone)]
pub struct Faults {
    seed: u64,
    requests: Arc<AtomicU64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    RateLimited { wait: u64 },
    Broken,
    ConnectionLost,
    Slow,
    TokenForgotten,
}

impl Faults {
    /// Returns the faults of this seed.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        Self { seed, requests: Arc::default() }
    }

    /// Adds the faults to a router.
    pub fn add_to(&self, router: Router) -> Router {
        router.layer(middleware::from_fn_with_state(self.clone(), inject_fault))
    }

    fn next(&self) -> Fault {
        let random = mix(self.seed, self.requests.fetch_add(1, Ordering::SeqCst));
        match random % 400 {
            0 => Fault::TokenForgotten,
            1..=16 => Fault::RateLimited { wait: (random >> 32) % 2 },
            17..=32 => Fault::Broken,
            33..=48 => Fault::ConnectionLost,
            49..=64 => Fault::Slow,
            _ => Fault::None,
        }
    }
}

async fn inject_fault(State(faults): State<Faults>, request: Request, next: Next) -> Response {
    let has_token = request.uri().query().is_some_and(|query| query.contains("pageToken="));
    match faults.next() {
        Fault::RateLimited { wait } => {
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, wait.to_string())]).into_response()
        }
        Fault::Broken => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Fault::ConnectionLost => cut(next.run(request).await).await,
        Fault::TokenForgotten if has_token => {
            (StatusCode::BAD_REQUEST, "pageToken is not valid").into_response()
        }
        Fault::Slow => {
            tokio::time::sleep(Duration::from_millis(200)).await;
            next.run(request).await
        }
        Fault::TokenForgotten | Fault::None => next.run(request).await,
    }
}

/// Sends half of an answer, and then breaks the connection.
async fn cut(answer: Response) -> Response {
    let (parts, body) = answer.into_parts();
    let Ok(whole) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let half: Result<Bytes, std::io::Error> = Ok(whole.slice(..whole.len() / 2));
    let end = Err(std::io::ErrorKind::ConnectionReset.into());
    let mut answer = Response::from_parts(parts, Body::from_stream(futures_util::stream::iter([half, end])));
    answer.headers_mut().remove(header::CONTENT_LENGTH);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_occurs_and_is_repeatable() {
        let first: Vec<_> = std::iter::repeat_with({
            let faults = Faults::with_seed(3);
            move || faults.next()
        })
        .take(4000)
        .collect();
        for kind in [
            Fault::RateLimited { wait: 1 },
            Fault::Broken,
            Fault::ConnectionLost,
            Fault::Slow,
            Fault::TokenForgotten,
        ] {
            assert!(first.contains(&kind), "{kind:?}");
        }
        let again = Faults::with_seed(3);
        assert!(first.iter().all(|fault| *fault == again.next()));
    }
}
