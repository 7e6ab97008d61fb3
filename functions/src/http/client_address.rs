//! The network address of the visitor, for rate limits only. Never stored or logged as it is.

use std::{convert::Infallible, net::SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use lambda_http::request::RequestContext;

/// The visitor's address as text; `unknown` when the platform does not tell.
#[derive(Clone)]
pub struct ClientAddress(String);

impl ClientAddress {
    /// The address, to be hashed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ClientAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let from_gateway = parts.extensions.get::<RequestContext>().and_then(|context| match context {
            RequestContext::ApiGatewayV2(context) => context.http.source_ip.clone(),
            _ => None,
        });
        let from_socket =
            || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_string());
        Ok(Self(from_gateway.or_else(from_socket).unwrap_or_else(|| "unknown".into())))
    }
}
