//! Studies that require the opposite state of a marker, or another change of a gene, are no fit.

use std::sync::LazyLock;

use waypoint_domain::{fit::Fit, registry_study::RegistryStudy};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, IndexBuilder, SearchIndex, SearchQuery, SearchResults};
use waypoint_vocabulary::{ConceptId, Vocabulary};

pub(crate) static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

pub(crate) fn study(number: u32, title: &str, condition: &str, criteria: &str) -> RegistryStudy {
    serde_json::from_value(serde_json::json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": title, "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": [condition], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {},
        "healthy_volunteers": false, "eligibility_criteria": criteria, "sponsor": "", "contacts": [], "sites": [],
        "last_updated": "2026-01-01"
    }))
    .unwrap()
}

/// Searches these studies, and returns the numbers of those that fit, best first.
pub(crate) fn fitting(studies: &[RegistryStudy], words: &str) -> Vec<u32> {
    let found = search(studies, words);
    let fitting = found.studies.iter().filter(|found| found.fit == Fit::All);
    fitting.map(|found| found.study.nct_id.as_str()[3..].parse().unwrap()).collect()
}

pub(crate) fn search(studies: &[RegistryStudy], words: &str) -> SearchResults {
    search_without(studies, words, &[])
}

/// Searches these studies for a person who denies some conditions.
fn search_without(studies: &[RegistryStudy], words: &str, denied: &[ConceptId]) -> SearchResults {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    let reading = index.read(words, &VOCABULARY);
    index.search(&SearchQuery { denied, ..SearchQuery::new(&reading, 20) }, &VOCABULARY).unwrap()
}

#[test]
fn study_that_requires_the_opposite_state_is_no_fit() {
    let breast = "Breast Cancer";
    let studies = [
        study(1, "A drug for HER2-positive breast cancer", breast, ""),
        study(2, "A drug for HER2-negative breast cancer", breast, ""),
        study(3, "A drug for breast cancer", breast, ""),
        study(
            4,
            "Exercise in breast cancer",
            breast,
            "Inclusion Criteria:\n* HER2-positive tumor\n* Age 18+",
        ),
        study(
            5,
            "Yoga in breast cancer",
            breast,
            "Inclusion Criteria:\n* Age 18+\nExclusion Criteria:\n* HER2-positive",
        ),
        study(6, "A drug for HR+/HER2- breast cancer", breast, ""),
        study(7, "A vaccine for triple-negative breast cancer", "Triple Negative Breast Cancer", ""),
        study(
            8,
            "Two drugs, with a cohort of HER2-positive and one of HER2-negative breast cancer",
            breast,
            "",
        ),
        study(
            9,
            "A drug for HER2-low breast cancer",
            breast,
            "Exclusion Criteria:\n* HER2-positive tumor at any time",
        ),
    ];
    let table: [(&str, &[u32]); 13] = [
        ("HER2 breast cancer", &[1, 4, 8]),
        ("HER2- breast cancer", &[2, 3, 5, 6, 7, 8, 9]),
        ("HER2(-) breast cancer", &[2, 3, 5, 6, 7, 8, 9]),
        ("HER2 neg breast cancer", &[2, 3, 5, 6, 7, 8, 9]),
        ("breast cancer without HER2 amplification", &[2, 3, 5, 6, 7, 8, 9]),
        ("cáncer de mama HER2 negativo", &[2, 3, 5, 6, 7, 8, 9]),
        ("ung thư vú HER2 âm tính", &[2, 3, 5, 6, 7, 8, 9]),
        ("HER2 low breast cancer", &[9]),
        ("HR- HER2+ breast cancer", &[1, 4, 8]),
        ("ER- PR- HER2- breast cancer", &[2, 3, 5, 7, 8, 9]),
        ("ER negative breast cancer", &[1, 2, 3, 4, 5, 7, 8, 9]),
        ("hormone receptor positive breast cancer", &[6]),
        ("breast cancer", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ];
    for (words, numbers) in table {
        let mut found = fitting(&studies, words);
        found.sort_unstable();
        assert_eq!(found, numbers, "{words}");
    }
    let related = search(&studies, "HER2- breast cancer").studies;
    assert!(!related.iter().any(|found| found.study.nct_id.as_str().ends_with("01")), "not even related");
    let related = search(&studies, "HER2 breast cancer").studies;
    assert!(
        related.iter().any(|found| found.study.nct_id.as_str().ends_with("09")),
        "little of HER2 is related"
    );
}

#[test]
fn study_of_exactly_the_change_comes_first_and_one_of_others_is_only_related() {
    let colon = "Colorectal Cancer";
    let studies = [
        study(1, "A drug for KRAS G12C colon cancer", colon, ""),
        study(2, "A drug for KRAS-mutated colon cancer", colon, ""),
        study(
            3,
            "A vaccine for KRAS colon cancer",
            colon,
            "Inclusion Criteria:\n* KRAS p.G12V or G12D mutation",
        ),
        study(4, "A drug for KRAS wild-type colon cancer", colon, ""),
    ];
    assert_eq!(fitting(&studies, "KRAS G12V colon cancer"), [3, 2]);
    assert_eq!(fitting(&studies, "KRAS G12C colon cancer"), [1, 2]);
    let found = search(&studies, "KRAS G12V colon cancer").studies;
    let of_number = |end: &str| found.iter().find(|found| found.study.nct_id.as_str().ends_with(end));
    assert!(of_number("01").is_none_or(|found| found.fit != Fit::All) && of_number("04").is_none());
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for EGFR exon 20 insertion lung cancer", lung, ""),
        study(
            2,
            "A drug for EGFR-mutant lung cancer",
            lung,
            "Inclusion Criteria:\n* EGFR exon 19 deletion or L858R",
        ),
        study(3, "A drug for EGFR-mutant lung cancer", lung, ""),
        study(
            4,
            "A drug for lung cancer",
            lung,
            "Exclusion Criteria:\n* Known EGFR mutation or ALK rearrangement",
        ),
    ];
    assert_eq!(fitting(&studies, "EGFR exon 20 lung cancer"), [1, 3]);
    assert_eq!(fitting(&studies, "EGFR exon 19 lung cancer"), [2, 3]);
    assert_eq!(fitting(&studies, "EGFR- lung cancer"), [4]);
    assert_eq!(fitting(&studies, "ALK- lung cancer").len(), 4);
}

