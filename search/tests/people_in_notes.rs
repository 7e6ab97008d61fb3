//! Whose facts a description states.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns the conditions, the age, the sex, and the place of the person.
fn person(text: &str) -> String {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let conditions = found.conditions.iter().map(|one| VOCABULARY.label(one.concept).to_owned());
    let age = found.age.map(|age| age.whole_years().to_string());
    let sex = found.sex.map(|sex| sex.label().to_owned());
    let place = found.place.map(|place| place.label());
    conditions.chain(age).chain(sex).chain(place).collect::<Vec<_>>().join(" | ")
}

fn check(cases: &[(&str, &str)]) {
    let failures: Vec<_> = cases
        .iter()
        .map(|(text, expected)| (text, person(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, _)| format!("{text}: {found}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn label_of_a_fact_names_no_condition() {
    check(&[
        ("Sex: M. Age: 66. Diagnosis: COPD.", "COPD | 66 | Male"),
        ("Sex: Female. Asthma.", "Asthma | Female"),
        ("COPD; sex: f", "COPD | Female"),
        ("Sexo: femenino. Edad: 40. Asma.", "Asthma | 40 | Female"),
        ("DOB 03/12/1958. Sex: M. COPD.", "COPD | 68 | Male"),
        ("Gender: male; DOB: 1960-04-02; COPD", "COPD | 66 | Male"),
    ]);
}

#[test]
fn labeled_relatives_are_other_people() {
    check(&[
        (
            "Father: colon cancer at 50. Mother: breast cancer. Patient: major depressive disorder. Age 41, female.",
            "Major Depression | 41 | Female",
        ),
        ("Father: stroke. Age 41, female. Patient: depression", "Depression | 41 | Female"),
        ("Wife has lupus, I have asthma", "Asthma"),
        ("Son: autism. I am a woman with asthma, 44.", "Asthma | 44 | Female"),
        ("Hermana: lupus. Paciente: asma.", "Asthma"),
        ("The patient's donor had CMV. AML.", "Acute Myeloid Leukemia"),
        ("patient's mother is 62 and has COPD. Patient has lupus.", "Lupus"),
    ]);
}

#[test]
fn family_history_ends_where_the_text_describes_the_person() {
    check(&[
        (
            "Family history: father with melanoma at 60. Patient is a 35-year-old woman with eczema.",
            "Eczema | 35 | Female",
        ),
        ("FHx: T1DM (brother). 19F with asthma.", "Asthma | 19 | Female"),
        ("Wife has Alzheimer's, I'm the caregiver, 71 years old, with COPD.", "COPD | 71"),
        (
            "Breast cancer, 55F. Family history: mother with ovarian cancer. Lives in Pittsburgh, PA.",
            "Breast Cancer | 55 | Female | Pittsburgh, Pennsylvania, United States",
        ),
        ("Asthma. Family history: lupus in mother. Gout in father, 70.", "Asthma"),
    ]);
}

#[test]
fn age_is_the_one_of_today() {
    check(&[
        ("Asthma, diagnosed at age 12, now 34", "Asthma | 34"),
        ("age 34, onset at 12, epilepsy", "Epilepsy | 34"),
        ("DOB 3/4/1961. Gout.", "Gout | 65"),
        ("DOB 12/4/1961. Gout.", "Gout | 64"),
        ("Date of birth: December 4, 1961. Gout.", "Gout | 64"),
        ("Fecha de nacimiento: 4/12/1961. Gota.", "Gout | 64"),
        ("Sinh ngày 4 tháng 12 năm 1961. Gút.", "Gout | 64"),
        ("67M, COPD", "COPD | 67 | Male"),
        ("54 F, COPD", "COPD | 54 | Female"),
        ("78-year-old gentleman with gout", "Gout | 78 | Male"),
        ("6-month-old with eczema", "Eczema | 0"),
        ("Onset at 19. She is 40 and has lupus.", "Lupus | 40 | Female"),
        ("Lupus since age 20, 45 now", "Lupus | 45"),
        ("Diagnosed with lupus at age 9. Currently 27.", "Lupus | 27"),
        ("31F nursing her 3 month old, eczema", "Eczema | Breastfeeding | 31 | Female"),
        ("Eczema. 29 yo woman breastfeeding her 6-week-old son.", "Eczema | Breastfeeding | 29 | Female"),
        ("40 M with a 5 year old daughter, asthma", "Asthma | 40 | Male"),
        ("18mo M, eczema", "Eczema | 1 | Male"),
        ("My friend's baby has RSV", "RSV"),
        ("El bebé de mi amiga tiene VSR.", "RSV"),
        ("My friend has asthma. I have gout.", "Gout"),
    ]);
}

#[test]
fn healthy_person_without_a_condition_looks_for_studies_of_healthy_people() {
    for (text, is_healthy) in [
        ("Otherwise healthy 25 yo volunteer", true),
        ("I'm healthy and want to help", true),
        ("Healthy volunteer, 30F, Pittsburgh, PA", true),
        ("Soy sano y quiero ayudar. Tengo 30 años.", true),
        ("Tôi khỏe mạnh và muốn giúp.", true),
        ("I am healthy. My mother has lupus.", true),
        ("I eat a healthy diet", false),
        ("I want a healthy weight", false),
        ("I'm not healthy", false),
        ("Otherwise healthy 25 yo with eczema", false),
        ("My sister is healthy. I have lupus.", false),
    ] {
        let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
        assert_eq!(found.is_healthy, is_healthy, "{text}");
    }
}
