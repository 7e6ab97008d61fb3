//! Notes of many fields of medicine, in three languages, each with what it says. They were written before the rules read them.

use std::{collections::BTreeSet, sync::LazyLock};

use jiff::civil::{Date, date};
use waypoint_domain::age::Age;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::{DescribedCondition, Description};
use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

const NOTES: Table<7> = table!(
    "tables/notes_of_many_fields.tsv",
    ["field", "conditions", "person", "treatments", "denied", "unsure", "text"]
);

/// Returns the label of the only concept that a name names.
fn label(name: &str) -> String {
    let parts = VOCABULARY.read(name).parts;
    assert!(parts.len() == 1 && !parts[0].concepts.is_empty(), "{name}: {parts:?}");
    VOCABULARY.label(parts[0].concepts[0]).to_owned()
}

/// Returns the items of a cell, of which the name is given by its label.
fn items(cell: &str, with_label: impl Fn(&str) -> String) -> BTreeSet<String> {
    cell.split(';').map(str::trim).filter(|item| !item.is_empty()).map(with_label).collect()
}

/// 'colon cancer stage III, KRAS G12D, past': the name with its details.
fn expected_condition(item: &str) -> String {
    let (name, details) = item.split_once(',').map_or((item, ""), |(name, details)| (name, details.trim()));
    [label(name), details.to_owned()].join(" ").trim().to_owned()
}

fn condition(one: &DescribedCondition) -> String {
    let stage = one.stage.as_ref().map(|stage| format!("stage {stage}"));
    let past = one.is_past.then(|| "past".to_owned());
    let details = stage.into_iter().chain(one.marker_labels(&VOCABULARY)).chain(past);
    [VOCABULARY.label(one.concept).to_owned(), details.collect::<Vec<_>>().join(", ")]
        .join(" ")
        .trim()
        .to_owned()
}

fn labels(concepts: &[ConceptId]) -> BTreeSet<String> {
    concepts.iter().map(|one| VOCABULARY.label(*one).to_owned()).collect()
}

fn person(found: &Description) -> String {
    let age = |age: Age| match age.whole_years() {
        0 => age.to_string().to_lowercase(),
        years => years.to_string(),
    };
    let sex = found.sex.map(|sex| sex.label().to_lowercase());
    let place = found.place.as_ref().map(|place| place.name.to_owned());
    [found.age.map(age), sex, place].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

#[test]
fn each_note_is_understood_as_it_was_meant() {
    let mut failures = Vec::new();
    for [_, conditions, of_person, treatments, denied, unsure, text] in NOTES.rows() {
        let text = text.replace("\\n", "\n");
        let found = Description::read(&text, TODAY, &VOCABULARY, &GAZETTEER);
        let begin: String = text.chars().take(50).collect();
        let mut check = |what: &str, found: String, expected: String| {
            if found != expected {
                failures.push(format!("{begin}: {what}\n    {found}\n    not {expected}"));
            }
        };
        let is_healthy = conditions == "healthy";
        check("healthy", found.is_healthy.to_string(), is_healthy.to_string());
        let expected = items(if is_healthy { "" } else { conditions }, expected_condition);
        let own: BTreeSet<String> = found.conditions.iter().map(condition).collect();
        check("conditions", format!("{own:?}"), format!("{expected:?}"));
        if let (Some(first), Some(expected)) = (found.conditions.first(), conditions.split(';').next()) {
            check("first", condition(first), expected_condition(expected));
        }
        check("person", person(&found), of_person.to_owned());
        let treated = found.treatments.iter().map(|one| {
            let when = if one.is_current { "now" } else { "had" };
            format!("{} {when}", VOCABULARY.label(one.concept))
        });
        let with_time = |item: &str| {
            let (name, when) = item.rsplit_once(' ').unwrap();
            format!("{} {when}", label(name))
        };
        let treated: BTreeSet<String> = treated.collect();
        check("treatments", format!("{treated:?}"), format!("{:?}", items(treatments, with_time)));
        check("denied", format!("{:?}", labels(&found.denied)), format!("{:?}", items(denied, label)));
        check("unsure", format!("{:?}", labels(&found.symptoms)), format!("{:?}", items(unsure, label)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
