//! The visitor's network address, for rate limits only. It is never stored or logged in plain text.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use lambda_http::request::RequestContext;

use super::edge::Visitor;

/// The visitor's network address as text. An IPv6 address is cut to the household's part. `unknown` when the platform
/// doesn't provide it.
#[derive(Clone)]
pub struct ClientAddress {
    household: String,
    network: Option<String>,
}

impl ClientAddress {
    /// Returns the address, to be hashed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.household
    }

    /// Returns the network of an IPv6 address, to be hashed. A provider may give one customer 65,536 household
    /// networks. An IPv4 address has no network, because customers get single addresses.
    #[must_use]
    pub fn network(&self) -> Option<&str> {
        self.network.as_deref()
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
        // Behind the CDN, the gateway only sees the CDN's address.
        let address = from_edge.or_else(from_gateway).or_else(from_socket);
        Ok(Self {
            household: address.map_or_else(|| "unknown".into(), household),
            network: address.and_then(network),
        })
    }
}

/// Cuts an IPv6 address to its first 64 bits, because a visitor can change the other bits freely.
fn household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => first_bits(address, 64),
    }
}

/// Returns the first 48 bits of an IPv6 address, which a provider assigns to one site.
fn network(address: IpAddr) -> Option<String> {
    match address.to_canonical() {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => Some(format!("{}/48", first_bits(address, 48))),
    }
}

fn first_bits(address: Ipv6Addr, bits: u32) -> String {
    let rest = u128::BITS - bits;
    Ipv6Addr::from_bits(address.to_bits() >> rest << rest).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_household_count_as_one() {
        let part = |text: &str| household(text.parse().unwrap());
        assert_eq!(part("2001:db8:1:2:3:4:5:6"), part("2001:db8:1:2::1"));
        assert_ne!(part("2001:db8:1:2::1"), part("2001:db8:1:3::1"));
        assert_eq!(part("::ffff:192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn households_of_a_network_count_together() {
        let part = |text: &str| network(text.parse().unwrap());
        assert_eq!(part("2001:db8:1:2:3:4:5:6"), part("2001:db8:1:ffff::1"));
        assert_ne!(part("2001:db8:1:2::1"), part("2001:db8:2:2::1"));
        // A network has its own counter, separate from that of its first household.
        assert_ne!(part("2001:db8:1::1").unwrap(), household("2001:db8:1::1".parse().unwrap()));
        assert_eq!(part("192.0.2.1").or(part("::ffff:192.0.2.1")), None);
    }
}
