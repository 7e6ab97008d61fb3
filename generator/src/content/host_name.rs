//! The name of a host in an address.

/// Whether a text is the whole name of a host: small letters, digits and hyphens, with a dot between its parts.
pub(super) fn is_host_name(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    text.contains('.') && text.split('.').all(label)
}
