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
pub struct ClientAddress {
    household: String,
    network: Option<String>,
}

impl ClientAddress {
    /// The address, to be hashed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.household
    }

    /// The network of an address of version 6, to be hashed: a provider hands out 65,536 households of it to one customer
    /// who asks. One of version 4 has none, because an address is all that a customer gets.
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
        // Behind the CDN, the gateway sees the address of the CDN alone.
        let address = from_edge.or_else(from_gateway).or_else(from_socket);
        Ok(Self {
            household: address.map_or_else(|| "unknown".into(), one_household),
            network: address.and_then(one_network),
        })
    }
}

/// A provider hands out the last 64 bits of an address of version 6 by the billion, so that the
/// first 64 stand for one visitor.
fn one_household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => first_bits(address, 64),
    }
}

/// The first 48 bits of an address of version 6, which a provider gives to one site.
fn one_network(address: IpAddr) -> Option<String> {
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
    fn addresses_of_one_household_count_as_one() {
        let of = |text: &str| one_household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn households_of_one_network_count_together_too() {
        let of = |text: &str| one_network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:2:2::1"));
        // A network is never counted as its first household.
        assert_ne!(of("2001:db8:1::1").unwrap(), one_household("2001:db8:1::1".parse().unwrap()));
        assert_eq!(of("192.0.2.1").or(of("::ffff:192.0.2.1")), None);
    }
}
