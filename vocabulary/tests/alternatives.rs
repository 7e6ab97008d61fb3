//! Names of which one is enough, and words that two names share.

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// What a study has to be about: `|` between names of which one is enough, `;` between others.
fn wanted(text: &str) -> String {
    let reading = VOCABULARY.read(text);
    let choice = |parts: Vec<&waypoint_vocabulary::Part>| {
        let label = |part: &waypoint_vocabulary::Part| VOCABULARY.label(part.concepts[0]).to_owned();
        parts.into_iter().map(label).collect::<Vec<_>>().join(" | ")
    };
    let choices: Vec<String> = reading.choices().map(choice).collect();
    let rest = reading.rest.iter().filter(|word| !VOCABULARY.is_plain(&word.folded));
    choices.into_iter().chain(rest.map(|word| format!("'{}'", word.folded))).collect::<Vec<_>>().join("; ")
}

fn all_are(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(wanted(text), *expected, "{text}");
    }
}

#[test]
fn of_names_with_or_between_them_one_is_enough() {
    all_are(&[
        ("asthma or COPD", "Asthma | COPD"),
        ("asthma/COPD", "Asthma | COPD"),
        ("asthma, gout or lupus", "Asthma | Gout | Lupus"),
        ("breast cancer and/or ovarian cancer", "Breast Cancer | Ovarian Cancer"),
        ("cancer or heart disease", "Cancer | Heart Diseases"),
        ("asma o diabetes", "Asthma | Diabetes"),
        ("hen suyễn hoặc tiểu đường", "Asthma | Diabetes"),
    ]);
}

#[test]
fn names_with_and_or_a_comma_between_them_are_all_meant() {
    all_are(&[
        ("asthma and diabetes", "Asthma; Diabetes"),
        ("asthma, diabetes", "Asthma; Diabetes"),
        ("asthma or gout and lupus", "Asthma | Gout; Lupus"),
    ]);
}

#[test]
fn a_word_that_is_said_once_belongs_to_both_names() {
    all_are(&[
        ("breast or lung cancer", "Breast Cancer | Lung Cancer"),
        ("breast and lung cancer", "Breast Cancer; Lung Cancer"),
        ("breast, lung or colon cancer", "Breast Cancer | Lung Cancer | Colorectal Cancer"),
        ("type 1 or type 2 diabetes", "Type 1 Diabetes | Type 2 Diabetes"),
        ("type 1 or 2 diabetes", "Type 1 Diabetes | Type 2 Diabetes"),
        ("hepatitis b or c", "Hepatitis B | Hepatitis C"),
        ("knee, hip or shoulder replacement", "Knee Replacement | Hip Replacement | Shoulder Replacement"),
        ("cáncer de mama, pulmón o colon", "Breast Cancer | Lung Cancer | Colorectal Cancer"),
        ("ung thư vú hoặc phổi", "Breast Cancer | Lung Cancer"),
        ("crohns or ulcerative colitis", "Crohn Disease | Ulcerative Colitis"),
    ]);
}

#[test]
fn a_name_that_joins_words_itself_stays_one() {
    all_are(&[
        ("head and neck cancer", "Head and Neck Cancer"),
        ("asthma hay fever", "Asthma; Hay Fever"),
        ("or asthma", "Asthma"),
        ("asthma or", "Asthma"),
        ("or", ""),
    ]);
}

#[test]
fn what_says_more_of_a_condition_is_nothing_that_a_study_has_to_be_about() {
    all_are(&[
        ("lung cancer stage IV", "Lung Cancer"),
        ("stage 4 breast cancer", "Breast Cancer"),
        ("breast cancer that has spread", "Breast Cancer"),
        ("melanoma stage III", "Melanoma"),
        ("copd smoker", "COPD"),
        ("smoker", "Tobacco Use Disorder"),
        ("my baby has eczema", "Eczema"),
        ("baby", "Newborn Health"),
    ]);
}

proptest! {
    #[test]
    fn any_names_can_be_joined(words in prop::collection::vec("breast|lung|cancer|asthma|or|and|,|/|2|b|xyzzy|de|ung thư", 0..14)) {
        let text = words.join(" ");
        let reading = VOCABULARY.read(&text);
        let mut ends = 0;
        for part in &reading.parts {
            prop_assert!(text.get(part.span.clone()).is_some() && part.span.start >= ends, "{text}");
            ends = part.span.end;
        }
        prop_assert!(reading.parts.first().is_none_or(|part| !part.is_alternative), "{text}");
    }
}
