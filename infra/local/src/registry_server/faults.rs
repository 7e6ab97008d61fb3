//! What goes wrong between a registry and its reader: decided by a seed and the number of the request, so
//! that it goes wrong in the same way again.

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

use super::made_up::mix;

/// Faults of a seed.
#[derive(Debug, Clone)]
pub struct Faults {
    seed: u64,
    requests: Arc<AtomicU64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    TooMany { wait: u64 },
    Broken,
    Cut,
    Slow,
    TokenForgotten,
}

impl Faults {
    /// Faults of this seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self { seed, requests: Arc::default() }
    }

    /// The same server, with faults.
    pub fn before(&self, router: Router) -> Router {
        router.layer(middleware::from_fn_with_state(self.clone(), go_wrong))
    }

    fn next(&self) -> Fault {
        let dice = mix(self.seed, self.requests.fetch_add(1, Ordering::SeqCst));
        match dice % 400 {
            0 => Fault::TokenForgotten,
            1..=16 => Fault::TooMany { wait: (dice >> 32) % 2 },
            17..=32 => Fault::Broken,
            33..=48 => Fault::Cut,
            49..=64 => Fault::Slow,
            _ => Fault::None,
        }
    }
}

async fn go_wrong(State(faults): State<Faults>, request: Request, next: Next) -> Response {
    let goes_on = request.uri().query().is_some_and(|query| query.contains("pageToken="));
    match faults.next() {
        Fault::TooMany { wait } => {
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, wait.to_string())]).into_response()
        }
        Fault::Broken => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Fault::Cut => cut(next.run(request).await).await,
        Fault::TokenForgotten if goes_on => {
            (StatusCode::BAD_REQUEST, "pageToken is not valid").into_response()
        }
        Fault::Slow => {
            tokio::time::sleep(Duration::from_millis(200)).await;
            next.run(request).await
        }
        Fault::TokenForgotten | Fault::None => next.run(request).await,
    }
}

/// Half of an answer, and then the connection ends.
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
    fn every_kind_of_fault_comes_and_comes_again_with_the_same_seed() {
        let first: Vec<_> = std::iter::repeat_with({
            let faults = Faults::of(3);
            move || faults.next()
        })
        .take(4000)
        .collect();
        for kind in
            [Fault::TooMany { wait: 1 }, Fault::Broken, Fault::Cut, Fault::Slow, Fault::TokenForgotten]
        {
            assert!(first.contains(&kind), "{kind:?}");
        }
        let again = Faults::of(3);
        assert!(first.iter().all(|fault| *fault == again.next()));
    }
}
