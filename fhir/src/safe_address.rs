//! Addresses to which secrets and records may go.

use url::{Host, Url};

/// Whether what is sent to an address can be read on the way by nobody: it is encrypted, or stays on this machine.
#[must_use]
pub fn is_safe(address: &Url) -> bool {
    address.scheme() == "https" || address.scheme() == "http" && stays_here(address)
}

/// Whether the system at this address may name another one as its own: a safe one, and one of this machine only where the
/// system itself is on it.
#[must_use]
pub fn may_name(system: &Url, address: &Url) -> bool {
    is_safe(address) && (stays_here(system) || !stays_here(address))
}

fn stays_here(address: &Url) -> bool {
    match address.host() {
        Some(Host::Ipv4(host)) => host.is_loopback(),
        Some(Host::Ipv6(host)) => host.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
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

    #[test]
    fn a_system_elsewhere_names_no_address_of_this_machine() {
        let (elsewhere, here) = ("https://ehr.example/r4", "http://127.0.0.1:8110/r4");
        for (system, address, may) in [
            (elsewhere, "https://sign-in.example/token", true),
            (elsewhere, "http://ehr.example/token", false),
            (elsewhere, "http://127.0.0.1:8110/token", false),
            (elsewhere, "https://127.0.0.1/token", false),
            (elsewhere, "http://[::1]/token", false),
            (elsewhere, "https://localhost/token", false),
            (here, "http://127.0.0.1:8110/token", true),
            (here, "https://sign-in.example/token", true),
        ] {
            let (system, at) = (Url::parse(system).unwrap(), Url::parse(address).unwrap());
            assert_eq!(may_name(&system, &at), may, "{address}");
        }
    }
}
