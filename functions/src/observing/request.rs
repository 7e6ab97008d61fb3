//! A log line and metrics for each request (E-315, E-316).

use std::time::Instant;

use axum::{
    Router,
    extract::{MatchedPath, Request},
    http::Method,
    middleware::{self, Next},
    response::Response,
};

use super::{
    metric::{self, Metric, Unit},
    request_id::RequestId,
};

/// The methods that log lines name.
const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS];

/// Logs the status and duration of each request to a router, and handles the request under its id.
pub fn with_request_log(router: Router) -> Router {
    router.layer(middleware::from_fn(observe))
}

async fn observe(request: Request, next: Next) -> Response {
    match RequestId::from_headers(request.headers()) {
        Some(id) => id.scope(log_response(request, next)).await,
        None => log_response(request, next).await,
    }
}

async fn log_response(request: Request, next: Next) -> Response {
    // An unknown path or method could contain anything.
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str);
    let method = METHODS.iter().find(|known| *known == request.method()).map_or("other", Method::as_str);
    let call = format!("{method} {path}");
    let began = Instant::now();
    let response = next.run(request).await;
    let (status, milliseconds) = (response.status(), began.elapsed().as_secs_f64() * 1000.0);
    tracing::info!(call, status = status.as_u16(), milliseconds, "answered");
    metric::log_metrics(&[
        Metric::count("Calls", 1),
        Metric::count("Refusals", usize::from(status.is_client_error())),
        Metric::count("Failures", usize::from(status.is_server_error())),
        Metric { name: "CallTime", unit: Unit::Milliseconds, value: milliseconds },
    ]);
    response
}
