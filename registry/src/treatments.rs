//! Interventions and subject headings of a record.

use serde::Deserialize;

/// The interventions of a study.
#[derive(Deserialize, Default)]
pub(crate) struct Arms {
    #[serde(default)]
    interventions: Vec<Intervention>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Intervention {
    name: String,
    other_names: Vec<String>,
}

/// Data that the registry adds to the sponsor's data.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_field_names, reason = "the names are the registry's")]
pub(crate) struct DerivedTreatments {
    condition_browse_module: Browse,
    intervention_browse_module: Browse,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Browse {
    meshes: Vec<Heading>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Heading {
    id: String,
}

impl Arms {
    /// Returns the distinct names of all interventions.
    pub(crate) fn names(self) -> Vec<String> {
        let all_names = |tested: Intervention| std::iter::once(tested.name).chain(tested.other_names);
        distinct(self.interventions.into_iter().flat_map(all_names))
    }
}

impl DerivedTreatments {
    /// Returns the distinct ids of all headings.
    pub(crate) fn headings(&self) -> Vec<String> {
        let browse = [&self.condition_browse_module, &self.intervention_browse_module];
        distinct(browse.into_iter().flat_map(|browse| &browse.meshes).map(|heading| short(&heading.id)))
    }
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
