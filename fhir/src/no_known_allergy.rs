//! Statements that there are no allergies, which are no allergies themselves (E-614).

use waypoint_text::{Table, fold, table, words};

use crate::Resource;

const STATEMENTS: Table<3> = table!("../data/no_known_allergies.tsv", ["by", "value", "category"]);

/// The category of a statement about allergies of any kind.
pub(crate) const ANY: &str = "any";

/// Returns the category of allergies that a resource says there are none of, or [`ANY`]. Returns `None` if it is no such
/// statement.
pub(crate) fn no_known_allergy(resource: Resource) -> Option<&'static str> {
    let code = resource.part("code");
    let by_code =
        || code.list("coding").filter_map(|coding| coding.text("code")).find_map(|code| row("code", &code));
    let by_name = || {
        let name = fold(&resource.meaning("code")?);
        let spoken: Vec<&str> = words(&name).map(|word| word.text).collect();
        row("words", &spoken.join(" "))
    };
    by_code().or_else(by_name)
}

fn row(by: &str, value: &str) -> Option<&'static str> {
    STATEMENTS.rows().find(|[kind, known, _]| *kind == by && *known == value).map(|[.., category]| category)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn statement_is_known_by_code_or_by_its_whole_name() {
        for (code, expected) in [
            (json!({"text": "No Known Allergies"}), Some(ANY)),
            (json!({"text": "NKA"}), Some(ANY)),
            (json!({"text": "NKDA"}), Some("medication")),
            (json!({"coding": [{"code": "429625007", "display": "No known food allergy"}]}), Some("food")),
            (json!({"text": "No known drug allergies."}), Some("medication")),
            (json!({"text": "Penicillin"}), None),
            (json!({"text": "Nonoxynol"}), None),
            (json!({}), None),
        ] {
            let value = json!({ "code": code });
            assert_eq!(no_known_allergy(Resource::new(&value)), expected, "{value}");
        }
    }
}
