//! Fields of the form that only apply from a certain age. The browser hides them according to the same table.

use serde::Serialize;

/// The age from which a field of the form is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FieldWithMinimumAge {
    /// The field's name.
    pub field: &'static str,
    /// The age in completed years.
    pub years: u16,
}

/// The fields with a minimum age. All other fields are asked at any age.
///
/// Smoking: the National Youth Tobacco Survey starts in sixth grade, at about 11. Current gender, in one's own words: the
/// American Academy of Pediatrics describes a stable sense of it by age 4.
pub const FIELDS_WITH_MINIMUM_AGE: [FieldWithMinimumAge; 2] = [
    FieldWithMinimumAge { field: "smoking_status", years: 11 },
    FieldWithMinimumAge { field: "current_gender", years: 4 },
];

/// Whether a field is asked at this age. If the age isn't known, every field is asked.
pub(super) fn is_asked(field: &str, years: Option<u16>) -> bool {
    let from = FIELDS_WITH_MINIMUM_AGE.iter().find(|rule| rule.field == field).map_or(0, |rule| rule.years);
    years.is_none_or(|years| years >= from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_asked_only_from_their_minimum_age() {
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
