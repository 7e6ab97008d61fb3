//! The filter for drugs and other treatments.

use std::sync::LazyLock;

use serde_json::json;
use tempfile::TempDir;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_search::{IndexBuilder, SearchIndex, SearchQuery, Treatment};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static SAMPLE: LazyLock<(SearchIndex, TempDir)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in [
        testing(1, &["Semaglutide 1 MG/ML [Ozempic]"]),
        testing(2, &["Liraglutide", "Metformin"]),
        testing(3, &["Placebo", "BX-204"]),
        testing(4, &["Prednisone tablets"]),
        testing(5, &["Walking in a group"]),
        testing(7, &["Sacubitril/Valsartan 49/51 mg"]),
        testing(8, &["Valsartan"]),
        RegistryStudy { brief_title: "Metformin in daily life".into(), ..testing(6, &[]) },
    ] {
        builder.add(&study).unwrap();
    }
    builder.finish().unwrap();
    (SearchIndex::open(folder.path()).unwrap(), folder)
});

fn testing(number: u32, interventions: &[&str]) -> RegistryStudy {
    serde_json::from_value(json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": "A study", "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": ["Diabetes"], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": false,
        "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [], "last_updated": "2026-01-01",
        "interventions": interventions,
    }))
    .unwrap()
}

/// The numbers of the studies of diabetes that test a treatment, and the count.
fn studies_testing(treatment: &str) -> (Vec<u32>, usize) {
    let index = &SAMPLE.0;
    let reading = index.read("diabetes", &VOCABULARY);
    let treatment = Treatment::new(treatment, &VOCABULARY);
    let query = SearchQuery { treatment: Some(&treatment), ..SearchQuery::new(&reading, 10) };
    let found = index.search(&query, &VOCABULARY).unwrap();
    let number =
        |number: &str| number.trim_start_matches("NCT").trim_start_matches('0').parse::<u32>().unwrap();
    let mut numbers: Vec<u32> =
        found.studies.iter().map(|found| number(found.study.nct_id.as_str())).collect();
    numbers.sort_unstable();
    (numbers, found.counts.total)
}

#[test]
fn treatment_is_found_by_brand_by_class_and_by_the_words_of_its_name() {
    for (treatment, studies) in [
        ("semaglutide", &[1][..]),
        ("Ozempic", &[1]),
        ("METFORMIN", &[2]),
        ("liraglutide and metformin", &[2]),
        ("semaglutide metformin", &[]),
        ("BX-204", &[3]),
        ("bx204", &[]),
        ("glucocorticoids", &[4]),
        ("walking", &[5]),
        ("group walking", &[5]),
        ("insulin", &[]),
        ("Entresto", &[7]),
        ("sacubitril/valsartan", &[7]),
        ("valsartan/sacubitril", &[7]),
        ("sacubitril-valsartan", &[7]),
    ] {
        assert_eq!(studies_testing(treatment), (studies.to_vec(), studies.len()), "{treatment}");
    }
}
