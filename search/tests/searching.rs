//! What a search finds, in which order, and how much of it.

use std::{str::FromStr, sync::LazyLock};

use tempfile::TempDir;
use waypoint_domain::{
    coordinates::Coordinates, country::Country, fit::Fit, nct_id::NctId, registry_study::RegistryStudy,
    sex::Sex, study_type::StudyType,
};
use waypoint_search::{Answer, Asked, Filters, IndexBuilder, Near, SearchIndex, Sort, Standing};
use waypoint_vocabulary::{Reading, Vocabulary};

static US: LazyLock<Country> = LazyLock::new(|| Country::named("USA").unwrap());
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// A study that recruits in Cleveland and takes everybody.
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

fn at(study: RegistryStudy, sites: &[serde_json::Value]) -> RegistryStudy {
    RegistryStudy {
        sites: sites.iter().map(|site| serde_json::from_value(site.clone()).unwrap()).collect(),
        ..study
    }
}

/// An index in a folder of its own.
struct Built {
    index: SearchIndex,
    _folder: TempDir,
}

impl Built {
    fn of(studies: &[RegistryStudy]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
        for study in studies {
            builder.add(study).unwrap();
        }
        builder.finish().unwrap();
        Self { index: SearchIndex::open(folder.path()).unwrap(), _folder: folder }
    }

    fn ask(&self, words: &str, change: impl FnOnce(&mut Asked)) -> Answer {
        let reading = self.index.read(words, &VOCABULARY);
        let mut asked = plain(&reading);
        change(&mut asked);
        self.index.search(&asked, &VOCABULARY).unwrap()
    }

    fn numbers(&self, words: &str, change: impl FnOnce(&mut Asked)) -> Vec<u32> {
        numbers(&self.ask(words, change))
    }
}

fn plain(reading: &Reading) -> Asked<'_> {
    Asked::of(reading, 20)
}

fn numbers(answer: &Answer) -> Vec<u32> {
    answer.studies.iter().map(|found| found.study.nct_id.as_str()[3..].parse().unwrap()).collect()
}

