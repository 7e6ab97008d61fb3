//! Interventions and subject headings of a record.

use crate::fields::Fields;

/// Returns the distinct names of all interventions in an `armsInterventionsModule`.
pub(crate) fn intervention_names(arms: &Fields) -> Vec<String> {
    let names = |tested: &Fields| std::iter::once(tested.text("name")).chain(tested.texts("otherNames"));
    let interventions = arms.objects("interventions");
    distinct(interventions.iter().flat_map(names))
}

/// Returns the distinct ids of all subject headings in a `derivedSection`.
pub(crate) fn headings(derived: &Fields) -> Vec<String> {
    let ids = |module: &str| {
        let meshes = derived.object(module).objects("meshes");
        meshes.iter().map(|heading| short(&heading.text("id"))).collect::<Vec<_>>()
    };
    distinct(["conditionBrowseModule", "interventionBrowseModule"].into_iter().flat_map(ids))
}

/// Removes the registry's zero padding to nine digits. The ids of older headings have only six digits.
fn short(id: &str) -> String {
    const LAST_OF_SIX: u32 = 66_332;
    let number = id.strip_prefix('D').and_then(|digits| digits.parse::<u32>().ok());
    match number {
        Some(number) if number <= LAST_OF_SIX => format!("D{number:06}"),
        _ => id.to_owned(),
    }
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for name in names.filter(|name| !name.trim().is_empty()) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::parse_study;

    #[test]
    fn interventions_are_read_with_all_names_and_headings_with_mesh_ids() {
        let study = parse_study(&json!({
            "protocolSection": {
                "identificationModule": {"nctId": "NCT04611802"},
                "armsInterventionsModule": {"interventions": [
                    {"type": "DRUG", "name": "Dupilumab", "otherNames": ["REGN668", "Dupixent"]},
                    {"type": "DRUG", "name": "Placebo"},
                    {"type": "DRUG", "name": "Placebo"},
                    {"type": "OTHER"}
                ]}
            },
            "derivedSection": {
                "conditionBrowseModule": {"meshes": [{"id": "D000003876", "term": "Dermatitis, Atopic"}]},
                "interventionBrowseModule": {"meshes": [{"id": "D000068582"}, {"id": "C000500026"}, {}]}
            }
        }))
        .unwrap();
        assert_eq!(study.interventions, ["Dupilumab", "REGN668", "Dupixent", "Placebo"]);
        assert_eq!(study.headings, ["D003876", "D000068582", "C000500026"]);
    }
}
