//! Alternative names, and words shared by two names.

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// Returns the required labels: `|` between alternatives, `;` between requirements.
fn required(text: &str) -> String {
    let reading = VOCABULARY.read(text);
    let choice = |parts: Vec<&waypoint_vocabulary::Part>| {
        let label = |part: &waypoint_vocabulary::Part| VOCABULARY.label(part.concepts[0]).to_owned();
        parts.into_iter().map(label).collect::<Vec<_>>().join(" | ")
    };
    let choices: Vec<String> = reading.choices().map(choice).collect();
    let rest = reading.rest.iter().filter(|word| !VOCABULARY.is_plain(&word.folded));
    choices.into_iter().chain(rest.map(|word| format!("'{}'", word.folded))).collect::<Vec<_>>().join("; ")
}

fn assert_required(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(required(text), *expected, "{text}");
    }
}

#[test]
fn names_joined_by_or_are_alternatives() {
    assert_required(&[
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
fn names_joined_by_and_or_a_comma_are_all_required() {
    assert_required(&[
        ("asthma and diabetes", "Asthma; Diabetes"),
        ("asthma, diabetes", "Asthma; Diabetes"),
        ("asthma or gout and lupus", "Asthma | Gout; Lupus"),
    ]);
}

#[test]
fn shared_word_belongs_to_both_names() {
    assert_required(&[
        ("breast or lung cancer", "Breast Cancer | Lung Cancer"),
        ("breast and lung cancer", "Breast Cancer; Lung Cancer"),
        ("breast, lung or colon cancer", "Breast Cancer | Lung Cancer | Colorectal Cancer"),
        ("type 1 or type 2 diabetes", "Type 1 Diabetes | Type 2 Diabetes"),
        ("type 1 or 2 diabetes", "Type 1 Diabetes | Type 2 Diabetes"),
        ("hepatitis b or c", "Hepatitis B | Hepatitis C"),
        ("knee, hip or shoulder replacement", "Knee Replacement | Hip Replacement | Shoulder Replacement"),
        ("cáncer de mama, pulmón o colon", "Breast Cancer | Lung Cancer | Colorectal Cancer"),
        ("ung thư vú hoặc phổi", "Breast Cancer | Lung Cancer"),
        ("crohns or ulcerative colitis", "Crohn's Disease | Ulcerative Colitis"),
    ]);
}

#[test]
fn name_with_a_joining_word_stays_whole() {
    assert_required(&[
        ("head and neck cancer", "Head and Neck Cancer"),
        ("asthma hay fever", "Asthma; Hay Fever"),
        ("or asthma", "Asthma"),
        ("asthma or", "Asthma"),
        ("or", ""),
    ]);
}

#[test]
fn combination_of_treatments_is_one_with_any_sign_between_their_names() {
    let labels = VOCABULARY.concepts().filter(|concept| VOCABULARY.id(*concept).starts_with('T'));
    let labels = labels.map(|concept| VOCABULARY.label(concept));
    let combinations = labels.filter_map(|label| Some((label, label.split_once(" and ")?)));
    let mut count = 0;
    for (label, (one, other)) in
        combinations.filter(|(_, (one, other))| !one.contains(' ') && !other.contains(' '))
    {
        count += 1;
        for typed in [
            format!("{one}/{other}"),
            format!("{other}/{one}"),
            format!("{one} / {other}"),
            format!("{one}-{other}"),
            format!("{one} + {other}"),
            format!("{one} and {other}"),
        ] {
            assert_eq!(required(&typed), label, "{typed}");
        }
    }
    assert!(count > 20, "{count}");
    assert_required(&[
        ("carbidopa/levodopa", "Levodopa"),
        ("amoxicillin/clavulanate", "Amoxicillin"),
        ("buprenorphine/naloxone", "Buprenorphine"),
        ("asthma/COPD", "Asthma | COPD"),
        ("aspirin or ibuprofen", "Aspirin | Ibuprofen"),
    ]);
}

#[test]
fn salt_of_a_drug_changes_no_name() {
    assert_required(&[
        ("fluticasone propionate/salmeterol xinafoate", "Fluticasone and Salmeterol"),
        ("fluticasone propionate and salmeterol", "Fluticasone and Salmeterol"),
        ("fluticasone propionate", "Fluticasone"),
        ("metformin HCl", "Metformin"),
        ("metformin hydrochloride for diabetes", "Metformin; Diabetes"),
        ("clorhidrato de metformina", "Metformin"),
        ("amlodipine besylate", "Amlodipine"),
        ("metoprolol tartrate", "Metoprolol"),
    ]);
}

#[test]
fn qualifiers_of_a_condition_are_not_required() {
    assert_required(&[
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
