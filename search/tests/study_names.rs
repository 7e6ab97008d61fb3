//! Studies found by the names of their organizations, people, and sites, and by their other numbers.

use std::sync::LazyLock;

use tempfile::TempDir;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, IndexBuilder, SearchIndex, SearchQuery};
use waypoint_vocabulary::{MatchKind, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

fn study(number: u32, title: &str, change: &serde_json::Value) -> RegistryStudy {
    let mut json = serde_json::json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": title, "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": ["Diabetes Mellitus, Type 2"], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": false,
        "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [], "last_updated": "2026-01-01",
    });
    json.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    serde_json::from_value(json).unwrap()
}

fn index() -> (SearchIndex, TempDir) {
    let studies = [
        study(
            1,
            "A tablet",
            &serde_json::json!({
                "names": { "acronym": "BLISS-LN", "ids": ["NCT00099999", "2014-005181-30", "AFT-05"],
                    "organizations": ["Novo Nordisk A/S"], "investigators": ["Ana Maria Arbelaez"] },
            }),
        ),
        study(
            2,
            "A diet",
            &serde_json::json!({
                "sponsor": "Washington University School of Medicine",
                "sites": [{ "site_name": "Yale New Haven Hospital", "city": "New Haven", "country": "United States" }],
            }),
        ),
        study(
            3,
            "An exercise",
            &serde_json::json!({
                "officials": [{ "name": "Neil H White", "role": "", "emails": [], "phones": [], "affiliation": "Mercy Clinic" }],
            }),
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in &studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    (SearchIndex::open(folder.path()).unwrap(), folder)
}

fn numbers(results: &waypoint_search::SearchResults) -> Vec<&str> {
    results.studies.iter().map(|found| found.study.nct_id.as_str()).collect()
}

#[test]
fn studies_are_found_by_the_names_of_organizations_people_and_sites() {
    let (index, _folder) = index();
    for (typed, number) in [
        ("diabetes novo nordisk", "NCT00000001"),
        ("BLISS-LN", "NCT00000001"),
        ("Ana Arbelaez", "NCT00000001"),
        ("diabetes at Yale", "NCT00000002"),
        ("Neil White", "NCT00000003"),
        ("diabetes mercy clinic", "NCT00000003"),
    ] {
        let reading = index.read(typed, &VOCABULARY);
        let found = index.search(&SearchQuery::new(&reading, 20), &VOCABULARY).unwrap();
        assert_eq!((found.counts.total, numbers(&found)[0]), (1, number), "{typed}: {reading:?}");
    }
    // Words that say little put a study first and leave the others in.
    let reading = index.read("washington university diabetes", &VOCABULARY);
    let found = index.search(&SearchQuery::new(&reading, 20), &VOCABULARY).unwrap();
    assert_eq!((found.counts.total, numbers(&found)[0]), (3, "NCT00000002"));
}

#[test]
fn title_before_a_persons_name_is_no_word_of_the_search() {
    let (index, _folder) = index();
    let gazetteer = Gazetteer::default();
    let condition = |typed: &str| FreeText::read(typed, 2026, &VOCABULARY, &gazetteer).condition;
    for typed in [
        "Dr. Ana Arbelaez",
        "dr ana arbelaez",
        "DR. ANA ARBELAEZ",
        "Dra. Ana Arbelaez",
        "doctora Ana Arbelaez",
        "Prof. Dr. Ana Arbelaez",
        "Professor Ana Arbelaez",
        "bác sĩ Ana Arbelaez",
    ] {
        let condition = condition(typed);
        assert_eq!(condition.to_lowercase(), "ana arbelaez", "{typed}");
        let reading = index.read(&condition, &VOCABULARY);
        let found = index.search(&SearchQuery::new(&reading, 20), &VOCABULARY).unwrap();
        assert_eq!(numbers(&found), ["NCT00000001"], "{typed}");
    }
    assert_eq!(condition("diabetes Dr. Neil White"), "diabetes Neil White");
    for typed in
        ["DR macular edema", "doctor burnout", "high blood pressure at the doctor", "dr", "ms fatigue"]
    {
        assert_eq!(condition(typed), typed);
    }
}

#[test]
fn name_behind_a_title_is_no_condition_and_no_place() {
    let gazetteer = Gazetteer::default();
    let read = |typed: &str| FreeText::read(typed, 2026, &VOCABULARY, &gazetteer);
    for (typed, name) in [
        ("Dr. Wilson", "Wilson"),
        ("Dr Graves", "Graves"),
        ("dr graves", "graves"),
        ("DR. GRAVES", "GRAVES"),
        ("Ms. Hart", "Hart"),
        ("Ms. Graves", "Graves"),
        ("Prof. Parkinson Smith", "Parkinson Smith"),
        ("Dr. Houston", "Houston"),
        ("Mrs. Burns", "Burns"),
        ("Nurse Joy", "Joy"),
        ("doctor Crohn", "Crohn"),
        ("Prof. Dr. Maria Burns", "Maria Burns"),
    ] {
        let read = read(typed);
        let reading = VOCABULARY.read(&read.condition);
        let reading = reading.with_people(
            &read.condition,
            &[MatchKind::Named, MatchKind::Prefix, MatchKind::Misspelled],
            |word| read.titled_people.iter().any(|person| person == word),
        );
        assert_eq!((read.condition.as_str(), read.place, reading.parts), (name, None, vec![]), "{typed}");
    }
    let place = |typed: &str| read(typed).place.map(|place| place.value.name);
    assert_eq!(place("Dr. Smith Boston"), Some("Boston"));
    assert_eq!(place("Dr. Graves near Cleveland"), Some("Cleveland"));
    for typed in ["Wilson disease", "Graves", "Dr. Smith Wilson disease"] {
        let read = read(typed);
        let reading =
            VOCABULARY.read(&read.condition).with_people(&read.condition, &[MatchKind::Named], |word| {
                read.titled_people.iter().any(|person| person == word)
            });
        assert!(!reading.parts.is_empty(), "{typed}");
    }
}

#[test]
fn name_of_a_person_is_no_beginning_of_another_word() {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    let official = |name: &str| serde_json::json!({ "officials": [{ "name": name, "role": "", "emails": [], "phones": [], "affiliation": "" }] });
    builder.add(&study(1, "A tablet", &official("Ngoc Tran"))).unwrap();
    for number in 2..=30 {
        let transplant = serde_json::json!({ "conditions": ["Kidney Transplant"] });
        builder
            .add(&study(number, "Kidney transplantation with translational medicine", &transplant))
            .unwrap();
    }
    builder.finish().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    let gazetteer = Gazetteer::default();
    for (typed, numbers_found) in [
        ("Tran", &["NCT00000001"][..]),
        ("tran", &["NCT00000001"]),
        ("Dr. Tran", &["NCT00000001"]),
        ("ngoc tran", &["NCT00000001"]),
        ("Dr. Trans", &[]),
        ("Maria Transp", &[]),
    ] {
        let read = FreeText::read(typed, 2026, &VOCABULARY, &gazetteer);
        let is_person = |word: &str| read.people.iter().any(|person| person == word);
        let guesses = [MatchKind::Prefix, MatchKind::Misspelled];
        let reading = index.read(&read.condition, &VOCABULARY);
        let reading = reading.with_people(&read.condition, &guesses, is_person);
        let found = index.search(&SearchQuery::new(&reading, 20), &VOCABULARY).unwrap();
        assert_eq!(numbers(&found), numbers_found, "{typed}: {reading:?}");
    }
}

#[test]
fn studies_are_found_by_their_other_numbers_however_they_are_written() {
    let (index, _folder) = index();
    for typed in
        ["2014-005181-30", "EudraCT 2014-005181-30", "2014 005181 30", "aft-05", "AFT05", "nct00099999"]
    {
        assert_eq!(numbers(&index.studies_with_id(typed, 20).unwrap()), ["NCT00000001"], "{typed}");
    }
    for typed in ["2014-005181-31", "aft", "05", "diabetes 2", "", "type 2 diabetes since 2014"] {
        assert!(index.studies_with_id(typed, 20).unwrap().studies.is_empty(), "{typed}");
    }
}

#[test]
fn codes_are_found_without_their_hyphen_and_the_exact_number_comes_first() {
    let acronym = |acronym: &str| serde_json::json!({ "names": { "acronym": acronym } });
    let studies = [
        study(1, "Cells (VX-880)", &acronym("CodeBreaK 100")),
        study(2, "A tablet (AMG 510)", &acronym("CodeBreaK 200")),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in &studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    let table = [
        ("VX880", "NCT00000001"),
        ("vx 880", "NCT00000001"),
        ("AMG510", "NCT00000002"),
        ("CodeBreaK 200", "NCT00000002"),
        ("codebreak 100", "NCT00000001"),
        ("codebreak200", "NCT00000002"),
    ];
    for (text, first) in table {
        let reading = index.read(text, &VOCABULARY);
        let found = index.search(&SearchQuery::new(&reading, 20), &VOCABULARY).unwrap();
        assert_eq!(numbers(&found).first(), Some(&first), "{text}");
    }
}
