//! The part of an address that tells servers apart, and the version of FHIR in its path.

use url::Url;

/// Returns what addresses of the same server have in common. Lists differ in the case of host and path, in slashes, and in
/// whether the version of FHIR is named.
#[must_use]
pub fn address_key(base: &str) -> String {
    let Ok(address) = Url::parse(base) else { return base.to_lowercase() };
    let host = address.host_str().unwrap_or_default();
    let port = address.port_or_known_default().filter(|port| ![80, 443].contains(port));
    let segments: Vec<String> =
        path_segments(&address).filter(|segment| version(segment).is_none()).map(str::to_lowercase).collect();
    let path = segments.join("/");
    format!("{host}{}/{path}", port.map(|port| format!(":{port}")).unwrap_or_default())
}

/// Whether the path of an address names a version of FHIR.
pub(super) fn names_version(base: &str) -> bool {
    Url::parse(base).is_ok_and(|address| path_segments(&address).any(|segment| version(segment).is_some()))
}

/// Whether the path of an address names a version of FHIR other than R4.
pub(super) fn is_of_other_version(address: &Url) -> bool {
    let versions: Vec<Version> = path_segments(address).filter_map(version).collect();
    !versions.is_empty() && !versions.contains(&Version::R4)
}

fn path_segments(address: &Url) -> impl Iterator<Item = &str> {
    address.path().split('/').filter(|segment| !segment.is_empty())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    R4,
    Other,
}

/// Returns the version of FHIR that a segment of a path names: `R4`, `DSTU2`, `STU3`, `4.0.1`. Other numbers are ids or
/// versions of something else.
fn version(segment: &str) -> Option<Version> {
    let segment = segment.to_lowercase();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(release) = ["dstu", "stu"].iter().find_map(|prefix| segment.strip_prefix(prefix)) {
        return (release.is_empty() || is_digits(release)).then_some(Version::Other);
    }
    if let Some(release) = segment.strip_prefix('r') {
        let number = release.trim_end_matches(['a', 'b']);
        let is_release = number.len() == 1 && is_digits(number) && release.len() <= 2;
        return is_release.then_some(if release == "4" { Version::R4 } else { Version::Other });
    }
    let parts: Vec<&str> = segment.split('.').collect();
    let is_version = parts.len() > 1 && parts.iter().all(|part| is_digits(part));
    is_version.then_some(if segment.starts_with("4.0") { Version::R4 } else { Version::Other })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_an_address_have_one_key_and_other_servers_another() {
        let key = address_key("https://ehr.example/api/FHIR/R4");
        for same in [
            "HTTPS://EHR.Example/api/FHIR/R4/",
            "https://ehr.example:443/api/fhir/r4",
            "https://ehr.example//api/FHIR/DSTU2//",
            "https://ehr.example/api/FHIR",
            "https://ehr.example/api/FHIR/4.0.1/",
        ] {
            assert_eq!(address_key(same), key, "{same}");
        }
        for other in [
            "https://ehr.example/api/FHIR/R4/tenant",
            "https://ehr.example/api/v1/FHIR/R4",
            "https://ehr.example:8443/api/FHIR/R4",
            "https://other.example/api/FHIR/R4",
        ] {
            assert_ne!(address_key(other), key, "{other}");
        }
        assert_ne!(address_key("https://a.example/r4/12"), address_key("https://a.example/r4/13"));
    }

    #[test]
    fn path_of_another_version_is_recognized() {
        for (address, is_other) in [
            ("https://a.example/api/FHIR/DSTU2", true),
            ("https://a.example/stu3/x", true),
            ("https://a.example/3.0.1", true),
            ("https://a.example/r4b", true),
            ("https://a.example/R4", false),
            ("https://a.example/4.0.1", false),
            ("https://a.example/rooms/r12", false),
            ("https://a.example/1", false),
        ] {
            assert_eq!(is_of_other_version(&Url::parse(address).unwrap()), is_other, "{address}");
        }
    }
}
