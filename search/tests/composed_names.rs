//! Names of two things, names with numbers, and names of sponsors.

use std::sync::LazyLock;

use waypoint_domain::{fit::Fit, registry_study::RegistryStudy};
use waypoint_search::{IndexBuilder, SearchIndex, SearchQuery};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// A study open to everyone, with no sites.
fn study(number: u32, title: &str, condition: &str, sponsor: &str) -> RegistryStudy {
    serde_json::from_value(serde_json::json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": title, "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": [condition], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": false,
        "eligibility_criteria": "", "sponsor": sponsor, "contacts": [], "sites": [],
    }))
    .unwrap()
}

/// Returns the numbers of the studies that match a search fully.
fn found(studies: &[RegistryStudy], words: &str) -> Vec<u32> {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    let answer = index.search(&SearchQuery::new(&index.read(words, &VOCABULARY), 20), &VOCABULARY).unwrap();
    let fitting = answer.studies.iter().filter(|found| found.fit == Fit::All);
    let mut numbers: Vec<u32> =
        fitting.map(|found| found.study.nct_id.as_str().trim_start_matches("NCT").parse().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn composed_name_matches_studies_with_both_components() {
    let studies = [
        study(1, "mRNA Vaccine in Teenagers", "COVID-19", ""),
        study(2, "An antiviral medicine", "COVID-19", ""),
        study(3, "A vaccine for travelers", "Rabies", ""),
    ];
    for words in
        ["covid vaccine", "covid shot", "coronavirus vaccine", "vacuna contra el covid", "vắc xin covid"]
    {
        assert_eq!(found(&studies, words), [1], "{words}");
    }
}

#[test]
fn number_in_a_name_must_match() {
    let studies = [
        study(1, "Phase 1/2 trial of cells in type 1 diabetes", "Type 1 Diabetes", ""),
        study(2, "A tablet", "Type 2 Diabetes", ""),
    ];
    for words in ["type 2 diabetes", "diabetes type 2", "T2D", "diabetes tipo 2"] {
        assert_eq!(found(&studies, words), [2], "{words}");
    }
}

#[test]
fn sponsor_name_matches_but_not_the_conditions_in_it() {
    let studies = [
        study(1, "A tablet", "Gout", "Amgen"),
        study(2, "Another tablet", "Psoriasis", "National Heart Institute"),
    ];
    assert_eq!(found(&studies, "amgen"), [1]);
    assert_eq!(found(&studies, "heart disease"), [0; 0]);
}
