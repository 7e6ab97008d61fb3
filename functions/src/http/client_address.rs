//! The network address of the visitor, for rate limits only. Never stored or logged as it is.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use lambda_http::request::RequestContext;

use super::edge::Visitor;

/// The visitor's network address as text, that of version 6 cut to the household's part;
/// `unknown` when the platform does not tell.
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
        let from_edge = parts.extensions.get::<Visitor>().map(|visitor| visitor.0);
        let from_gateway = || {
            parts.extensions.get::<RequestContext>().and_then(|context| match context {
                RequestContext::ApiGatewayV2(context) => context.http.source_ip.as_ref()?.parse().ok(),
                _ => None,
            })
        };
        let from_socket = || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // Behind the CDN, the gateway sees the address of the CDN alone.
        let address = from_edge.or_else(from_gateway).or_else(from_socket);
        Ok(Self(address.map_or_else(|| "unknown".into(), one_household)))
    }
}

/// A provider hands out the last 64 bits of an address of version 6 by the billion, so that the
/// first 64 stand for one visitor.
fn one_household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_household_count_as_one() {
        let of = |text: &str| one_household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
    }
}
