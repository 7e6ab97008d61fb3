//! Questions of the form that make no sense below an age. The browser hides them by the same table.

use serde::Serialize;

/// A field of the form, and the age in completed years from which it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AskedFromAge {
    /// The field's name.
    pub field: &'static str,
    /// The age.
    pub years: u16,
}

/// The fields with such an age; all others are asked of everybody.
///
/// Smoking: the National Youth Tobacco Survey asks from sixth grade on, at about 11. Gender today, in one's own words: the
/// American Academy of Pediatrics describes a stable sense of it by age 4.
pub const ASKED_FROM_AGE: [AskedFromAge; 2] =
    [AskedFromAge { field: "smoking_status", years: 11 }, AskedFromAge { field: "current_gender", years: 4 }];

/// Whether a field is asked of a person of this age; of everybody whose age isn't known.
pub(super) fn is_asked(field: &str, years: Option<u16>) -> bool {
    let from = ASKED_FROM_AGE.iter().find(|rule| rule.field == field).map_or(0, |rule| rule.years);
    years.is_none_or(|years| years >= from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn young_children_are_not_asked_whether_they_smoke() {
        let table = [
            ("smoking_status", Some(0), false),
            ("smoking_status", Some(10), false),
            ("smoking_status", Some(11), true),
            ("smoking_status", None, true),
            ("current_gender", Some(3), false),
            ("current_gender", Some(4), true),
            ("health_condition", Some(0), true),
        ];
        for (field, years, asked) in table {
            assert_eq!(is_asked(field, years), asked, "{field} at {years:?}");
        }
    }
}
