//! How far the denials of a description reach.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, description::Description};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns what is searched for, and what is denied.
fn searched_and_denied(text: &str) -> (String, String) {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let denied: Vec<_> = found.denied.iter().map(|denied| VOCABULARY.label(*denied)).collect();
    (found.search_text(&VOCABULARY).unwrap_or_default(), denied.join(", "))
}

fn check(cases: &[(&str, &str, &str)]) {
    let mut failures = Vec::new();
    for (text, searched, denied) in cases {
        let found = searched_and_denied(text);
        if (found.0.as_str(), found.1.as_str()) != (*searched, *denied) {
            failures.push(format!("{text}: {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn denial_ends_before_the_condition_of_the_person() {
    check(&[
        ("No metastases, stage II colon cancer, age 60", "Colorectal Cancer", ""),
        ("Sin metástasis, cáncer de colon estadio II", "Colorectal Cancer", ""),
        ("No metastasis, breast cancer", "Breast Cancer", ""),
        ("No known drug allergies; melanoma stage III", "Melanoma", "Drug Hypersensitivity"),
        ("declined chemotherapy; bladder cancer", "Bladder Cancer", "Chemotherapy"),
        ("Not on insulin, type 2 diabetes", "Type 2 Diabetes", "Insulin"),
        ("Not diabetic, COPD since 2015", "COPD", "Diabetes"),
        ("Not a smoker, asthma", "Asthma", ""),
        ("Denies asthma; COPD", "COPD", "Asthma"),
        ("Niega asma; EPOC", "COPD", "Asthma"),
        ("Không hen suyễn; COPD", "COPD", "Asthma"),
        ("Denies asthma, reports gout", "Gout", "Asthma"),
        ("No asthma, gout for 10 years", "Gout", "Asthma"),
        ("No diabetes, lupus nephritis class IV", "Lupus Nephritis", "Diabetes"),
        ("denies suicidal ideation; depression", "Depression", "Suicide Prevention"),
        ("hasn't had a transplant; kidney failure", "Kidney Failure", "Organ Transplant"),
        ("without prior treatment, multiple myeloma", "Multiple Myeloma", ""),
        ("no prior systemic therapy for melanoma", "Melanoma", ""),
        ("I have no insurance, asthma", "Asthma", ""),
        ("not controlled asthma", "Asthma", ""),
        ("not well controlled diabetes", "Diabetes", ""),
        ("Not pregnant, lupus", "Lupus", ""),
    ]);
}

#[test]
fn denied_marker_denies_no_condition() {
    check(&[
        ("KRAS not detected, stage IV colon cancer", "Colorectal Cancer KRAS-negative", ""),
        ("no BRAF mutation, melanoma stage IIIC", "Melanoma BRAF-negative", ""),
        ("no mutation in BRAF, melanoma", "Melanoma BRAF-negative", ""),
        ("ALK not rearranged; NSCLC stage IV", "Non-Small Cell Lung Cancer ALK-negative", ""),
        ("HER2 IHC 2+, FISH not amplified, metastatic breast cancer", "Breast Cancer HER2-low", ""),
    ]);
}

#[test]
fn denied_list_is_denied_as_a_whole() {
    check(&[
        ("No history of asthma, gout, or COPD. Lupus.", "Lupus", "Asthma, Gout, COPD"),
        ("Denies asthma, gout, COPD. Lupus.", "Lupus", "Asthma, Gout, COPD"),
        ("Denies: asthma; gout; COPD. Lupus.", "Lupus", "Asthma, Gout, COPD"),
        ("Denies fever, cough, asthma; has lupus", "Lupus", "Fever, Cough, Asthma"),
        ("Niega asma, gota o EPOC. Lupus.", "Lupus", "Asthma, Gout, COPD"),
        ("No asthma, COPD. Lupus.", "Lupus", "Asthma, COPD"),
        ("Denies tobacco, alcohol, gout", "", "Alcohol Addiction, Gout"),
        ("Denies smoking, gout, COPD. Lupus.", "Lupus", "Gout, COPD"),
        ("Denies alcohol, tobacco, drugs, asthma. Lupus.", "Lupus", "Alcohol Addiction, Asthma"),
        ("Denies chemotherapy, gout. Lupus.", "Lupus", "Chemotherapy, Gout"),
        ("Denies tobacco, lupus since 2010", "Lupus", ""),
        ("Negative for tobacco, gout. Lupus.", "Lupus", "Gout"),
        ("No history of tobacco use, asthma, gout. Lupus.", "Lupus", "Asthma, Gout"),
        ("No history of surgery, asthma, gout. Lupus.", "Lupus", "Surgery, Asthma, Gout"),
        ("Niega tabaco, alcohol, gota. Lupus.", "Lupus", "Alcohol Addiction, Gout"),
        ("Sin antecedentes de cirugía, asma, gota. Lupus.", "Lupus", "Surgery, Asthma, Gout"),
        ("No tiene antecedentes de cirugía, asma ni gota. Lupus.", "Lupus", "Surgery, Asthma, Gout"),
        ("Negativo para VIH, hepatitis B. Gota.", "Gout", "HIV, Hepatitis B"),
        ("Phủ nhận hút thuốc, gút, COPD. Lupus.", "Lupus", "Gout, COPD"),
        ("Không có tiền sử phẫu thuật, gút, COPD. Lupus.", "Lupus", "Surgery, Gout, COPD"),
        ("Âm tính với HIV, viêm gan B. Gút.", "Gout", "HIV, Hepatitis B"),
        ("denies chest pain, SOB or asthma", "", "Chest Pain, Shortness of Breath, Asthma"),
        (
            "no h/o DM, HTN, CAD but has gout",
            "Gout",
            "Diabetes, High Blood Pressure, Coronary Artery Disease",
        ),
        ("Negative for: HIV, HBV. Gout.", "Gout", "HIV, Hepatitis B"),
        ("Negative for HIV, HBV, and HCV; has gout", "Gout", "HIV, Hepatitis B, Hepatitis C"),
        ("Denies diabetes, stroke, and I have gout", "Gout", "Diabetes, Stroke"),
        ("No diabetes, stroke, though he has gout", "Gout", "Diabetes, Stroke"),
        ("Niega diabetes, asma, pero tiene gota", "Gout", "Diabetes, Asthma"),
        (
            "No chemotherapy, radiation, or surgery. Lupus.",
            "Lupus",
            "Chemotherapy, Radiation Therapy, Surgery",
        ),
    ]);
}

#[test]
fn condition_that_a_search_denies_is_not_searched_for() {
    for (text, condition, denied) in [
        ("ruled out lupus, have kidney disease", "kidney disease", "Lupus"),
        ("asthma ruled out", "", "Asthma"),
        ("kidney disease, lupus was ruled out", "kidney disease", "Lupus"),
        ("denies asthma", "", "Asthma"),
        ("niega asma", "", "Asthma"),
        ("no longer have melanoma", "", "Melanoma"),
        ("no evidence of diabetes, COPD", "COPD", "Diabetes"),
    ] {
        let found = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        let labels: Vec<_> = found.denied.iter().map(|denied| VOCABULARY.label(*denied)).collect();
        assert_eq!((found.condition.as_str(), labels.join(", ").as_str()), (condition, denied), "{text}");
    }
}
