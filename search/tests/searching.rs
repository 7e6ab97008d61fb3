//! What a search finds, and in which order.

use std::{str::FromStr, sync::LazyLock};

use tempfile::TempDir;
use waypoint_domain::{
    coordinates::Coordinates, country::Country, fit::Fit, nct_id::NctId, registry_study::RegistryStudy,
    sex::Sex, study_type::StudyType,
};
use waypoint_search::{
    Filters, IndexBuilder, Near, RecruitmentScope, SearchIndex, SearchQuery, SearchResults, Sort,
    partner::RegistryNumbers,
};
use waypoint_vocabulary::{Reading, Vocabulary};

static US: LazyLock<Country> = LazyLock::new(|| Country::parse("USA").unwrap());
static CHILE: LazyLock<Country> = LazyLock::new(|| Country::parse("Chile").unwrap());
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// A study open to everyone that recruits in Cleveland.
fn study(number: u32, title: &str, conditions: &[&str]) -> RegistryStudy {
    serde_json::from_value(serde_json::json!({
        "nct_id": format!("NCT{number:08}"),
        "brief_title": title,
        "official_title": "",
        "brief_summary": "",
        "detailed_description": "",
        "conditions": conditions,
        "keywords": [],
        "status": "Recruiting",
        "study_type": "Interventional",
        "phases": [],
        "sex": "All",
        "ages": {},
        "healthy_volunteers": false,
        "eligibility_criteria": "",
        "sponsor": "",
        "contacts": [],
        "sites": [site("Cleveland", "United States", 41.5, -81.7)],
        "last_updated": "2026-01-01",
    }))
    .unwrap()
}

fn site(city: &str, country: &str, latitude: f64, longitude: f64) -> serde_json::Value {
    serde_json::json!({
        "site_name": city, "city": city, "country": country, "latitude": latitude, "longitude": longitude
    })
}

fn with_sites(study: RegistryStudy, sites: &[serde_json::Value]) -> RegistryStudy {
    RegistryStudy {
        sites: sites.iter().map(|site| serde_json::from_value(site.clone()).unwrap()).collect(),
        ..study
    }
}

/// An index in a temporary folder.
struct TestIndex {
    index: SearchIndex,
    _folder: TempDir,
}

impl TestIndex {
    fn new(studies: &[RegistryStudy]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
        for study in studies {
            builder.add(study).unwrap();
        }
        builder.finish().unwrap();
        Self { index: SearchIndex::open(folder.path()).unwrap(), _folder: folder }
    }

    fn search(&self, words: &str, change: impl FnOnce(&mut SearchQuery)) -> SearchResults {
        let reading = self.index.read(words, &VOCABULARY);
        let mut query = query(&reading);
        change(&mut query);
        self.index.search(&query, &VOCABULARY).unwrap()
    }

    fn numbers(&self, words: &str, change: impl FnOnce(&mut SearchQuery)) -> Vec<u32> {
        numbers(&self.search(words, change))
    }
}

fn query(reading: &Reading) -> SearchQuery<'_> {
    SearchQuery::new(reading, 20)
}

fn numbers(answer: &SearchResults) -> Vec<u32> {
    answer.studies.iter().map(|found| found.study.nct_id.as_str()[3..].parse().unwrap()).collect()
}

#[test]
fn study_matches_every_name_and_ancestor_of_its_condition() {
    let index = TestIndex::new(&[
        study(1, "A new tablet", &["Non-Small Cell Lung Cancer"]),
        study(2, "Walking", &["Asthma"]),
    ]);
    for words in [
        "NSCLC",
        "lung cancer",
        "cancer of the lung",
        "cáncer de pulmón",
        "ung thu phoi",
        "cancer",
        "lung cancre",
    ] {
        let answer = index.search(words, |_| {});
        let fitting = answer.studies.iter().filter(|found| found.fit == Fit::All);
        assert_eq!((numbers(&answer)[0], fitting.count(), answer.counts.total), (1, 1, 1), "{words}");
    }
}

#[test]
fn condition_ranks_before_title_and_summary() {
    let mentions = RegistryStudy {
        brief_summary: "Some of these people have asthma.".into(),
        ..study(1, "Sleeping well", &["Insomnia"])
    };
    let index = TestIndex::new(&[
        mentions,
        study(2, "Asthma and sleep", &["Insomnia"]),
        study(3, "A spray", &["Asthma"]),
    ]);
    assert_eq!(index.numbers("asthma", |_| {}), [3, 2, 1]);
}

