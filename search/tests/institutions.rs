//! Hospitals and universities in a search, and studies that are named by their acronyms.

use std::sync::LazyLock;

use tempfile::TempDir;
use waypoint_domain::{registry_study::RegistryStudy, work_budget::WorkBudget};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, IndexBuilder, SearchIndex, SearchQuery, SearchResults};
use waypoint_text::table;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
static SAMPLE: LazyLock<(SearchIndex, TempDir)> = LazyLock::new(|| {
    index(&[
        at(1, "Asthma", &["Huntsman Cancer Institute - University of Utah"]),
        at(2, "Breast Cancer", &["Cleveland Clinic Taussig Cancer Center", "Mayo Clinic in Rochester"]),
        at(3, "Asthma", &["University of Michigan", "Utah Lung Specialists", "Cleveland Allergy Clinic"]),
        at(4, "Diabetes", &["University of California, San Francisco", "Massachusetts General Hospital"]),
        at(5, "Leukemia", &["The University of Texas M. D. Anderson Cancer Center"]),
        at(6, "Asthma", &["Children's Hospital of Philadelphia", "Johns Hopkins Bayview Medical Center"]),
        at(7, "Asthma", &["Memorial Sloan Kettering Cancer Center", "Boston Children’s Hospital"]),
        at(8, "Asthma", &["National Institutes of Health Clinical Center (CC)", "City of Hope"]),
        at(9, "Depression", &["Washington University in St. Louis", "Hospital Clínic de Barcelona"]),
        at(10, "Lupus", &["Hospital for Special Surgery", "Icahn School of Medicine at Mount Sinai"]),
        at(11, "PTSD", &["VA Office of Research and Development", "GlaxoSmithKline"]),
        at(12, "Psoriasis", &["Janssen Research & Development, LLC", "Merck Sharp & Dohme LLC"]),
    ])
});

fn at(number: u32, condition: &str, facilities: &[&str]) -> RegistryStudy {
    let sites = facilities
        .iter()
        .map(|name| serde_json::json!({ "site_name": name, "city": "City", "country": "United States" }));
    study(
        number,
        "A tablet",
        &serde_json::json!({ "conditions": [condition], "sites": sites.collect::<Vec<_>>() }),
    )
}

fn study(number: u32, title: &str, change: &serde_json::Value) -> RegistryStudy {
    let mut json = serde_json::json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": title, "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": ["Asthma"], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": false,
        "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [], "last_updated": "2026-01-01",
    });
    json.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    serde_json::from_value(json).unwrap()
}

fn index(studies: &[RegistryStudy]) -> (SearchIndex, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    (SearchIndex::open(folder.path()).unwrap(), folder)
}

fn read(text: &str, index: &SearchIndex) -> FreeText {
    let effort = WorkBudget::for_request();
    let has = |terms: &[String]| index.has_institution(terms);
    FreeText::read_with_studies(text, 2026, &VOCABULARY, &GAZETTEER, &has, &effort)
}

/// The numbers of the studies that match fully, best first.
fn numbers(found: &SearchResults) -> Vec<u32> {
    let full = found.studies.iter().take(found.counts.total);
    full.map(|found| found.study.nct_id.as_str().trim_start_matches("NCT").parse().unwrap()).collect()
}

/// What a text means: the condition, the institution with whether a study names it, and the place.
fn meaning(text: &str) -> (String, Option<(String, bool)>, Option<String>) {
    let read = read(text, &SAMPLE.0);
    let institution = read.institution.map(|found| (found.value.institution.name, found.value.is_known));
    (read.condition, institution, read.place.map(|place| place.value.label()))
}

