//! Host names in addresses.

/// Whether a text is a host name: lowercase letters, digits, and hyphens in two or more labels separated by dots.
pub(super) fn is_host_name(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    text.contains('.') && text.split('.').all(label)
}
