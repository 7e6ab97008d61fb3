//! Values in the legacy format.

/// Returns `true` or `false` as text, as in the legacy format.
pub(super) fn as_text(flag: bool) -> String {
    flag.to_string()
}