#[test]
fn partner_study_is_reported_apart_and_not_counted() {
    let index = TestIndex::new(&[study(1, "A spray", &["Asthma"]), study(2, "A tablet", &["Asthma"])]);
    let partner = NctId::from_str("NCT00000001").unwrap();
    let partners = RegistryNumbers::from_iter([&partner]);
    let reading = VOCABULARY.read("asthma");
    let query = SearchQuery { partners: &partners, ..query(&reading) };
    let answer = index.index.search(&query, &VOCABULARY).unwrap();
    assert_eq!((numbers(&answer), answer.counts.total, answer.counts.female), (vec![2], 1, 1));
    assert_eq!(answer.conditions.iter().map(|(_, studies)| *studies).collect::<Vec<_>>(), [1]);
    assert_eq!(answer.partners.iter().map(|record| &record.number).collect::<Vec<_>>(), [&partner]);
}

#[test]
fn partner_study_is_for_healthy_people_only_if_its_record_says_so() {
    let of_healthy = RegistryStudy { healthy_volunteers: Some(true), ..study(1, "A spray", &["Asthma"]) };
    let of_patients = RegistryStudy { healthy_volunteers: Some(false), ..study(2, "A tablet", &["Asthma"]) };
    let index = TestIndex::new(&[of_healthy, of_patients]);
    let own = ["NCT00000001", "NCT00000002"].map(|number| NctId::from_str(number).unwrap());
    let partners = RegistryNumbers::from_iter(&own);
    let reading = VOCABULARY.read("asthma");
    let partners_for = |healthy: Option<bool>| {
        let filters = Filters { healthy, ..Filters::default() };
        let query = SearchQuery { partners: &partners, filters, ..query(&reading) };
        let found = index.index.search(&query, &VOCABULARY).unwrap().partners;
        found.into_iter().map(|record| record.number).collect::<Vec<_>>()
    };
    assert_eq!(partners_for(Some(true)), own[..1]);
    assert_eq!(partners_for(None), own);
}

#[test]
fn broader_studies_follow_only_if_filters_leave_none() {
    let of_men = RegistryStudy { sex: Some(Sex::Male), ..study(1, "A spray", &["Asthma"]) };
    let of_women = (2..14)
        .map(|number| RegistryStudy { sex: Some(Sex::Female), ..study(number, "A spray", &["Asthma"]) });
    let wider = RegistryStudy { sex: Some(Sex::Male), ..study(19, "Breathing", &["Lung Diseases"]) };
    let mut studies: Vec<RegistryStudy> = of_women.chain([wider]).collect();
    let men = |query: &mut SearchQuery| query.filters.sex = Some(Sex::Male);
    assert_eq!(TestIndex::new(&studies).numbers("bronchial asthma", men), [19]);
    studies.push(of_men);
    assert_eq!(TestIndex::new(&studies).numbers("bronchial asthma", men), [1]);
}

#[test]
fn full_matches_come_first_and_partial_ones_only_if_few() {
    let both_conditions = study(1, "Both", &["Asthma", "Depression"]);
    let one = (2..9).map(|number| study(number, "One", &["Asthma"]));
    let index = TestIndex::new(&std::iter::once(both_conditions).chain(one).collect::<Vec<_>>());
    for sort in [Sort::Relevance, Sort::Newest] {
        let answer = index.search("asthma and depression", |query| query.sort = sort);
        let fits: Vec<Fit> = answer.studies.iter().map(|found| found.fit).collect();
        assert_eq!((numbers(&answer)[0], fits.len()), (1, 8));
        assert_eq!((fits[0], fits[1..].iter().all(|fit| *fit == Fit::Part)), (Fit::All, true));
        assert_eq!((answer.counts.total, answer.counts.female), (1, 1), "only full matches are counted");
    }
    let pages = [(0, 3), (3, 3), (6, 20)].map(|(skip, most)| {
        let answer = index.search("asthma and depression", |query| (query.skip, query.limit) = (skip, most));
        numbers(&answer)
    });
    assert_eq!(pages.concat(), index.numbers("asthma and depression", |_| {}));
}

