//! Whether a person has, had, or never had a treatment that a description names.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns the treatments of a text, each with how it stands.
fn treatments(text: &str) -> String {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let had = found.treatments.iter().map(|one| (one.concept, if one.is_current { "now" } else { "had" }));
    let all = had.chain(found.denied.iter().map(|denied| (*denied, "never")));
    all.map(|(concept, how)| format!("{} {how}", VOCABULARY.label(concept))).collect::<Vec<_>>().join(", ")
}

fn check(cases: &[(&str, &str)]) {
    let failures: Vec<_> = cases
        .iter()
        .map(|(text, expected)| (text, treatments(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, _)| format!("{text}: {found}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn ended_or_denied_treatment_is_not_current() {
    check(&[
        ("Psoriasis. I stopped taking Humira last year.", "Adalimumab had"),
        ("Psoriasis. I used to take Humira.", "Adalimumab had"),
        ("I came off Humira. Psoriasis.", "Adalimumab had"),
        ("Type 1 diabetes, no longer taking insulin", "Insulin had"),
        ("Ya no tomo metotrexato. Artritis.", "Methotrexate had"),
        ("Dejé de tomar insulina. Diabetes.", "Insulin had"),
        ("She isn't taking methotrexate. RA.", "Methotrexate never"),
        ("Eczema. She isn't on Dupixent yet.", "Dupilumab never"),
        ("I don't take insulin. Diabetes.", "Insulin never"),
        ("Breast cancer, haven't started chemo", "Chemotherapy never"),
        ("Asthma. Allergies: penicillin", ""),
    ]);
}

#[test]
fn combination_is_one_treatment_with_any_sign_between_its_drugs() {
    check(&[
        ("Heart failure on sacubitril/valsartan", "Sacubitril and Valsartan now"),
        ("Heart failure on valsartan/sacubitril", "Sacubitril and Valsartan now"),
        ("Heart failure, takes sacubitril-valsartan 49/51 mg", "Sacubitril and Valsartan now"),
        ("Heart failure on sacubitril + valsartan", "Sacubitril and Valsartan now"),
        ("Heart failure on sacubitril/valsartan/metoprolol", "Sacubitril and Valsartan now, Metoprolol now"),
        ("Hepatitis C, took sofosbuvir/velpatasvir", "Sofosbuvir and Velpatasvir had"),
        (
            "Asthma on fluticasone/salmeterol and montelukast",
            "Fluticasone and Salmeterol now, Montelukast now",
        ),
        ("CF on elexacaftor/tezacaftor/ivacaftor", "Elexacaftor with Tezacaftor and Ivacaftor now"),
        ("Parkinson's on carbidopa/levodopa", "Levodopa now"),
        ("COPD, takes prednisone/albuterol", "Prednisone now, Albuterol now"),
        ("Insuficiencia cardíaca, toma sacubitrilo/valsartán", "Sacubitril and Valsartan now"),
    ]);
}

#[test]
fn treatment_that_goes_on_is_current() {
    check(&[
        ("COPD. I use Trelegy and took prednisone", "Triple Inhalers now, Prednisone had"),
        ("Prostate cancer. Current: leuprolide", "Leuprolide now"),
        ("Type 2 diabetes. Currently: insulin glargine, metformin", "Insulin Glargine now, Metformin now"),
        ("Lupus, prednisone daily", "Prednisone now"),
        (
            "Lupus. Prednisone 10 mg daily, hydroxychloroquine 200 mg BID.",
            "Prednisone now, Hydroxychloroquine now",
        ),
        ("Cáncer de colon en quimioterapia con FOLFOX", "Chemotherapy now, FOLFOX now"),
        ("I'm still taking Humira. Psoriasis.", "Adalimumab now"),
        ("Psoriasis, allergic to sulfa, on Humira", "Adalimumab now"),
        ("Lupus, took prednisone daily in 2019", "Prednisone had"),
        ("Plan: prednisone daily", ""),
    ]);
}
