//! Registry numbers as the index stores them: their digits.

use waypoint_domain::nct_id::NctId;

/// Returns the digits of an NCT number.
pub(crate) fn digits(number: &NctId) -> u32 {
    number.as_str().trim_start_matches("NCT").parse().unwrap_or_default()
}

/// Returns the NCT number with these digits.
pub(crate) fn with_digits(digits: u32) -> Option<NctId> {
    format!("NCT{digits:08}").parse().ok()
}