#[test]
fn a_study_is_found_by_every_name_of_its_condition_and_by_what_its_condition_is_a_kind_of() {
    let built = Built::of(&[
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
        let answer = built.ask(words, |_| {});
        let fitting = answer.studies.iter().filter(|found| found.fit == Fit::All);
        assert_eq!((numbers(&answer)[0], fitting.count(), answer.counts.all), (1, 1, 1), "{words}");
    }
}

#[test]
fn a_study_about_the_condition_stands_before_one_that_names_it_and_one_that_mentions_it() {
    let mentions = RegistryStudy {
        brief_summary: "Some of these people have asthma.".into(),
        ..study(1, "Sleeping well", &["Insomnia"])
    };
    let built =
        Built::of(&[mentions, study(2, "Asthma and sleep", &["Insomnia"]), study(3, "A spray", &["Asthma"])]);
    assert_eq!(built.numbers("asthma", |_| {}), [3, 2, 1]);
}

#[test]
fn a_study_that_is_shown_otherwise_is_neither_found_nor_counted() {
    let built = Built::of(&[study(1, "A spray", &["Asthma"]), study(2, "A tablet", &["Asthma"])]);
    let without = [NctId::from_str("NCT00000001").unwrap()];
    let reading = VOCABULARY.read("asthma");
    let asked = Asked { without: &without, ..plain(&reading) };
    let answer = built.index.search(&asked, &VOCABULARY).unwrap();
    assert_eq!((numbers(&answer), answer.counts.all, answer.counts.female), (vec![2], 1, 1));
    assert_eq!(answer.conditions.iter().map(|(_, studies)| *studies).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_filter_that_leaves_few_studies_brings_no_wider_ones_but_one_that_leaves_none_does() {
    let of_men = RegistryStudy { sex: Sex::Male, ..study(1, "A spray", &["Asthma"]) };
    let of_women =
        (2..14).map(|number| RegistryStudy { sex: Sex::Female, ..study(number, "A spray", &["Asthma"]) });
    let wider = RegistryStudy { sex: Sex::Male, ..study(19, "Breathing", &["Lung Diseases"]) };
    let mut studies: Vec<RegistryStudy> = of_women.chain([wider]).collect();
    let men = |asked: &mut Asked| asked.filters.sex = Some(Sex::Male);
    assert_eq!(Built::of(&studies).numbers("bronchial asthma", men), [19]);
    studies.push(of_men);
    assert_eq!(Built::of(&studies).numbers("bronchial asthma", men), [1]);
}

#[test]
fn studies_that_are_about_everything_asked_for_come_first_and_others_only_when_there_are_few() {
    let both = study(1, "Both", &["Asthma", "Depression"]);
    let one = (2..9).map(|number| study(number, "One", &["Asthma"]));
    let built = Built::of(&std::iter::once(both).chain(one).collect::<Vec<_>>());
    for sort in [Sort::Relevance, Sort::Newest] {
        let answer = built.ask("asthma and depression", |asked| asked.sort = sort);
        let fits: Vec<Fit> = answer.studies.iter().map(|found| found.fit).collect();
        assert_eq!((numbers(&answer)[0], fits.len()), (1, 8));
        assert_eq!((fits[0], fits[1..].iter().all(|fit| *fit == Fit::Part)), (Fit::All, true));
        assert_eq!(
            (answer.counts.all, answer.counts.female),
            (1, 1),
            "only those that fit all of it are counted"
        );
    }
    let pages = [(0, 3), (3, 3), (6, 20)].map(|(skip, most)| {
        let answer = built.ask("asthma and depression", |asked| (asked.skip, asked.most) = (skip, most));
        numbers(&answer)
    });
    assert_eq!(pages.concat(), built.numbers("asthma and depression", |_| {}));
}

#[test]
fn studies_of_something_wider_and_of_its_other_kinds_come_last_and_are_few() {
    let asthma = study(1, "A spray", &["Asthma"]);
    let wider = study(2, "Breathing", &["Lung Diseases"]);
    let of_other_kinds = (3..19).map(|number| study(number, "A drug", &["Bronchitis", "Bronchial Diseases"]));
    let fits = |studies: &[RegistryStudy]| {
        let answer = Built::of(studies).ask("bronchial asthma", |_| {});
        let fits: Vec<Fit> = answer.studies.iter().map(|found| found.fit).collect();
        (numbers(&answer), fits, answer.counts.all)
    };
    assert_eq!(fits(std::slice::from_ref(&wider)), (vec![2], vec![Fit::Near], 0));
    let all: Vec<RegistryStudy> = of_other_kinds.chain([wider, asthma]).collect();
    let (numbers, fits, count) = fits(&all);
    assert_eq!((&numbers[..2], count), (&[1, 2][..], 1), "what is wider stands before its other kinds");
    assert_eq!(fits, [&[Fit::All][..], &[Fit::Near; 10]].concat());
}

#[test]
fn only_studies_that_take_people_and_have_an_open_site_in_the_country_are_found() {
    let closed = RegistryStudy { status: "Completed".to_owned().into(), ..study(2, "B", &["Asthma"]) };
    let elsewhere = at(study(3, "C", &["Asthma"]), &[site("Lyon", "France", 45.8, 4.8)]);
    let built = Built::of(&[study(1, "A", &["Asthma"]), closed, elsewhere]);
    assert_eq!(built.numbers("asthma", |asked| asked.country = Some(&US)), [1]);
    assert_eq!(built.numbers("asthma", |_| {}), [1, 3]);
    assert_eq!(built.numbers("asthma", |asked| asked.standing = Standing::OrClosed).len(), 3);
}

#[test]
fn filters_leave_what_fits_and_a_missing_limit_is_open() {
    let women = RegistryStudy { sex: Sex::Female, ..study(1, "A", &["Asthma"]) };
    let adults: RegistryStudy = RegistryStudy {
        ages: serde_json::from_value(serde_json::json!({"minimum_age": "18 Years"})).unwrap(),
        ..study(2, "B", &["Asthma"])
    };
    let watched = RegistryStudy {
        study_type: StudyType::Observational,
        healthy_volunteers: Some(true),
        ..study(3, "C", &["Asthma"])
    };
    let built = Built::of(&[women, adults, watched]);
    let with = |filters: Filters| built.numbers("asthma", |asked| asked.filters = filters);
    assert_eq!(with(Filters { sex: Some(Sex::Male), ..Filters::default() }), [2, 3]);
    assert_eq!(with(Filters { ages: "10".parse().ok(), ..Filters::default() }), [1, 3]);
    assert_eq!(with(Filters { ages: "95".parse().ok(), ..Filters::default() }), [1, 2, 3]);
    assert_eq!(with(Filters { kind: Some(StudyType::Observational), ..Filters::default() }), [3]);
    assert_eq!(with(Filters { healthy: Some(true), ..Filters::default() }), [3]);
}

#[test]
fn a_count_says_what_another_choice_of_its_filter_would_give() {
    let women = RegistryStudy { sex: Sex::Female, ..study(1, "A", &["Asthma"]) };
    let men = RegistryStudy { sex: Sex::Male, ..study(2, "B", &["Asthma"]) };
    let built = Built::of(&[women, men, study(3, "C", &["Asthma"])]);
    let filters = Filters { sex: Some(Sex::Female), ..Filters::default() };
    let counts = built.ask("asthma", |asked| asked.filters = filters).counts;
    assert_eq!((counts.all, counts.female, counts.male, counts.kind), (2, 2, 2, [2, 0, 0, 0]));
}

#[test]
fn a_study_is_as_far_as_its_nearest_open_site_and_is_one_result() {
    let cleveland = Coordinates::of(Some(41.4993), Some(-81.6944)).unwrap().unwrap();
    let many = at(
        study(1, "A", &["Asthma"]),
        &[site("Boston", "United States", 42.36, -71.06), site("Akron", "United States", 41.08, -81.52)],
    );
    let far = at(study(2, "B", &["Asthma"]), &[site("Miami", "United States", 25.77, -80.19)]);
    let built = Built::of(&[far, many, study(3, "C", &["Asthma"])]);
    let near = |within_km| {
        move |asked: &mut Asked| {
            asked.near = Some(Near { place: cleveland, within_km });
            asked.sort = Sort::Nearest;
        }
    };
    let answer = built.ask("asthma", near(None));
    assert_eq!(numbers(&answer), [3, 1, 2]);
    let km: Vec<String> = answer.studies.iter().map(|found| format!("{:.0}", found.km.unwrap())).collect();
    assert_eq!(km, ["0", "49", "1754"]);
    assert_eq!(built.numbers("asthma", near(Some(100.0))), [3, 1]);
}

#[test]
fn a_study_is_in_a_state_as_its_open_sites_say_or_by_the_city_next_to_them() {
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
    let built = Built::of(&[
        at(study(1, "A", &["Asthma"]), &[site("Cleveland", "United States", 41.5, -81.7), houston]),
        at(study(2, "B", &["Asthma"]), &[el_paso]),
        at(study(3, "C", &["Asthma"]), &[closed, site("Miami", "United States", 25.77, -80.19)]),
    ]);
    let within = |region: &'static str| built.numbers("asthma", |asked| asked.region = Some(region));
    assert_eq!(within("Texas, United States"), [1, 2]);
    assert_eq!(within("Florida, United States"), [3]);
    assert_eq!(within("Ohio, United States"), [1]);
    assert_eq!(within("Bavaria, Germany"), [0; 0]);
}

#[test]
fn the_pages_together_are_the_list_and_no_study_stands_on_two() {
    let built = Built::of(&(1..=57).map(|number| study(number, "Same", &["Asthma"])).collect::<Vec<_>>());
    let page = |skip| built.ask("asthma", |asked| (asked.skip, asked.most) = (skip, 10));
    assert_eq!(page(0).counts.all, 57);
    let mut all: Vec<u32> = (0..6).flat_map(|number| numbers(&page(number * 10))).collect();
    assert_eq!(all.len(), 57);
    all.dedup();
    assert_eq!(all, (1..=57).collect::<Vec<_>>());
    assert!(page(60).studies.is_empty());
}

#[test]
fn words_that_say_nothing_find_nothing_and_unknown_words_find_where_they_stand() {
    let built = Built::of(&[study(1, "Testing bremelanotide", &["Asthma"])]);
    for words in ["", "near me please", "zzyzx qwrtz"] {
        assert_eq!(built.numbers(words, |_| {}), [0; 0], "{words}");
    }
    assert_eq!(built.numbers("bremelanotide", |_| {}), [1]);
}

#[test]
fn the_beginning_of_a_word_and_a_word_with_slips_find_the_words_that_studies_use() {
    let built = Built::of(&[study(1, "Qelvatrimost for bariatric patients", &["Asthma"])]);
    for words in ["qelvat", "qelvatrymost", "qlvatrimst", "bariatr"] {
        assert_eq!(built.numbers(words, |_| {}), [1], "{words}");
    }
    for words in ["pelvatrimost", "qel", "qevatrmos"] {
        assert_eq!(built.numbers(words, |_| {}), [0; 0], "{words}");
    }
}

#[test]
fn a_word_that_studies_use_is_no_slip_of_another_unless_that_is_far_commoner() {
    let (hypnosis, kyphosis) = (study(1, "Hypnosis", &["Asthma"]), study(2, "A", &["Kyphosis"]));
    let built = Built::of(&[hypnosis, kyphosis]);
    assert_eq!(built.numbers("hypnosis", |_| {}), [1]);
    let common = (2..70).map(|number| study(number, "Asthma", &["Asthma"]));
    let built = Built::of(&common.chain([study(1, "Athma", &["Gout"])]).collect::<Vec<_>>());
    assert!(built.ask("athma", |_| {}).counts.all > 60);
}

#[test]
fn a_study_of_a_near_kind_stands_before_one_of_a_far_kind_and_a_title_decides_between_equals() {
    let built = Built::of(&[
        study(1, "A", &["COVID-19"]),
        study(2, "B", &["Asthma"]),
        study(3, "Living with lung disease", &["Asthma"]),
    ]);
    assert_eq!(built.numbers("lung disease", |_| {}), [3, 2, 1]);
}

#[test]
fn a_study_is_found_by_what_is_tried_and_by_what_the_registry_files_it_under() {
    let built = Built::of(&[
        RegistryStudy { interventions: vec!["REGN668".into()], ..study(1, "A", &["Gout"]) },
        RegistryStudy { headings: vec!["D001249".into(), "D1".into()], ..study(2, "B", &["Gout"]) },
    ]);
    assert_eq!(built.numbers("regn668", |_| {}), [1]);
    assert_eq!(built.numbers("asthma", |_| {}), [2]);
}

#[test]
fn where_little_is_about_the_condition_studies_of_something_far_wider_come_behind() {
    let built = Built::of(&[
        study(1, "A", &["Solid Tumor"]),
        study(2, "B", &["Hepatocellular Carcinoma"]),
        study(3, "C", &["Breast Cancer"]),
    ]);
    assert_eq!(built.numbers("liver cancer", |_| {}), [2, 1]);
    let many = (2..20).map(|number| study(number, "B", &["Hepatocellular Carcinoma"]));
    let built = Built::of(&many.chain([study(1, "A", &["Solid Tumor"])]).collect::<Vec<_>>());
    assert!(!built.numbers("liver cancer", |_| {}).contains(&1));
}

#[test]
fn a_study_of_any_solid_tumor_is_near_to_each_of_them_and_about_none_of_the_blood() {
    let any = &["Lymphoma", "Multiple Myeloma", "Advanced Solid Tumors"];
    let built = Built::of(&[study(1, "A", any), study(2, "B", &["Asthma"])]);
    for cancer in ["kidney cancer", "cervical cancer", "bone cancer", "head and neck cancer"] {
        assert_eq!(built.numbers(cancer, |_| {}), [1], "{cancer}");
    }
    assert_eq!(built.numbers("leukemia", |_| {}), [0; 0]);
}

#[test]
fn where_nothing_is_about_the_condition_something_near_to_it_is_found() {
    let built = Built::of(&[study(1, "A", &["Brain Injuries"]), study(2, "B", &["Asthma"])]);
    assert_eq!(built.numbers("traumatic brain injury", |_| {}), [1]);
}

#[test]
fn a_record_that_mentions_a_sign_of_many_diseases_is_not_near_to_each_of_its_kinds() {
    let mentions = |number, what: &str| RegistryStudy {
        brief_summary: format!("It asks about {what}."),
        ..study(number, "A cell spray", &["Venous Leg Ulcer"])
    };
    let built = Built::of(&[mentions(1, "pain"), mentions(2, "olfaction disorders")]);
    assert_eq!(built.numbers("back pain", |_| {}), [0; 0]);
    assert_eq!(built.numbers("loss of smell", |_| {}), [2]);
}

#[test]
fn any_text_is_answered() {
    let built = Built::of(&[study(1, "Asthma and sleep", &["Asthma"]), study(2, "Walking", &["Gout"])]);
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
        assert!(built.ask(text, |_| {}).studies.len() <= 2, "{text:?}");
    }
    assert_eq!(built.numbers(&format!("{} asthma", "\0".repeat(190)), |_| {}), [1]);
}

#[test]
fn a_folder_without_an_index_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = SearchIndex::open(folder.path()).err().unwrap().to_string();
    assert!(
        error.contains(&folder.path().display().to_string()) && error.contains("build it anew"),
        "{error}"
    );
}