#[test]
fn institution_that_studies_name_is_no_place_and_no_condition() {
    for (text, condition, institution, studies) in [
        ("University of Utah", "", "University of Utah", &[1][..]),
        ("asthma at University of Utah", "asthma", "University of Utah", &[1]),
        ("asthma university of utah", "asthma", "university of utah", &[1]),
        ("Cleveland Clinic", "", "Cleveland Clinic", &[2]),
        ("breast cancer Cleveland Clinic", "breast cancer", "Cleveland Clinic", &[2]),
        ("breast cancer at the cleveland clinic cancer center", "breast cancer", "cleveland clinic", &[2]),
        ("Mayo", "", "Mayo Clinic", &[2]),
        ("Mayo Clinic Rochester", "", "Mayo Clinic Rochester", &[2]),
        ("diabetes UCSF", "diabetes", "University of California San Francisco", &[4]),
        ("diabetes mgh", "diabetes", "Massachusetts General Hospital", &[4]),
        ("MD Anderson leukemia", "leukemia", "MD Anderson", &[5]),
        ("M.D. Anderson Cancer Center", "", "MD Anderson", &[5]),
        ("asthma at CHOP", "asthma", "Children's Hospital of Philadelphia", &[6]),
        ("asthma children's hospital of philadelphia", "asthma", "children's hospital of philadelphia", &[6]),
        ("Johns Hopkins", "", "Johns Hopkins", &[6]),
        ("MSK", "", "Memorial Sloan Kettering", &[7]),
        (
            "Memorial Sloan Kettering Cancer Center asthma",
            "asthma",
            "Memorial Sloan Kettering Cancer Center",
            &[7],
        ),
        ("Boston Children's Hospital", "", "Boston Children's Hospital", &[7]),
        ("NIH", "", "National Institutes of Health", &[8]),
        ("lupus Hospital for Special Surgery", "lupus", "Hospital for Special Surgery", &[10]),
        ("HSS", "", "Hospital for Special Surgery", &[10]),
        ("lupus Mount Sinai", "lupus", "Mount Sinai", &[10]),
        ("PTSD at the VA", "PTSD", "US Department of Veterans Affairs", &[11]),
        ("VA", "", "US Department of Veterans Affairs", &[11]),
        ("PTSD GSK", "PTSD", "GlaxoSmithKline", &[11]),
        ("psoriasis J&J", "psoriasis", "Johnson & Johnson", &[12]),
        ("MSD trials for psoriasis", "psoriasis", "Merck Sharp & Dohme", &[12]),
        ("City of Hope asthma", "asthma", "City of Hope", &[8]),
        (
            "depression Washington University in St Louis",
            "depression",
            "Washington University in St Louis",
            &[9],
        ),
        ("depresión en Hospital Clinic de Barcelona", "depresión", "Hospital Clinic de Barcelona", &[9]),
        (
            "asthma at Johns Hopkins or University of Utah",
            "asthma",
            "Johns Hopkins or University of Utah",
            &[1, 6],
        ),
    ] {
        let (read_condition, read_institution, place) = meaning(text);
        assert_eq!(
            (read_condition.as_str(), read_institution.clone(), place),
            (condition, Some((institution.to_owned(), true)), None),
            "{text}"
        );
        let named = waypoint_search::Institution::new(institution);
        let reading = SAMPLE.0.read(&read_condition, &VOCABULARY);
        let query = SearchQuery { institution: Some(&named), ..SearchQuery::new(&reading, 20) };
        let mut found = numbers(&SAMPLE.0.search(&query, &VOCABULARY).unwrap());
        found.sort_unstable();
        assert_eq!(found, studies, "{text}");
    }
}

#[test]
fn words_around_a_place_or_a_condition_are_no_institution() {
    for (text, condition, place) in [
        ("asthma Cleveland", "asthma", Some("Cleveland, Ohio, United States")),
        ("asthma in Utah", "asthma", Some("Utah, United States")),
        ("asthma clinic in Rochester, NY", "asthma clinic", Some("Rochester, New York, United States")),
        ("cancer center in Boston", "cancer center", Some("Boston, Massachusetts, United States")),
        ("asthma in San Francisco", "asthma", Some("San Francisco, California, United States")),
        ("hospital acquired pneumonia", "hospital acquired pneumonia", None),
        ("asthma in VA", "asthma", Some("Virginia, United States")),
        ("asthma Fort Worth", "asthma", Some("Fort Worth, Texas, United States")),
        ("asthma Mt. Vernon, NY", "asthma", Some("Mount Vernon, New York, United States")),
        ("asthma St Louis", "asthma", Some("St. Louis, Missouri, United States")),
    ] {
        assert_eq!(meaning(text), (condition.to_owned(), None, place.map(str::to_owned)), "{text}");
    }
    for text in ["CHOP for lymphoma", "R-CHOP at home"] {
        assert_eq!(meaning(text).1, None, "{text}: it is the name of a treatment");
    }
}

