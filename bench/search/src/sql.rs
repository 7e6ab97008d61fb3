//! The same query in SQL, with few differences between databases.
//!
//! A statement finds the matches, marks which filter each study fails, counts in one pass, and returns a page of ten.
//! Distances are squared chords through the globe, computed from products only. They are computed for all studies only if
//! they affect the result.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waypoint_domain::{
    country::Country, phase::Phase, registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
};
use waypoint_search::{AgeGroup, Sort};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::{
    distributions::Distributions,
    questions::{PAGE, Part, Question},
};

const EARTH_KM: f64 = 6371.0088;
/// A distance beyond any place.
const ANYWHERE: f64 = 9.0;

/// The differences between databases.
pub(crate) struct Dialect {
    /// Formats a parameter by number and type.
    pub(crate) parameter: fn(usize, &str) -> String,
    /// The tables of matches, and the condition.
    pub(crate) matching: &'static str,
    pub(crate) matches: &'static str,
    /// How well a study matches; smaller is better.
    pub(crate) rank: &'static str,
    /// Whether a study has an open site in the country of a parameter.
    pub(crate) country: &'static str,
    /// The functions that make a list of values and a list of rows.
    pub(crate) list: &'static str,
    pub(crate) rows: &'static str,
}

/// The variant of a statement, by how it uses distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    sort: u8,
    near: bool,
    within: bool,
}

/// The values of a query, in the order of the parameters.
pub(crate) struct Values {
    pub(crate) words: String,
    /// Country, standing, sex, age, bit of the age group, type, bit of the phase, health; -1 if not set.
    pub(crate) whole: [i32; 8],
    /// The place on a globe of radius 1, and the maximum distance of a site.
    pub(crate) real: [f64; 4],
    pub(crate) skip: i32,
}

/// The rule for matching a query in a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Rule {
    /// All typed words.
    Words,
    /// What was understood: for each part a concept or a descendant, or all its words.
    Concepts,
}

/// Concepts by the labels that generated studies use.
pub(crate) struct Concepts<'a> {
    vocabulary: &'a Vocabulary,
    by_label: HashMap<&'a str, ConceptId>,
}

/// Numeric codes of countries.
pub(crate) struct Countries(BTreeMap<String, i32>);

/// Returns a study's columns: number, date, sex, type, health, youngest and oldest age in days, age groups, phases, standing.
pub(crate) fn columns(study: &RegistryStudy) -> [i32; 10] {
    let ages = study.ages.unwrap_or_default();
    let (first_day, end_day) = ages.days();
    let [youngest, oldest] = [first_day, end_day - 1].map(|day| i32::try_from(day).unwrap_or(i32::MAX));
    let groups = AgeGroup::ALL.iter().filter(|group| group.overlaps(&ages));
    let phases = study.phases.iter().filter_map(|phase| Phase::parse(phase));
    let day = study.last_updated.map(String::from).unwrap_or_default().replace('-', "");
    [
        study.nct_id.as_str().trim_start_matches("NCT").parse().unwrap_or_default(),
        day.parse().unwrap_or_default(),
        sex(study.sex.unwrap_or_default()),
        kind(&study.study_type),
        i32::from(study.healthy_volunteers == Some(true)),
        youngest,
        oldest,
        groups.fold(0, |bits, group| bits | 1 << *group as i32),
        phases.fold(0, |bits, phase| bits | 1 << phase as i32),
        match study.status.label() {
            "Recruiting" => 0,
            "Not yet recruiting" => 1,
            _ => 2,
        },
    ]
}

/// Returns the open sites of a study on a globe of radius 1.
pub(crate) fn sites(study: &RegistryStudy) -> impl Iterator<Item = [f64; 3]> {
    let places = study.open_sites().filter_map(waypoint_domain::study_site::StudySite::coordinates);
    places.map(|place| on_globe(place.latitude(), place.longitude()))
}

impl<'a> Concepts<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary) -> Self {
        let by_label = vocabulary.concepts().map(|concept| (vocabulary.label(concept), concept)).collect();
        Self { vocabulary, by_label }
    }

    /// Returns the concepts that a study is about, and these with all their ancestors, as words.
    pub(crate) fn words(&self, study: &RegistryStudy) -> [String; 2] {
        let about = study.conditions.iter().filter_map(|label| self.by_label.get(label.as_str()).copied());
        let about: BTreeSet<ConceptId> = about.collect();
        let above = about.iter().flat_map(|concept| self.vocabulary.ancestors(*concept));
        let kinds: BTreeSet<ConceptId> = above.chain(about.iter().copied()).collect();
        [about, kinds].map(|concepts| {
            let ids: Vec<String> =
                concepts.iter().map(|concept| self.vocabulary.id(*concept).to_lowercase()).collect();
            ids.join(" ")
        })
    }
}

