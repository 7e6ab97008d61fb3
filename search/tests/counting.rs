//! Property tests: counts and order agree with a plain loop over all studies.

use std::sync::LazyLock;

use proptest::{prelude::*, sample::select, strategy::ValueTree};
use waypoint_domain::{
    age::Age,
    age_range::AgeRange,
    coordinates::Coordinates,
    country::Country,
    fit::Fit,
    participation::{Participation, ParticipationSet},
    phase::Phase,
    query_ages::QueryAges,
    recruitment_status::RecruitmentStatus,
    registry_study::RegistryStudy,
    sex::Sex,
    study_design::ArmRole,
    study_site::StudySite,
    study_type::StudyType,
};
use waypoint_search::{
    AgeGroup, Counts, Filters, IndexBuilder, Near, RecruitmentScope, SearchIndex, SearchQuery, SearchResults,
    Sort, partner::RegistryNumbers,
};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// Cities whose distances are far from the limits in [`search_case`].
const CITIES: [(&str, f64, f64); 6] = [
    ("United States", 41.4993, -81.6944),
    ("United States", 41.08, -81.52),
    ("United States", 34.05, -118.24),
    ("France", 48.8566, 2.3522),
    ("New Zealand", -36.85, 174.76),
    ("Fiji", -17.8, -179.9),
];
/// States, with the latitudes of the cities above that are in them.
const STATES: [(&str, &[f64]); 3] = [
    ("Ohio, United States", &[41.4993, 41.08]),
    ("California, United States", &[34.05]),
    ("Texas, United States", &[]),
];
const KINDS: [StudyType; 4] =
    [StudyType::Interventional, StudyType::Observational, StudyType::ExpandedAccess, StudyType::Unstated];
const SEXES: [Option<&str>; 4] = [Some("All"), Some("Female"), Some("Male"), None];
const STATUSES: [&str; 4] = ["Recruiting", "Not yet recruiting", "Completed", "Suspended"];
const PHASES: [&str; 5] = ["Early phase 1", "Phase 1", "Phase 2", "Phase 3", "Phase 4"];
/// Conditions as studies state them.
const CONDITIONS: [&str; 7] = [
    "Asthma",
    "Severe Asthma",
    "DEPRESSION",
    "Depression, Postpartum",
    "Hypertension",
    "Psoriasis",
    "psoriasis",
];
/// Texts of the filter for conditions.
const TEXTS: [&str; 6] = ["asthma", "Severe ", "pression", "Psoriasis", "hypertension, postpartum", "eczema"];

prop_compose! {
    fn registry_study()(
        conditions in prop::sample::subsequence(CONDITIONS.to_vec(), 1..4),
        status in select(&STATUSES), kind in select(&KINDS), sex in select(&SEXES),
        phases in prop::sample::subsequence(PHASES.to_vec(), 0..3),
        minimum in prop::option::of(0_u16..90), maximum in prop::option::of(10_u16..99),
        states_ages in prop::bool::weighted(0.8),
        healthy in any::<Option<bool>>(), has_placebo in any::<Option<bool>>(),
        sites in prop::collection::vec((0..CITIES.len(), any::<bool>(), select(&STATUSES)), 0..5),
        month in 1..5,
    ) -> RegistryStudy {
        let years = |age: Option<u16>| age.map(|age| format!("{age} Years"));
        let sites: Vec<_> = sites.into_iter().map(|(city, is_placed, status)| {
            let (country, latitude, longitude) = CITIES[city];
            let place = is_placed.then_some((latitude, longitude));
            serde_json::json!({
                "country": country, "latitude": place.map(|p| p.0), "longitude": place.map(|p| p.1),
                "status": status
            })
        }).collect();
        let other_arm = |has_placebo| if has_placebo { "PLACEBO_COMPARATOR" } else { "NO_INTERVENTION" };
        let arms: Vec<_> = has_placebo.into_iter().map(|has_placebo| {
            serde_json::json!({ "label": "B", "role": other_arm(has_placebo) })
        }).collect();
        serde_json::from_value(serde_json::json!({
            "nct_id": "NCT00000000", "brief_title": "A study", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": conditions, "keywords": [], "status": status,
            "study_type": kind.label(), "phases": phases, "sex": sex,
            "ages": states_ages.then(|| serde_json::json!({
                "minimum_age": years(minimum), "maximum_age": years(maximum)
            })),
            "healthy_volunteers": healthy, "eligibility_criteria": "", "sponsor": "", "contacts": [],
            "sites": sites, "last_updated": format!("2026-0{month}"), "design": { "arms": arms }
        })).unwrap()
    }
}

