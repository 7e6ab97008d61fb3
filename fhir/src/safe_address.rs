//! Addresses to which secrets and records may go.

use url::{Host, Url};

/// Whether what is sent to an address can be read on the way by nobody: it is encrypted, or stays on this machine.
#[must_use]
pub fn is_safe(address: &Url) -> bool {
    let stays_here = match address.host() {
        Some(Host::Ipv4(host)) => host.is_loopback(),
        Some(Host::Ipv6(host)) => host.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    address.scheme() == "https" || address.scheme() == "http" && stays_here
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_alone_need_not_be_encrypted() {
        for (address, safe) in [
            ("https://ehr.example/x", true),
            ("http://127.0.0.1:8110/x", true),
            ("http://[::1]/x", true),
            ("http://localhost:8080/x", true),
            ("http://localhost.ehr.example/x", false),
            ("http://ehr.example/x", false),
            ("http://127.0.0.1.ehr.example/x", false),
            ("file:///etc/passwd", false),
        ] {
            assert_eq!(is_safe(&Url::parse(address).unwrap()), safe, "{address}");
        }
    }
}