#[test]
fn study_that_requires_the_states_that_a_name_means_is_a_fit() {
    let (breast, lung) = ("Breast Cancer", "Lung Cancer");
    let studies = [
        study(1, "A pill", breast, "Inclusion Criteria:\n* HR-positive tumor\n* HER2-negative"),
        study(2, "An infusion", breast, "Inclusion Criteria:\n* ER and PR negative\n* ErbB2 not amplified"),
        study(3, "Two drugs for HR-positive and HER2-positive disease", breast, ""),
        study(4, "A tablet", lung, "Inclusion Criteria:\n* ALK-positive or ROS1-positive tumor"),
        study(5, "A vaccine", lung, "Inclusion Criteria:\n* EGFR mutation"),
        study(6, "An antibody", breast, "Inclusion Criteria:\n* HER2 IHC 1+ or IHC 2+/ISH-"),
    ];
    let table = [
        ("HR+ HER2- breast cancer", 1),
        ("estrogen receptor positive HER2 negative", 1),
        ("HR+ HER2+ breast cancer", 3),
        ("triple negative breast cancer", 2),
        ("TNBC", 2),
        ("ALK positive lung cancer", 4),
        ("ROS1", 4),
        ("EGFR mutated lung cancer", 5),
        ("HER2-low breast cancer", 6),
    ];
    for (words, number) in table {
        assert_eq!(fitting(&studies, words), [number], "{words}");
    }
    let little = fitting(&studies, "HER2 1+ breast cancer");
    assert!(little.contains(&6) && !little.contains(&3), "{little:?}");
}

#[test]
fn marker_alone_finds_studies_that_name_its_state() {
    let studies = [
        study(1, "A drug for HER2-negative breast cancer", "Breast Cancer", ""),
        study(2, "A drug for HER2-positive breast cancer", "Breast Cancer", ""),
        study(3, "Walking", "Asthma", ""),
    ];
    assert_eq!(fitting(&studies, "HER2 negative"), [1]);
    assert_eq!(fitting(&studies, "ERBB2 positive"), [2]);
}

#[test]
fn undecided_test_makes_studies_of_a_clear_state_only_related() {
    let breast = "Breast Cancer";
    let studies = [
        study(1, "A drug for HER2-positive breast cancer", breast, ""),
        study(2, "A drug for HER2-negative breast cancer", breast, ""),
        study(3, "A drug for breast cancer", breast, ""),
    ];
    let table: [(&str, &[u32]); 6] = [
        ("HER2 2+ breast cancer", &[3]),
        ("HER2 equivocal breast cancer", &[3]),
        ("HER2 0 breast cancer", &[2, 3]),
        ("cáncer de mama HER2 cero", &[2, 3]),
        ("HER2 2+/FISH- breast cancer", &[2, 3]),
        ("HER2 2+, FISH positive, breast cancer", &[1]),
    ];
    for (words, numbers) in table {
        let mut found = fitting(&studies, words);
        found.sort_unstable();
        assert_eq!(found, numbers, "{words}");
    }
    assert_eq!(search(&studies, "HER2 2+ breast cancer").studies.len(), 3, "the others are related");
}

