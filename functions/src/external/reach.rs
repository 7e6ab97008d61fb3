//! The addresses that requests to addresses from external data may reach.
//!
//! No crate for this is well maintained (`ip_rfc` and `ssrf-guard` each have a single release), so this module lists
//! the blocks of IANA's special-purpose registries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The addresses that a client may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Addresses on the public internet only.
    #[default]
    Public,
    /// Public addresses and the loopback address, where the fakes run.
    PublicAndLoopback,
}

/// IPv4 blocks that are not globally reachable (IANA IPv4 Special-Purpose Address Registry), and multicast.
const SPECIAL_V4: [(Ipv4Addr, u32); 16] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Carrier-grade NAT. Clouds run their own services there.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local, including the metadata service of clouds.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // Deprecated relays to IPv6.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    (Ipv4Addr::BROADCAST, 32),
];

/// The only IPv6 block that IANA assigns for the public internet.
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// IPv6 blocks within it that are not globally reachable or embed an IPv4 address (Teredo, 6to4).
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

impl Reach {
    /// Whether an address may be reached. An IPv4-mapped IPv6 address counts as its IPv4 address.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || (self == Self::PublicAndLoopback && address.is_loopback())
    }

    /// Whether a URL's host may be reached. A name is only checked when it is resolved.
    #[must_use]
    pub fn may_reach_host_of(self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => self.allows(address.into()),
            Some(Host::Ipv6(address)) => self.allows(address.into()),
            Some(Host::Domain(_)) => true,
            None => false,
        }
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let is_in = |(block, bits): &(Ipv4Addr, u32)| {
                (address.to_bits() ^ block.to_bits()) >> (u32::BITS - bits) == 0
            };
            !SPECIAL_V4.iter().any(is_in)
        }
        IpAddr::V6(address) => {
            let is_in = |(block, bits): &(Ipv6Addr, u32)| {
                (address.to_bits() ^ block.to_bits()) >> (u128::BITS - bits) == 0
            };
            is_in(&GLOBAL_V6) && !SPECIAL_V6.iter().any(is_in)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn non_public_addresses_are_rejected_in_every_form() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:0:7f00:1::",
            "2001:2::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            let address: IpAddr = text.parse().unwrap();
            assert!(!Reach::Public.allows(address), "{text}");
            assert_eq!(
                Reach::PublicAndLoopback.allows(address),
                address.to_canonical().is_loopback(),
                "{text}"
            );
        }
        for text in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.255.255",
            "100.128.0.1",
            "128.0.0.1",
            "169.253.0.1",
            "172.15.255.255",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "2001:200::1",
            "2001:4860:4860::8888",
            "2606:4700::1111",
            "2a00:1450::1",
            "3ffe::1",
        ] {
            assert!(Reach::Public.allows(text.parse().unwrap()), "{text}");
        }
    }
}