/// A search for asthma: the fields of `SearchQuery` except for the text.
#[derive(Debug, Clone)]
struct SearchCase {
    country: Option<Country>,
    state: Option<(&'static str, &'static [f64])>,
    standing: RecruitmentScope,
    filters: Filters,
    near: Option<Near>,
    sort: Sort,
}

prop_compose! {
    fn search_case()(
        country in prop::option::of(select(&["United States", "France"])),
        state in prop::option::weighted(0.2, select(&STATES)),
        standing in select(&RecruitmentScope::ALL), sort in select(&[Sort::Relevance, Sort::Newest, Sort::Nearest]),
        sex in prop::option::of(select(&[Sex::All, Sex::Female, Sex::Male])),
        ages in prop::option::of((0_u16..120, 0_u16..60)), age_group in prop::option::of(select(&AgeGroup::ALL)),
        kind in prop::option::of(select(&KINDS)), phase in prop::option::of(select(&Phase::ALL)),
        healthy in any::<Option<bool>>(), participation in select(&[0_u8, 0, 0, 1, 2]), condition in prop::option::of(select(&TEXTS)),
        city in prop::option::of(0..CITIES.len()), within_km in prop::option::of(select(&[20.0, 500.0, 9000.0])),
    ) -> SearchCase {
        let place = city.map(|city| place(CITIES[city].1, CITIES[city].2));
        SearchCase {
            country: country.and_then(Country::parse),
            state,
            standing,
            filters: Filters { sex, ages: ages.and_then(between), age_group, study_type: kind, phase, healthy, condition: condition.map(str::to_owned), participation: ParticipationSet::from_bits(participation) },
            near: place.map(|place| Near { place, within_km }),
            sort,
        }
    }
}

/// Returns one age, or a range that begins with it.
fn between((youngest, more): (u16, u16)) -> Option<QueryAges> {
    let oldest = (youngest + more.saturating_sub(30)).min(130);
    QueryAges::between(Age::years(youngest), Age::years(oldest)).ok()
}

fn place(latitude: f64, longitude: f64) -> Coordinates {
    Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap()
}

impl SearchCase {
    fn with(&self, change: impl FnOnce(&mut Filters)) -> Self {
        let mut other = self.clone();
        change(&mut other.filters);
        other
    }

    fn fits(&self, study: &RegistryStudy) -> bool {
        let filters = &self.filters;
        let status = &study.status;
        let is_included = match self.standing {
            RecruitmentScope::Recruiting => status.is_recruiting(),
            RecruitmentScope::RecruitingOrSoon => {
                status.is_recruiting() || *status == RecruitmentStatus::NotYetRecruiting
            }
            RecruitmentScope::AnyStatus => true,
        };
        let states = |text: &String| {
            let text = text.trim().to_lowercase();
            study.conditions.iter().any(|name| name.to_lowercase().contains(&text))
        };
        is_included
            && study.conditions.iter().any(|name| name.ends_with("Asthma"))
            && self
                .country
                .as_ref()
                .is_none_or(|country| study.sites.is_empty() || study.open_sites_in(country).next().is_some())
            && filters.sex.is_none_or(|sex| {
                sex == Sex::All || study.sex.is_some_and(|own| own == Sex::All || own == sex)
            })
            && filters.ages.is_none_or(|ages| study.ages.is_some_and(|own| ages.overlaps(&own)))
            && filters.age_group.is_none_or(|group| admits_some(study, group))
            && filters.study_type.as_ref().is_none_or(|kind| study.study_type == *kind)
            && filters.phase.is_none_or(|phase| study.phases.contains(&PHASES[phase as usize].to_owned()))
            && filters.healthy.is_none_or(|accepts| (study.healthy_volunteers == Some(true)) == accepts)
            && filters.condition.as_ref().is_none_or(states)
            && filters.participation.iter().all(|one| states_participation(study, one))
            && self.state.is_none_or(|(_, latitudes)| {
                let mut sites = study.open_sites().filter_map(StudySite::coordinates);
                sites.any(|site| latitudes.iter().any(|latitude| (site.latitude() - latitude).abs() < 1e-9))
            })
            && self.near.is_none_or(|near| {
                near.within_km.is_none_or(|most| km(study, near.place).is_some_and(|km| km <= most))
            })
    }

