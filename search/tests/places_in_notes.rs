//! Where the person is, among the places that a description names.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

fn check(cases: &[(&str, &str)]) {
    let place = |text: &str| {
        let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER).place;
        found.map(|place| place.label()).unwrap_or_default()
    };
    let failures: Vec<_> = cases
        .iter()
        .map(|(text, expected)| (text, place(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, _)| format!("{text}: {found}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn place_is_read_as_people_and_clinics_write_it() {
    check(&[
        ("Asthma. ZIP 15213", "Pittsburgh, Pennsylvania 15213, United States"),
        ("My zip is 98101 and I have migraine", "Seattle, Washington 98101, United States"),
        ("58F, lupus, zip code: 60612.", "Chicago, Illinois 60612, United States"),
        ("Asthma. Chicago, IL 60612", "Chicago, Illinois 60612, United States"),
        ("54M, lives in Austin TX, gout", "Austin, Texas, United States"),
        ("COPD, Pittsburgh, PA", "Pittsburgh, Pennsylvania, United States"),
        ("Lupus. I'm in Tulsa, Oklahoma.", "Tulsa, Oklahoma, United States"),
        ("Asma. Código postal 78701.", "Austin, Texas 78701, United States"),
        ("Hen suyễn. Sống ở San Jose, CA.", "San Jose, California, United States"),
        ("Asthma. Creatinine 15213", ""),
    ]);
}

#[test]
fn persons_place_counts_more_than_an_office() {
    check(&[
        (
            "Lakeside Rheumatology\n1200 Main Street, Suite 400, Cleveland, OH 44113\n\nRe: lupus. She lives in Akron, OH.",
            "Akron, Ohio, United States",
        ),
        ("Mercy Hospital, Dallas, TX\n55F with gout, from Waco, TX", "Waco, Texas, United States"),
        ("Seen in Boston for lupus. Home address: Worcester, MA", "Worcester, Massachusetts, United States"),
        ("Patient of Ann Jackson, MD. Lupus. Fargo, ND", "Fargo, North Dakota, United States"),
        ("Dear Dr. Salisbury, MD, he has gout.", ""),
    ]);
}
