//! URLs to which secrets and medical records may be sent.

use url::{Host, Url};

/// Whether data sent to a URL is safe in transit: it is encrypted or stays on this machine.
#[must_use]
pub fn is_safe_url(address: &Url) -> bool {
    address.scheme() == "https" || address.scheme() == "http" && is_local(address)
}

/// Returns a base URL as its publisher wrote it: with a slash at the end only if it was published with one. Some servers
/// compare the audience of a launch with it letter by letter.
pub(crate) fn as_published(base: &Url, text: &str) -> String {
    let has_slash = text.trim_end().ends_with('/');
    if has_slash { base.as_str().to_owned() } else { base.as_str().trim_end_matches('/').to_owned() }
}

/// Whether a system may refer to a URL as its own: the URL must be safe, and only a system on this machine may refer to
/// this machine.
#[must_use]
pub fn may_refer_to(system: &Url, address: &Url) -> bool {
    is_safe_url(address) && (is_local(system) || !is_local(address))
}

fn is_local(address: &Url) -> bool {
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
    fn only_urls_of_this_machine_may_be_unencrypted() {
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
            assert_eq!(is_safe_url(&Url::parse(address).unwrap()), safe, "{address}");
        }
    }

    #[test]
    fn remote_system_may_not_refer_to_this_machine() {
        let (remote, local) = ("https://ehr.example/r4", "http://127.0.0.1:8110/r4");
        for (system, address, may) in [
            (remote, "https://sign-in.example/token", true),
            (remote, "http://ehr.example/token", false),
            (remote, "http://127.0.0.1:8110/token", false),
            (remote, "https://127.0.0.1/token", false),
            (remote, "http://[::1]/token", false),
            (remote, "https://localhost/token", false),
            (local, "http://127.0.0.1:8110/token", true),
            (local, "https://sign-in.example/token", true),
        ] {
            let (system, at) = (Url::parse(system).unwrap(), Url::parse(address).unwrap());
            assert_eq!(may_refer_to(&system, &at), may, "{address}");
        }
    }
}