#[test]
fn broader_and_sibling_conditions_come_last_and_are_limited() {
    let asthma = study(1, "A spray", &["Asthma"]);
    let wider = study(2, "Breathing", &["Lung Diseases"]);
    let of_other_kinds = (3..19).map(|number| study(number, "A drug", &["Bronchitis", "Bronchial Diseases"]));
    let fits = |studies: &[RegistryStudy]| {
        let answer = TestIndex::new(studies).search("bronchial asthma", |_| {});
        let fits: Vec<Fit> = answer.studies.iter().map(|found| found.fit).collect();
        (numbers(&answer), fits, answer.counts.total)
    };
    assert_eq!(fits(std::slice::from_ref(&wider)), (vec![2], vec![Fit::Near], 0));
    let all: Vec<RegistryStudy> = of_other_kinds.chain([wider, asthma]).collect();
    let (numbers, fits, count) = fits(&all);
    assert_eq!((&numbers[..2], count), (&[1, 2][..], 1), "a broader condition ranks before siblings");
    assert_eq!(fits, [&[Fit::All][..], &[Fit::Near; 10]].concat());
}

#[test]
fn results_are_recruiting_with_an_open_site_in_the_country() {
    let closed = RegistryStudy { status: "Completed".to_owned().into(), ..study(2, "B", &["Asthma"]) };
    let abroad = with_sites(study(3, "C", &["Asthma"]), &[site("Lyon", "France", 45.8, 4.8)]);
    let index = TestIndex::new(&[study(1, "A", &["Asthma"]), closed, abroad]);
    assert_eq!(index.numbers("asthma", |query| query.country = Some(&US)), [1]);
    assert_eq!(index.numbers("asthma", |_| {}), [1, 3]);
    assert_eq!(index.numbers("asthma", |query| query.recruitment = RecruitmentScope::AnyStatus).len(), 3);
}

#[test]
fn record_without_sites_is_found_in_every_country() {
    let nowhere = with_sites(study(1, "A", &["Asthma"]), &[]);
    let available = RegistryStudy {
        status: "AVAILABLE".to_owned().into(),
        study_type: StudyType::ExpandedAccess,
        ..study(2, "B", &["Asthma"])
    };
    let abroad = with_sites(study(3, "C", &["Asthma"]), &[site("Lyon", "France", 45.8, 4.8)]);
    let index = TestIndex::new(&[nowhere, available, abroad]);
    assert_eq!(index.numbers("asthma", |query| query.country = Some(&US)), [1, 2]);
    assert_eq!(index.numbers("asthma", |query| query.country = Some(&CHILE)), [1]);
}

#[test]
fn filters_select_matching_studies_and_missing_age_limits_admit_all() {
    let women = RegistryStudy { sex: Some(Sex::Female), ..study(1, "A", &["Asthma"]) };
    let adults: RegistryStudy = RegistryStudy {
        ages: serde_json::from_value(serde_json::json!({"minimum_age": "18 Years"})).unwrap(),
        ..study(2, "B", &["Asthma"])
    };
    let watched = RegistryStudy {
        study_type: StudyType::Observational,
        healthy_volunteers: Some(true),
        ..study(3, "C", &["Asthma"])
    };
    let index = TestIndex::new(&[women, adults, watched]);
    let with = |filters: Filters| index.numbers("asthma", |query| query.filters = filters);
    assert_eq!(with(Filters { sex: Some(Sex::Male), ..Filters::default() }), [2, 3]);
    assert_eq!(with(Filters { ages: "10".parse().ok(), ..Filters::default() }), [1, 3]);
    assert_eq!(with(Filters { ages: "95".parse().ok(), ..Filters::default() }), [1, 2, 3]);
    assert_eq!(with(Filters { study_type: Some(StudyType::Observational), ..Filters::default() }), [3]);
    assert_eq!(with(Filters { healthy: Some(true), ..Filters::default() }), [3]);
}

#[test]
fn counts_show_what_other_filter_values_would_match() {
    let women = RegistryStudy { sex: Some(Sex::Female), ..study(1, "A", &["Asthma"]) };
    let men = RegistryStudy { sex: Some(Sex::Male), ..study(2, "B", &["Asthma"]) };
    let index = TestIndex::new(&[women, men, study(3, "C", &["Asthma"])]);
    let filters = Filters { sex: Some(Sex::Female), ..Filters::default() };
    let counts = index.search("asthma", |query| query.filters = filters).counts;
    assert_eq!((counts.total, counts.female, counts.male, counts.study_type), (2, 2, 2, [2, 0, 0, 0]));
}

