//! The search that follows from a description, for display, correction, and the address of the results page.

use url::form_urlencoded;
use waypoint_domain::{query_ages::QueryAges, sex::Sex};
use waypoint_gazetteer::PlaceKind;
use waypoint_search::description::{DescribedCondition, Description};
use waypoint_vocabulary::ConceptId;

use super::Finder;
use crate::wire::{
    DescribeAnswer, UnderstoodCondition, UnderstoodDescription, UnderstoodFilter, UnderstoodTreatment,
};

/// Returns what was understood of a description, and the search in this country, or in that of the described place.
#[must_use]
pub fn answer(description: &Description, country: &str, finder: &Finder) -> DescribeAnswer {
    let vocabulary = finder.vocabulary();
    let names =
        |concepts: &[ConceptId]| concepts.iter().map(|one| vocabulary.label(*one).to_owned()).collect();
    let condition = |described: &DescribedCondition| UnderstoodCondition {
        name: vocabulary.label(described.concept).to_owned(),
        stage: described.stage.clone(),
        is_past: described.is_past,
        markers: described.marker_labels(vocabulary),
        q: described.search_text(vocabulary),
    };
    let of_healthy = description.healthy_label(vocabulary).map(|name| UnderstoodCondition {
        q: name.clone(),
        name,
        stage: None,
        is_past: false,
        markers: Vec::new(),
    });
    let conditions = of_healthy.into_iter().chain(description.conditions.iter().map(condition)).collect();
    let treatments = description.treatments.iter().map(|treatment| UnderstoodTreatment {
        name: vocabulary.label(treatment.concept).to_owned(),
        is_current: treatment.is_current,
    });
    let understood = UnderstoodDescription {
        conditions,
        symptoms: names(&description.symptoms),
        filters: filters(description),
        treatments: treatments.collect(),
        denied: names(&description.denied),
    };
    let country =
        description.place.as_ref().map_or_else(|| country.trim().into(), |place| place.country.to_string());
    let search = understood.conditions.first().map(|best| query(&best.q, &country, &understood.filters));
    DescribeAnswer { understood, country, search, help: None }
}

/// Returns age, sex, and place with the names of their query parameters.
fn filters(description: &Description) -> Vec<UnderstoodFilter> {
    let filter =
        |name: &str, value: String, label: String| UnderstoodFilter { name: name.into(), value, label };
    let ages = description.age.and_then(|age| QueryAges::single(age).ok());
    let age = ages.map(|ages| filter("age", ages.to_string(), ages.label()));
    let sex = description.sex.filter(|sex| *sex != Sex::All);
    let sex = sex.map(|sex| filter("gender", sex.label().to_lowercase(), sex.label().to_owned()));
    // A whole country is no place to be near to.
    let place = description.place.as_ref().filter(|place| place.kind != PlaceKind::Country);
    let near = place.map(|place| {
        let preposition = if place.kind == PlaceKind::Region { "In" } else { "Near" };
        filter("near", place.label(), format!("{preposition} {}", place.label()))
    });
    [age, sex, near].into_iter().flatten().collect()
}

fn query(q: &str, country: &str, filters: &[UnderstoodFilter]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("q", q).append_pair("in", country);
    query.extend_pairs(filters.iter().map(|filter| (&filter.name, &filter.value)));
    query.finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use jiff::civil::date;
    use waypoint_domain::work_budget::WorkBudget;
    use waypoint_text::{Table, table};

    use super::*;
    use crate::finding::{SearchParams, SearchRequest};

    const NOTES: Table<9> = table!(
        "../../../bench/relevance/notes.tsv",
        ["kind", "language", "conditions", "age", "sex", "denied", "treatments", "query", "text"]
    );

    fn described(text: &str, finder: &Finder) -> (Description, DescribeAnswer) {
        let description = Description::read(text, date(2026, 7, 1), finder.vocabulary(), finder.gazetteer());
        let answer = answer(&description, "UNITED STATES", finder);
        (description, answer)
    }

    #[test]
    fn search_of_each_description_means_what_was_understood() {
        let finder = Finder::default();
        for [.., text] in NOTES.rows() {
            let text = text.replace("\\n", "\n");
            let (description, answer) = described(&text, &finder);
            let Some(best) = description.conditions.first() else {
                assert_eq!(answer.search.is_some(), description.is_healthy);
                continue;
            };
            let query = answer.search.unwrap();
            let mut params = SearchParams::default();
            for (name, value) in form_urlencoded::parse(query.as_bytes()) {
                let value = value.into_owned();
                match &*name {
                    "q" => params.q = value,
                    "in" => params.country = value,
                    "age" => params.age = value,
                    "gender" => params.gender = value,
                    "near" => params.near = value,
                    other => panic!("{other} is no parameter of a description"),
                }
            }
            let request = SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).unwrap();
            let concepts: Vec<ConceptId> =
                request.reading.parts.iter().flat_map(|part| part.concepts.clone()).collect();
            let is_meant = |concept: &ConceptId| {
                *concept == best.concept
                    || finder.vocabulary().ancestors(*concept).any(|above| above == best.concept)
            };
            assert!(concepts.iter().any(is_meant), "{query}: {concepts:?}");
            let ages = description.age.map(|age| QueryAges::single(age).unwrap());
            assert_eq!((request.filters.ages, request.filters.sex), (ages, description.sex), "{query}");
            assert_eq!(request.place.map(|place| place.name), description.place.map(|place| place.name));
            assert_eq!((request.missing_place, request.unknown_country), (None, None), "{query}");
        }
    }

    #[test]
    fn healthy_person_without_a_condition_looks_for_healthy_volunteers() {
        let finder = Finder::default();
        let (_, answer) = described("Otherwise healthy 25 yo volunteer in Pittsburgh, PA", &finder);
        let names: Vec<_> = answer.understood.conditions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Healthy Volunteers"]);
        let params = SearchParams { q: names[0].into(), country: "USA".into(), ..SearchParams::default() };
        let request = SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).unwrap();
        assert!(request.healthy);
        let (_, answer) = described("Otherwise healthy 25 yo with eczema", &finder);
        assert_eq!(answer.understood.conditions[0].name, "Eczema");
    }

    #[test]
    fn described_country_replaces_the_country_of_the_page() {
        let finder = Finder::default();
        let (_, answer) = described("I have asthma. I live in Toronto, Canada.", &finder);
        assert_eq!(answer.country, "CANADA");
        assert!(answer.search.unwrap().contains("in=CANADA"));
    }

    #[test]
    fn denied_conditions_can_be_left_out_of_the_search() {
        let finder = Finder::default();
        for [.., text] in NOTES.rows() {
            let text = text.replace("\\n", "\n");
            let (_, answer) = described(&text, &finder);
            let Some(best) = answer.understood.conditions.first() else {
                continue;
            };
            // The page adds these words for each condition that the person chooses to leave out.
            let words = answer.understood.denied.iter().map(|name| format!("no {name}"));
            let words: Vec<String> = words.collect();
            let q = words.iter().fold(best.q.clone(), |q, word| format!("{q}, {word}"));
            let params = SearchParams { q, country: "USA".into(), ..SearchParams::default() };
            let request = SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).unwrap();
            assert_eq!(request.negated, words, "{}", params.q);
        }
    }
}
