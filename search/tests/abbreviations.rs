//! Abbreviations of notes that have several meanings (D-457).

use std::{collections::BTreeSet, sync::LazyLock};

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_text::{Table, table};
use waypoint_vocabulary::{MatchKind, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

const ABBREVIATIONS: Table<3> = table!("../data/note_abbreviations.tsv", ["abbreviation", "name", "with"]);

fn conditions(text: &str) -> Vec<&'static str> {
    let read = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let all = read.conditions.iter().map(|one| one.concept).chain(read.symptoms).chain(read.denied);
    all.map(|concept| VOCABULARY.label(concept)).collect()
}

#[test]
fn each_meaning_is_a_name_of_the_vocabulary() {
    for [abbreviation, name, _] in ABBREVIATIONS.rows().filter(|[_, name, _]| !name.is_empty()) {
        let read = VOCABULARY.read(name);
        let is_named = read.parts.len() == 1 && read.parts[0].match_kind == MatchKind::Named;
        assert!(is_named && read.rest.is_empty(), "{abbreviation}: {name}");
    }
}

#[test]
fn each_supporting_word_means_what_its_row_says() {
    for [abbreviation, name, with] in
        ABBREVIATIONS.rows().filter(|[_, name, with]| !name.is_empty() && !with.is_empty())
    {
        let meant = VOCABULARY.label(VOCABULARY.read(name).parts[0].concepts[0]);
        let words: BTreeSet<&str> = with.split('|').collect();
        let first_of_others = |word: &str| {
            ABBREVIATIONS
                .rows()
                .find(|[other, _, with]| *other == abbreviation && with.split('|').any(|one| one == word))
        };
        let is_first = |word: &&str| first_of_others(word).is_some_and(|row| row[1] == name);
        // A narrower condition takes the place of the wider one.
        let names_nothing = |word: &&str| conditions(&format!("Known {word}.")).is_empty();
        for word in words.into_iter().filter(is_first).filter(names_nothing) {
            let read = conditions(&format!("Known {abbreviation}, {word}."));
            assert!(read.contains(&meant), "{abbreviation} beside {word}: {read:?}");
        }
    }
}

#[test]
fn abbreviation_means_what_the_note_supports() {
    let notes = [
        ("54M presents with CP on exertion, on metoprolol.", "Chest Pain", "Cerebral Palsy"),
        ("32F with CP, spastic diplegia, wheelchair.", "Cerebral Palsy", "Chest Pain"),
        ("Seen in the ED with abdominal pain.", "Abdominal Pain", "Erectile Dysfunction"),
        ("60M with ESRD, on PD since May.", "End-Stage Kidney Failure", "Parkinson's Disease"),
        ("NSCLC, PD on osimertinib.", "Non-Small Cell Lung Cancer", "Parkinson's Disease"),
        ("71M with PD, levodopa wearing off.", "Parkinson's Disease", "End-Stage Kidney Failure"),
        ("COPD, sat 92% on RA.", "COPD", "Rheumatoid Arthritis"),
        ("RA on methotrexate.", "Rheumatoid Arthritis", "COPD"),
        ("PE: lungs clear. Asthma.", "Asthma", "Blood Clot in the Lung"),
        ("PE in 2020, on apixaban.", "Blood Clot in the Lung", "Asthma"),
        ("HD three times a week for ESRD.", "End-Stage Kidney Failure", "Huntington's Disease"),
        ("HD with chorea, CAG 44.", "Huntington's Disease", "Hodgkin Lymphoma"),
        ("MS intact. Heart failure, EF 35%.", "Heart Failure", "Multiple Sclerosis"),
        ("MS since 2015, on ocrelizumab.", "Multiple Sclerosis", "Mitral Valve Stenosis"),
        ("PSA 12, Gleason 7 prostate cancer.", "Prostate Cancer", "Psoriatic Arthritis"),
        ("Prostate cancer, RP in 2019.", "Prostate Cancer", "Retinitis Pigmentosa"),
        ("HIV, VL undetectable.", "HIV", "Visceral Leishmaniasis"),
        ("ALL: penicillin. Asthma.", "Asthma", "Precursor Cell Lymphoblastic Leukemia-Lymphoma"),
        ("Relapsed ALL after blinatumomab.", "Precursor Cell Lymphoblastic Leukemia-Lymphoma", "Asthma"),
        ("Her PCP treats her asthma.", "Asthma", "Pneumocystis Pneumonia"),
    ];
    for (note, meant, other) in notes {
        let read = conditions(note);
        assert!(read.contains(&meant) && !read.contains(&other), "{note}: {read:?}");
    }
}

#[test]
fn abbreviation_without_support_counts_if_the_person_has_it() {
    assert_eq!(conditions("I am 60 and I have PD."), ["Parkinson's Disease"]);
    assert_eq!(conditions("PMH: PD, asthma"), ["Parkinson's Disease", "Asthma"]);
    assert_eq!(conditions("PD is worse. Asthma."), ["Asthma"]);
    let named = conditions("Progressive Parkinson's disease. The PD worsens.");
    assert_eq!(named, ["Parkinson's Disease"]);
}

#[test]
fn abbreviation_that_the_note_does_not_decide_is_to_be_confirmed() {
    let certain_and_not = |text: &str| {
        let read = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
        let labels = |all: Vec<_>| all.into_iter().map(|one| VOCABULARY.label(one)).collect::<Vec<_>>();
        (labels(read.conditions.into_iter().map(|one| one.concept).collect()), labels(read.symptoms))
    };
    for (text, certain, not_certain) in [
        ("32F with BPD", vec![], vec!["Bronchopulmonary Dysplasia", "Borderline Personality Disorder"]),
        (
            "BPD, asthma",
            vec!["Asthma"],
            vec!["Bronchopulmonary Dysplasia", "Borderline Personality Disorder"],
        ),
        ("I have AD.", vec![], vec!["Alzheimer's Disease", "Atopic Eczema"]),
        ("32F with BPD, on lamotrigine, in DBT", vec!["Borderline Personality Disorder"], vec![]),
        ("2 yo with BPD, born preterm", vec!["Bronchopulmonary Dysplasia"], vec![]),
        ("No BPD. Asthma.", vec!["Asthma"], vec![]),
        ("I am 60 and I have PD.", vec!["Parkinson's Disease"], vec![]),
    ] {
        assert_eq!(certain_and_not(text), (certain, not_certain), "{text}");
    }
}

#[test]
fn part_of_a_longer_word_is_no_abbreviation() {
    for note in ["Asthma, PD-L1 80%.", "Asthma, MS-DRG 202.", "Asthma; R.A. Smith."] {
        assert_eq!(conditions(note), ["Asthma"], "{note}");
    }
}

#[test]
fn abbreviation_at_the_end_of_a_sentence_is_no_title() {
    assert_eq!(conditions("My neighbor has MS. I am 33 with migraine."), ["Migraine"]);
    assert_eq!(conditions("Thank you for seeing Ms. Lee, who has asthma."), ["Asthma"]);
    assert_eq!(conditions("MS. LEE HAS ASTHMA."), ["Asthma"]);
}