#[test]
fn distance_is_to_the_nearest_open_site() {
    let cleveland = Coordinates::new(Some(41.4993), Some(-81.6944)).unwrap().unwrap();
    let many = with_sites(
        study(1, "A", &["Asthma"]),
        &[site("Boston", "United States", 42.36, -71.06), site("Akron", "United States", 41.08, -81.52)],
    );
    let far = with_sites(study(2, "B", &["Asthma"]), &[site("Miami", "United States", 25.77, -80.19)]);
    let index = TestIndex::new(&[far, many, study(3, "C", &["Asthma"])]);
    let near = |within_km| {
        move |query: &mut SearchQuery| {
            query.near = Some(Near { place: cleveland, within_km });
            query.sort = Sort::Nearest;
        }
    };
    let answer = index.search("asthma", near(None));
    assert_eq!(numbers(&answer), [3, 1, 2]);
    let km: Vec<String> = answer.studies.iter().map(|found| format!("{:.0}", found.km.unwrap())).collect();
    assert_eq!(km, ["0", "49", "1754"]);
    assert_eq!(index.numbers("asthma", near(Some(100.0))), [3, 1]);
}

#[test]
fn state_comes_from_open_sites_or_their_nearest_city() {
    let in_state = |mut site: serde_json::Value, state: &str| {
        site["state"] = state.into();
        site
    };
    let houston = in_state(site("Houston", "United States", 29.76, -95.36), "Texas");
    let el_paso = site("El Paso", "United States", 31.76, -106.49);
    let closed = serde_json::json!({
        "site_name": "Dallas", "city": "Dallas", "state": "TX", "country": "United States",
        "latitude": 32.78, "longitude": -96.8, "status": "Completed"
    });
    let index = TestIndex::new(&[
        with_sites(study(1, "A", &["Asthma"]), &[site("Cleveland", "United States", 41.5, -81.7), houston]),
        with_sites(study(2, "B", &["Asthma"]), &[el_paso]),
        with_sites(study(3, "C", &["Asthma"]), &[closed, site("Miami", "United States", 25.77, -80.19)]),
    ]);
    let within = |region: &'static str| index.numbers("asthma", |query| query.region = Some(region));
    assert_eq!(within("Texas, United States"), [1, 2]);
    assert_eq!(within("Florida, United States"), [3]);
    assert_eq!(within("Ohio, United States"), [1]);
    assert_eq!(within("Bavaria, Germany"), [0; 0]);
}

#[test]
fn pages_are_complete_and_disjoint() {
    let index =
        TestIndex::new(&(1..=57).map(|number| study(number, "Same", &["Asthma"])).collect::<Vec<_>>());
    let page = |skip| index.search("asthma", |query| (query.skip, query.limit) = (skip, 10));
    assert_eq!(page(0).counts.total, 57);
    let mut all: Vec<u32> = (0..6).flat_map(|number| numbers(&page(number * 10))).collect();
    assert_eq!(all.len(), 57);
    all.dedup();
    assert_eq!(all, (1..=57).collect::<Vec<_>>());
    assert!(page(60).studies.is_empty());
}

#[test]
fn filler_words_find_nothing_and_unknown_words_match_literally() {
    let index = TestIndex::new(&[study(1, "Testing bremelanotide", &["Asthma"])]);
    for words in ["", "near me please", "zzyzx qwrtz"] {
        assert_eq!(index.numbers(words, |_| {}), [0; 0], "{words}");
    }
    assert_eq!(index.numbers("bremelanotide", |_| {}), [1]);
}

#[test]
fn word_beginnings_and_typos_match_words_of_studies() {
    let index = TestIndex::new(&[study(1, "Qelvatrimost for bariatric patients", &["Asthma"])]);
    for words in ["qelvat", "qelvatrymost", "qlvatrimst", "bariatr"] {
        assert_eq!(index.numbers(words, |_| {}), [1], "{words}");
    }
    for words in ["pelvatrimost", "qel", "qevatrmos"] {
        assert_eq!(index.numbers(words, |_| {}), [0; 0], "{words}");
    }
}

