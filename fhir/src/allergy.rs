//! Allergies and intolerances.

use waypoint_domain::medical_record::{Allergy, RecordDetail, Standing};

use crate::{
    Resource,
    coding::detail,
    no_known_allergy::{ANY, no_known_allergy},
    standing::of_allergy,
};

/// Severities of reactions, the worst first.
const SEVERITIES: [&str; 3] = ["severe", "moderate", "mild"];

/// Converts an `AllergyIntolerance`.
pub(crate) fn allergy(resource: Resource, id: String) -> Allergy {
    let standing = of_allergy(resource);
    // A statement is about the kind that its name says: 'No known drug allergies'.
    let stated = no_known_allergy(resource).filter(|_| standing == Standing::NoneStated);
    let began = resource.day("onsetDateTime").or_else(|| resource.part("onsetPeriod").day("start"));
    Allergy {
        id,
        name: resource.meaning("code").or_else(|| reacted_to(resource)),
        date: resource.day("recordedDate").or_else(|| resource.day("onsetDateTime")),
        category: match stated {
            Some(ANY) => None,
            Some(category) => Some(category.to_owned()),
            None => resource.texts("category"),
        },
        severity: worst_reaction(resource).or_else(|| resource.text("criticality")),
        status: resource.status("clinicalStatus", "allergyintolerance-clinical"),
        standing,
        detail: RecordDetail {
            began: began.or_else(|| resource.age("onsetAge")),
            ..detail(resource, "code")
        },
    }
}

/// Returns the substance of the first reaction, for an allergy without a name of its own.
fn reacted_to(resource: Resource) -> Option<String> {
    resource.list("reaction").find_map(|reaction| reaction.meaning("substance"))
}

fn worst_reaction(resource: Resource) -> Option<String> {
    let severities: Vec<String> =
        resource.list("reaction").filter_map(|reaction| reaction.text("severity")).collect();
    SEVERITIES.into_iter().find(|worst| severities.iter().any(|one| one == worst)).map(str::to_owned)
}