    /// Whether a study fits if what it doesn't state about sex and ages does.
    fn may_fit(&self, study: &RegistryStudy) -> bool {
        let sex = study.sex.or(Some(Sex::All));
        let ages = study.ages.or(Some(AgeRange::default()));
        self.fits(&RegistryStudy { sex, ages, ..study.clone() })
    }

    fn count(&self, studies: &[RegistryStudy]) -> usize {
        studies.iter().filter(|study| self.fits(study)).count()
    }

    fn counts(&self, studies: &[RegistryStudy]) -> Counts {
        let with = |change: &dyn Fn(&mut Filters)| self.with(change).count(studies);
        Counts {
            total: self.count(studies),
            female: with(&|filters| filters.sex = Some(Sex::Female)),
            male: with(&|filters| filters.sex = Some(Sex::Male)),
            study_type: KINDS.map(|kind| with(&|filters| filters.study_type = Some(kind.clone()))),
            age_group: AgeGroup::ALL.map(|group| with(&|filters| filters.age_group = Some(group))),
            phase: Phase::ALL.map(|phase| with(&|filters| filters.phase = Some(phase))),
            participation: Participation::ALL.map(|one| {
                with(&|filters| {
                    filters.participation = filters.participation.iter().chain([one]).collect();
                })
            }),
            healthy: with(&|filters| filters.healthy = Some(true)),
            patients: with(&|filters| filters.healthy = Some(false)),
        }
    }
}

/// The generated studies have no texts that mention a placebo, and at most one group.
fn states_participation(study: &RegistryStudy, one: Participation) -> bool {
    one == Participation::WithoutPlacebo
        && study.study_type != StudyType::Observational
        && study.study_type != StudyType::Unstated
        && study.design.arms.iter().any(|arm| arm.role == Some(ArmRole::NoIntervention))
}

fn admits_some(study: &RegistryStudy, group: AgeGroup) -> bool {
    let mut years = match group {
        AgeGroup::Children => 0..18,
        AgeGroup::Adults => 18..65,
        AgeGroup::Older => 65..121,
    };
    study.ages.is_some_and(|ages| years.any(|age| ages.admits(age)))
}

/// Computes the distance to the nearest site with the haversine formula.
fn km(study: &RegistryStudy, here: Coordinates) -> Option<f64> {
    let sites = study.open_sites().filter_map(StudySite::coordinates);
    let distance = |there: Coordinates| {
        let half = |a: f64, b: f64| ((a - b).to_radians() / 2.0).sin().powi(2);
        let cosines = here.latitude().to_radians().cos() * there.latitude().to_radians().cos();
        let chord =
            half(here.latitude(), there.latitude()) + cosines * half(here.longitude(), there.longitude());
        2.0 * 6371.0088 * chord.min(1.0).sqrt().asin()
    };
    sites.map(distance).min_by(f64::total_cmp)
}

fn build_index(studies: &[RegistryStudy]) -> (SearchIndex, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::new(folder.path(), &VOCABULARY).unwrap();
    for study in studies {
        builder.add(study).unwrap();
    }
    builder.finish().unwrap();
    (SearchIndex::open(folder.path()).unwrap(), folder)
}