#[test]
fn word_in_use_is_corrected_only_to_a_far_commoner_one() {
    let (hypnosis, kyphosis) = (study(1, "Hypnosis", &["Asthma"]), study(2, "A", &["Kyphosis"]));
    let index = TestIndex::new(&[hypnosis, kyphosis]);
    assert_eq!(index.numbers("hypnosis", |_| {}), [1]);
    let common = (2..70).map(|number| study(number, "Asthma", &["Asthma"]));
    let index = TestIndex::new(&common.chain([study(1, "Athma", &["Gout"])]).collect::<Vec<_>>());
    assert!(index.search("athma", |_| {}).counts.total > 60);
}

#[test]
fn near_descendants_rank_first_and_titles_break_ties() {
    let index = TestIndex::new(&[
        study(1, "A", &["COVID-19"]),
        study(2, "B", &["Asthma"]),
        study(3, "Living with lung disease", &["Asthma"]),
    ]);
    assert_eq!(index.numbers("lung disease", |_| {}), [3, 2, 1]);
}

#[test]
fn study_matches_by_intervention_and_registry_heading() {
    let index = TestIndex::new(&[
        RegistryStudy { interventions: vec!["REGN668".into()], ..study(1, "A", &["Gout"]) },
        RegistryStudy { headings: vec!["D001249".into(), "D1".into()], ..study(2, "B", &["Gout"]) },
    ]);
    assert_eq!(index.numbers("regn668", |_| {}), [1]);
    assert_eq!(index.numbers("asthma", |_| {}), [2]);
}

#[test]
fn distant_ancestors_follow_only_if_few_studies_match() {
    let index = TestIndex::new(&[
        study(1, "A", &["Solid Tumor"]),
        study(2, "B", &["Hepatocellular Carcinoma"]),
        study(3, "C", &["Breast Cancer"]),
    ]);
    assert_eq!(index.numbers("liver cancer", |_| {}), [2, 1]);
    let many = (2..20).map(|number| study(number, "B", &["Hepatocellular Carcinoma"]));
    let index = TestIndex::new(&many.chain([study(1, "A", &["Solid Tumor"])]).collect::<Vec<_>>());
    assert!(!index.numbers("liver cancer", |_| {}).contains(&1));
}

#[test]
fn solid_tumor_study_is_related_to_solid_tumors_only() {
    let any = &["Lymphoma", "Multiple Myeloma", "Advanced Solid Tumors"];
    let index = TestIndex::new(&[study(1, "A", any), study(2, "B", &["Asthma"])]);
    for cancer in ["kidney cancer", "cervical cancer", "bone cancer", "head and neck cancer"] {
        assert_eq!(index.numbers(cancer, |_| {}), [1], "{cancer}");
    }
    assert_eq!(index.numbers("leukemia", |_| {}), [0; 0]);
}

#[test]
fn related_study_is_found_if_none_matches() {
    let index = TestIndex::new(&[study(1, "A", &["Brain Injuries"]), study(2, "B", &["Asthma"])]);
    assert_eq!(index.numbers("traumatic brain injury", |_| {}), [1]);
}

#[test]
fn mention_of_a_common_sign_is_not_a_related_match() {
    let mentions = |number, what: &str| RegistryStudy {
        brief_summary: format!("It asks about {what}."),
        ..study(number, "A cell spray", &["Venous Leg Ulcer"])
    };
    let index = TestIndex::new(&[mentions(1, "pain"), mentions(2, "olfaction disorders")]);
    assert_eq!(index.numbers("back pain", |_| {}), [0; 0]);
    assert_eq!(index.numbers("loss of smell", |_| {}), [2]);
}

#[test]
fn any_text_gets_an_answer() {
    let index = TestIndex::new(&[study(1, "Asthma and sleep", &["Asthma"]), study(2, "Walking", &["Gout"])]);
    let texts = [
        format!("a{}", "\u{301}".repeat(199)),
        "x".repeat(200),
        "a ".repeat(100),
        "asth ".repeat(40),
        "qzxj wvkq ".repeat(20),
        "😀".repeat(200),
        "\u{202e}سرطان\0".repeat(28),
    ];
    for text in &texts {
        assert!(index.search(text, |_| {}).studies.len() <= 2, "{text:?}");
    }
    assert_eq!(index.numbers(&format!("{} asthma", "\0".repeat(190)), |_| {}), [1]);
}

#[test]
fn error_for_a_missing_index_names_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let error = SearchIndex::open(folder.path()).err().unwrap().to_string();
    assert!(error.contains(&folder.path().display().to_string()) && error.contains("rebuild it"), "{error}");
}
