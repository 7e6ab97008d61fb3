//! Amounts with their units.

use waypoint_domain::medical_record::Quantity;

use crate::Resource;

/// The system of units that servers code.
const UCUM: &str = "http://unitsofmeasure.org";

/// Reads an amount. Its unit is the written one, or else the code. The unit `1` only says that there is none.
pub(crate) fn quantity(amount: Resource) -> Option<Quantity> {
    let is_ucum = amount.address("system") == Some(UCUM);
    let unit = amount.text("unit").or_else(|| amount.text("code")).filter(|unit| !is_ucum || unit != "1");
    let comparator = amount.text("comparator").filter(|sign| ["<", "<=", ">=", ">"].contains(&sign.as_str()));
    // Some servers send numbers as strings.
    let number = || amount.text("value").filter(|text| text.parse::<f64>().is_ok());
    let value = amount.number("value").or_else(number)?;
    Some(Quantity { value, comparator, unit })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amount_has_its_number_sign_and_unit() {
        let table = [
            (json!({"value": 5.4, "unit": "%"}), Some(("5.4", None, Some("%")))),
            (
                json!({"value": 3, "comparator": "<", "code": "mg/dL", "system": UCUM}),
                Some(("3", Some("<"), Some("mg/dL"))),
            ),
            (json!({"value": "6.1", "unit": "1", "system": UCUM}), Some(("6.1", None, None))),
            (json!({"value": 6, "comparator": "about"}), Some(("6", None, None))),
            (json!({"unit": "mg"}), None),
            (json!({"value": "many"}), None),
            (json!(7), None),
        ];
        for (value, expected) in table {
            let read = quantity(Resource::new(&value));
            let read = read.as_ref().map(|q| (q.value.as_str(), q.comparator.as_deref(), q.unit.as_deref()));
            assert_eq!(read, expected, "{value}");
        }
    }
}