fn search(index: &SearchIndex, case: &SearchCase, skip: usize, most: usize) -> SearchResults {
    let reading = VOCABULARY.read("asthma");
    let SearchCase { country, state, standing, filters, near, sort } = case;
    let query = SearchQuery {
        typed: "",
        institution: None,
        treatment: None,
        reading: &reading,
        matches_everything: false,
        exact_words: false,
        partners: RegistryNumbers::none(),
        denied: &[],
        country: country.as_ref(),
        region: state.map(|(name, _)| name),
        recruitment: *standing,
        filters: filters.clone(),
        near: *near,
        sort: *sort,
        skip,
        limit: most,
    };
    index.search(&query, &VOCABULARY).unwrap()
}

fn numbered(mut studies: Vec<RegistryStudy>) -> Vec<RegistryStudy> {
    for (study, number) in studies.iter_mut().zip(1..) {
        study.nct_id = format!("NCT{number:08}").parse().unwrap();
    }
    studies
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn search_counts_and_lists_agree_with_a_plain_loop(
        studies in prop::collection::vec(registry_study(), 0..80), cases in prop::collection::vec(search_case(), 12),
    ) {
        let studies = numbered(studies);
        let (index, _folder) = build_index(&studies);
        for case in cases {
            let answer = search(&index, &case, 0, 100);
            prop_assert_eq!(&answer.counts, &case.counts(&studies), "{:?}", case);
            let study = |id: &str| studies.iter().find(|study| study.nct_id.as_str() == id).unwrap();
            let (fitting, unsure): (Vec<_>, Vec<_>) =
                answer.studies.iter().partition(|found| found.fit == Fit::All);
            let [found, unsure] = [&fitting, &unsure]
                .map(|some| some.iter().map(|found| study(found.study.nct_id.as_str())).collect::<Vec<_>>());
            prop_assert!(found.iter().all(|study| case.fits(study)));
            prop_assert_eq!(found.len(), answer.counts.total);
            prop_assert!(unsure.iter().all(|study| case.may_fit(study) && !case.fits(study)));
            prop_assert_eq!(unsure.len(), studies.iter().filter(|study| case.may_fit(study) && !case.fits(study)).count());
            for (found, study) in fitting.iter().zip(&found) {
                let true_km = case.near.and_then(|near| km(study, near.place));
                prop_assert_eq!(found.km.is_some(), true_km.is_some());
                prop_assert!((found.km.unwrap_or_default() - true_km.unwrap_or_default()).abs() < 0.1);
            }
            let distances: Vec<f64> = fitting.iter().map(|one| one.km.unwrap_or(f64::INFINITY)).collect();
            prop_assert!(case.sort != Sort::Nearest || distances.is_sorted());
            let days = found.iter().map(|study| std::cmp::Reverse(&study.last_updated));
            prop_assert!(case.sort != Sort::Newest || days.is_sorted());
            let pages = (0..10).flat_map(|page| search(&index, &case, page * 10, 10).studies);
            prop_assert_eq!(pages.collect::<Vec<_>>(), answer.studies);
            for (condition, count) in answer.conditions {
                let chosen = case.with(|filters| filters.condition = Some(condition.clone()));
                prop_assert_eq!(count, chosen.count(&studies), "{}", condition);
                prop_assert_eq!(count, search(&index, &chosen, 0, 0).counts.total, "{}", condition);
            }
        }
    }
}

#[test]
fn counts_stay_exact_for_many_studies() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let many = prop::collection::vec(registry_study(), 200).new_tree(&mut runner).unwrap().current();
    let studies = numbered(many.iter().cycle().take(12_000).cloned().collect());
    let (index, _folder) = build_index(&studies);
    let cases = prop::collection::vec(search_case(), 20).new_tree(&mut runner).unwrap().current();
    for case in cases {
        assert_eq!(search(&index, &case, 0, 10).counts, case.counts(&studies), "{case:?}");
    }
}