#[test]
fn institution_that_no_study_names_is_at_most_its_place() {
    for (text, condition, institution, place) in [
        (
            "asthma at University of Nebraska",
            "asthma",
            "University of Nebraska",
            Some("Nebraska, United States"),
        ),
        (
            "asthma at Houston Methodist Hospital",
            "asthma",
            "Houston Methodist Hospital",
            Some("Houston, Texas, United States"),
        ),
        ("asthma toledo hospital", "asthma", "toledo hospital", Some("Toledo, Ohio, United States")),
        ("asthma at Karmanos Cancer Institute", "asthma", "Karmanos Cancer Institute", None),
        (
            "asthma St. Jude",
            "asthma",
            "St. Jude Children's Research Hospital",
            Some("Memphis, Tennessee, United States"),
        ),
        (
            "asthma Texas Children's",
            "asthma",
            "Texas Children's Hospital",
            Some("Houston, Texas, United States"),
        ),
        (
            "Cedars-Sinai asthma",
            "asthma",
            "Cedars-Sinai Medical Center",
            Some("Los Angeles, California, United States"),
        ),
        ("asthma at Emory", "asthma", "Emory University", Some("Atlanta, Georgia, United States")),
        (
            "Akron Children's Hospital asthma",
            "asthma",
            "Akron Children's Hospital",
            Some("Akron, Ohio, United States"),
        ),
        ("asthma BMS trials", "asthma", "Bristol-Myers Squibb", None),
        ("asthma at Solberg Children's Hospital", "asthma", "Solberg Children's Hospital", None),
    ] {
        let found = Some((institution.to_owned(), false));
        assert_eq!(meaning(text), (condition.to_owned(), found, place.map(str::to_owned)), "{text}");
    }
}

#[test]
fn each_institution_of_the_table_has_a_place_that_exists() {
    let table = table!("../data/institutions.tsv", ["short", "name", "use", "place"]);
    for [short, _, _, place] in table.rows() {
        let named = GAZETTEER.read_exactly(place);
        let label = named.first().map(|named| named.place.label()).unwrap_or_default();
        let city = place.split(',').next().unwrap();
        assert!(label.starts_with(city), "{short}: {label}");
    }
}

#[test]
fn study_with_exactly_the_searched_acronym_comes_first() {
    let named = |acronym: &str| serde_json::json!({ "names": { "acronym": acronym } });
    let (index, _folder) = index(&[
        study(1, "Enhance care: protect lungs, destiny 1", &named("PROTECT-2")),
        study(2, "Breast cancer destiny 04", &serde_json::json!({ "conditions": ["Breast Cancer"] })),
        study(3, "A tablet", &named("ENHANCE-1")),
        study(4, "A pill", &named("PROTECT")),
        study(5, "An injection", &named("DESTINY-Breast04")),
    ]);
    for (text, first) in [
        ("ENHANCE-1", 3),
        ("enhance 1", 3),
        ("enhance1", 3),
        ("PROTECT", 4),
        ("protect", 4),
        ("protect 2", 1),
        ("destiny breast 04", 5),
        ("DESTINY-Breast04", 5),
        ("asthma trial PROTECT", 4),
    ] {
        let read = read(text, &index);
        let reading = index.read(&read.condition, &VOCABULARY);
        let query = SearchQuery { typed: text, ..SearchQuery::new(&reading, 20) };
        let found = index.search(&query, &VOCABULARY).unwrap();
        assert_eq!((numbers(&found)[0], found.studies[0].is_named), (first, true), "{text}: {found:?}");
    }
    let reading = index.read("protect lungs", &VOCABULARY);
    let query = SearchQuery { typed: "protect lungs", ..SearchQuery::new(&reading, 20) };
    assert!(index.search(&query, &VOCABULARY).unwrap().studies.iter().all(|found| !found.is_named));
}