#[test]
fn study_of_alternatives_is_only_related_for_a_person_without_one_of_them() {
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for lung cancer with an EGFR or HER2 mutation", lung, ""),
        study(2, "A drug for lung cancer", lung, ""),
    ];
    assert_eq!(fitting(&studies, "EGFR wild-type lung cancer"), [2]);
    assert_eq!(fitting(&studies, "sin mutaciones de EGFR, cáncer de pulmón"), [2]);
    assert!(fitting(&studies, "EGFR- HER2+ lung cancer").contains(&1));
    assert_eq!(search(&studies, "EGFR- lung cancer").studies.len(), 2, "the first one is related");
}

#[test]
fn change_of_one_gene_means_the_gene() {
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for EGFR exon 20 insertion lung cancer", lung, ""),
        study(2, "A drug for EGFR exon 19 deletion lung cancer", lung, ""),
        study(3, "A drug for lung cancer", lung, ""),
    ];
    assert_eq!(fitting(&studies, "exon 19 deletion lung cancer"), [2]);
    assert_eq!(fitting(&studies, "exon 20 insertion"), [1]);
    assert_eq!(fitting(&studies, "L858R").len(), 0);
    assert_eq!(search(&studies, "L858R").studies.len(), 3, "they are related");
}

#[test]
fn words_of_a_marker_are_no_unknown_words() {
    let studies = [study(1, "A drug for breast cancer", "Breast Cancer", "")];
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    builder.add(&studies[0]).unwrap();
    builder.finish().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    for text in [
        "ER+/PR+/HER2- breast cancer",
        "ER+ PR+ HER2- breast cancer",
        "RAS mutant colorectal cancer",
        "NRAS mutant colorectal cancer",
        "MSS colorectal cancer",
        "pMMR colorectal cancer",
        "microsatellite stable colorectal cancer",
        "colorectal cancer MSI-positive",
        "breast cancer BRCA1-positive",
        "HER2 2+ breast cancer",
    ] {
        let reading = index.read(text, &VOCABULARY);
        assert!(reading.unknown.is_empty() && reading.rest.is_empty(), "{text}: {reading:?}");
    }
}

#[test]
fn sentence_keeps_the_whole_state_of_a_marker_and_reads_no_place_in_it() {
    let gazetteer = Gazetteer::default();
    let table = [
        ("ER- PR- HER2- breast cancer", "ER- PR- HER2- breast cancer", None),
        ("breast cancer, ER+/PR+/HER2-", "breast cancer, ER+/PR+/HER2-", None),
        ("45 yo woman, breast cancer HER2(-)", "breast cancer HER2(-)", None),
        ("HER2- 45 year old woman with breast cancer", "HER2- breast cancer", None),
        (
            "no EGFR mutation lung cancer in Texas",
            "no EGFR mutation lung cancer",
            Some("Texas, United States"),
        ),
        ("breast cancer PR- ER- in PR", "breast cancer PR- ER-", Some("Puerto Rico")),
    ];
    for (text, condition, place) in table {
        let read = FreeText::read(text, 2026, &VOCABULARY, &gazetteer);
        let label = read.place.map(|place| place.value.label());
        assert_eq!((read.condition.as_str(), label.as_deref()), (condition, place), "{text}");
    }
}

#[test]
fn denied_conditions_are_known() {
    let gazetteer = Gazetteer::default();
    let labels = |text: &str| {
        let read = FreeText::read(text, 2026, &VOCABULARY, &gazetteer);
        let denied = read.denied.iter().map(|concept| VOCABULARY.label(*concept).to_owned());
        (read.condition, denied.collect::<Vec<_>>().join(", "))
    };
    let table = [
        ("asthma without diabetes", "asthma", "Diabetes"),
        ("asthma, no COPD", "asthma", "COPD"),
        ("non diabetic kidney disease", "kidney disease", "Diabetes"),
        ("non-diabetic kidney disease", "kidney disease", "Diabetes"),
        ("people without HIV", "", "HIV"),
        ("HIV negative men", "", "HIV"),
        ("hepatitis B negative, liver disease", "liver disease", "Hepatitis B"),
        ("non-small cell lung cancer", "non-small cell lung cancer", ""),
        ("non-Hodgkin lymphoma", "non-Hodgkin lymphoma", ""),
        ("lung cancer that has spread to the brain", "lung cancer", ""),
        ("migraine without aura", "migraine without aura", ""),
    ];
    for (text, condition, denied) in table {
        assert_eq!(labels(text), (condition.to_owned(), denied.to_owned()), "{text}");
    }
}

#[test]
fn study_about_a_denied_condition_is_no_fit() {
    let denied = ["D003920"].map(|id| VOCABULARY.concept(id).unwrap());
    let studies = [study(1, "A", "Diabetic Nephropathy", ""), study(2, "B", "Chronic Kidney Disease", "")];
    let found = search_without(&studies, "kidney disease", &denied).studies;
    let numbers: Vec<&str> = found.iter().map(|found| found.study.nct_id.as_str()).collect();
    assert_eq!(numbers, ["NCT00000002"]);
}