impl Rule {
    /// Formats the query in the syntax of a database.
    pub(crate) fn text(self, question: &Question, and: &str, or: &str, quote: &str) -> String {
        let every = |words: &[String]| {
            let words: Vec<String> = words.iter().map(|word| format!("{quote}{word}{quote}")).collect();
            words.join(and)
        };
        let part = |part: &Part| match self {
            Self::Words => every(&part.words),
            Self::Concepts => {
                let ids = part.concepts.iter().map(|id| format!("{quote}{id}{quote}"));
                let ways: Vec<String> = ids.chain([format!("({})", every(&part.words))]).collect();
                format!("({})", ways.join(or))
            }
        };
        question.parts.iter().map(part).collect::<Vec<_>>().join(and)
    }
}

impl Countries {
    pub(crate) fn new(known: &Distributions) -> Self {
        let names = known.places.iter().filter_map(|(place, _)| Country::parse(&place.country));
        let names: BTreeSet<String> = names.map(String::from).collect();
        Self(names.into_iter().zip(0..).collect())
    }

    fn code(&self, country: &Country) -> i32 {
        self.0.get(country.as_str()).copied().unwrap_or(i32::MAX)
    }

    /// Returns the countries with open sites of a study.
    pub(crate) fn codes(&self, study: &RegistryStudy) -> Vec<i32> {
        let countries = study.open_sites().filter_map(|site| Country::parse(&site.country));
        let mut codes: Vec<i32> = countries.map(|country| self.code(&country)).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

impl Values {
    pub(crate) fn new(question: &Question, words: String, countries: &Countries) -> Self {
        let filters = &question.filters;
        let near = question.near.map(|near| on_globe(near.place.latitude(), near.place.longitude()));
        let within = question.near.and_then(|near| near.within_km);
        let [x, y, z] = near.unwrap_or_default();
        Self {
            words,
            whole: [
                question.country.as_ref().map_or(-1, |country| countries.code(country)),
                question.standing as i32,
                filters.sex.map_or(-1, sex),
                filters.ages.map_or(-1, |ages| i32::try_from(ages.first_day()).unwrap_or(i32::MAX)),
                filters.age_group.map_or(-1, |group| 1 << group as i32),
                filters.study_type.as_ref().map_or(-1, kind),
                filters.phase.map_or(-1, |phase| 1 << phase as i32),
                filters.healthy.map_or(-1, i32::from),
            ],
            real: [x, y, z, within.map_or(ANYWHERE, |km| (2.0 * (km / EARTH_KM / 2.0).sin()).powi(2))],
            skip: i32::try_from(question.skip).unwrap_or(i32::MAX),
        }
    }
}

impl Shape {
    pub(crate) fn for_question(question: &Question) -> Self {
        let near = question.near.is_some();
        let sort = match question.sort {
            Sort::Newest => 1,
            Sort::Nearest if near => 2,
            _ => 0,
        };
        Self { sort, near, within: question.near.is_some_and(|near| near.within_km.is_some()) }
    }

    /// Returns the statement. Its columns are the list of counts, and the list of studies with distances.
    pub(crate) fn statement(self, dialect: &Dialect) -> String {
        let p = dialect.parameter;
        let distance = format!(
            "coalesce((SELECT min((x-{x})*(x-{x})+(y-{y})*(y-{y})+(z-{z})*(z-{z})) FROM sites \
             WHERE study = id), {ANYWHERE})",
            x = p(10, "float8"),
            y = p(11, "float8"),
            z = p(12, "float8"),
        );
        let decides = self.within || self.sort == 2;
        let for_all = if decides { distance.as_str() } else { "0.0" };
        let for_shown = if self.near && !decides { distance.as_str() } else { "far" };
        let order =
            ["rank, changed DESC, number", "changed DESC, number", "far, number"][usize::from(self.sort)];
        let fails = fails(p);
        let counts = counts();
        let Dialect { matching, matches, list, rows, .. } = dialect;
        let rank = if self.sort == 0 { dialect.rank } else { "0.0" };
        let country = dialect.country.replace("{}", &p(2, "int4"));
        let words = matches.replace("{}", &p(1, "text"));
        let matching = matching.replace("{}", &p(1, "text"));
        let (country_open, standing, within) = (p(2, "int4"), p(3, "int4"), p(13, "float8"));
        let near_enough = if self.within { format!("WHERE far <= {within}") } else { String::new() };
        let (page, skip) = (PAGE, p(14, "int4"));
        format!(
            "WITH marked AS (SELECT *, {fails} AS fails FROM {matching} \
               WHERE {words} AND standing <= {standing} AND ({country_open} < 0 OR {country})), \
             measured AS (SELECT id, number, changed, sex, kind, healthy, age_groups, phases, fails, \
               {rank} AS rank, {for_all} AS far FROM marked WHERE (fails & (fails - 1)) = 0), \
             fitting AS MATERIALIZED (SELECT * FROM measured {near_enough}) \
             SELECT (SELECT {list}({counts}) FROM fitting), \
               (SELECT {rows}(shown) FROM (SELECT {list}(id, {for_shown}) AS shown FROM fitting \
                 WHERE fails = 0 ORDER BY {order} LIMIT {page} OFFSET {skip}) AS page)"
        )
    }
}

/// Returns the bit set of filters that a study fails.
fn fails(p: fn(usize, &str) -> String) -> String {
    let [sex, age, group, kind, phase, health] = [4, 5, 6, 7, 8, 9].map(|number| p(number, "int4"));
    [
        format!("(NOT ({sex} < 0 OR sex = 0 OR sex = {sex}))"),
        format!("(NOT ({age} < 0 OR (youngest <= {age} + 364 AND {age} <= oldest)))"),
        format!("(NOT ({group} < 0 OR (age_groups & {group}) <> 0))"),
        format!("(NOT ({kind} < 0 OR kind = {kind}))"),
        format!("(NOT ({phase} < 0 OR (phases & {phase}) <> 0))"),
        format!("(NOT ({health} < 0 OR healthy = {health}))"),
    ]
    .iter()
    .enumerate()
    .map(|(bit, fails)| format!("CASE WHEN {fails} THEN {} ELSE 0 END", 1 << bit))
    .collect::<Vec<_>>()
    .join(" + ")
}

/// Returns the counts: the same as in the search, except for conditions.
fn counts() -> String {
    let filtered = |bit: u32, condition: String| {
        format!("count(*) FILTER (WHERE (fails & {}) = 0 AND {condition})", 63 & !(1 << bit))
    };
    let mut counts = vec!["count(*) FILTER (WHERE fails = 0)".to_owned()];
    counts.extend(["sex <> 2", "sex <> 1"].map(|condition| filtered(0, condition.to_owned())));
    counts.extend((0..4).map(|kind| filtered(3, format!("kind = {kind}"))));
    counts.extend((0..3).map(|group| filtered(2, format!("(age_groups & {}) <> 0", 1 << group))));
    counts.extend((0..5).map(|phase| filtered(4, format!("(phases & {}) <> 0", 1 << phase))));
    counts.extend((0..2).map(|healthy| filtered(5, format!("healthy = {healthy}"))));
    counts.join(", ")
}

fn on_globe(latitude: f64, longitude: f64) -> [f64; 3] {
    let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
    [latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()]
}

fn sex(sex: Sex) -> i32 {
    match sex {
        Sex::All => 0,
        Sex::Female => 1,
        Sex::Male => 2,
    }
}

fn kind(kind: &StudyType) -> i32 {
    match kind {
        StudyType::Interventional => 0,
        StudyType::Observational => 1,
        StudyType::ExpandedAccess => 2,
        StudyType::Unstated => 3,
    }
}

/// Returns the number of studies in a list of counts.
pub(crate) fn count_of(counts: &serde_json::Value) -> usize {
    let all = counts.get(0).and_then(serde_json::Value::as_u64);
    all.and_then(|all| usize::try_from(all).ok()).unwrap_or_default()
}

/// Returns the ids in a list of studies.
pub(crate) fn ids_of(studies: &serde_json::Value) -> Vec<i32> {
    let studies = studies.as_array().into_iter().flatten();
    studies.filter_map(|study| i32::try_from(study.get(0)?.as_i64()?).ok()).collect()
}

/// Returns the list entry of a study.
pub(crate) fn entry(study: &RegistryStudy) -> String {
    let summary: String = study.brief_summary.chars().take(400).collect();
    let sites = study.open_sites().count();
    serde_json::json!({
        "nct_id": study.nct_id, "brief_title": study.brief_title, "brief_summary": summary,
        "conditions": study.conditions, "status": study.status, "study_type": study.study_type,
        "phases": study.phases, "sex": study.sex, "ages": study.ages, "sponsor": study.sponsor,
        "last_updated": study.last_updated, "sites": sites,
    })
    .to_string()
}
