//! Doctors' notes and people's own descriptions, as judged in `bench/relevance/notes.tsv`.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_domain::sex::Sex;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

pub(crate) const NOTES: Table<9> = table!(
    "../../bench/relevance/notes.tsv",
    ["kind", "language", "conditions", "age", "sex", "denied", "treatments", "query", "text"]
);

struct Note {
    conditions: Vec<String>,
    age: String,
    sex: String,
    denied: Vec<String>,
    treatments: Vec<String>,
    text: String,
}

fn notes() -> Vec<Note> {
    let list = |cell: &str, by: char| {
        cell.split(by).map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
    };
    let note = |[_, _, conditions, age, sex, denied, treatments, _, text]: [&str; 9]| Note {
        conditions: list(conditions, '|'),
        age: age.to_owned(),
        sex: sex.to_owned(),
        denied: list(denied, ';'),
        treatments: list(treatments, ';'),
        text: text.replace("\\n", "\n"),
    };
    NOTES.rows().map(note).collect()
}

fn read(text: &str) -> Description {
    Description::read(text, TODAY, &VOCABULARY, &GAZETTEER)
}

fn named(name: &str) -> Vec<ConceptId> {
    VOCABULARY.read(name).parts.into_iter().flat_map(|part| part.concepts).collect()
}

fn labels(concepts: impl IntoIterator<Item = ConceptId>) -> Vec<String> {
    concepts.into_iter().map(|concept| VOCABULARY.label(concept).to_owned()).collect()
}

/// What a note has of each kind, and what of it was understood.
#[derive(Debug, Default)]
struct Score {
    right: usize,
    of: usize,
}

impl Score {
    fn add(&mut self, is_right: bool) -> bool {
        self.right += usize::from(is_right);
        self.of += 1;
        is_right
    }

    fn is_at_least(&self, percent: usize) -> bool {
        self.right * 100 >= self.of * percent
    }
}

#[test]
fn notes_are_understood_as_judged() {
    let [mut conditions, mut ages, mut sexes, mut denied, mut treatments] =
        [(); 5].map(|()| Score::default());
    let mut misses = Vec::new();
    for note in notes() {
        let found = read(&note.text);
        let begin: String = note.text.chars().take(60).collect();
        let mut miss = |is_right: bool, what: String| {
            if !is_right {
                misses.push(format!("{begin}: {what}"));
            }
        };
        let best = found.conditions.first().map(|condition| condition.concept);
        let expected = note.conditions.iter().flat_map(|name| named(name)).collect::<Vec<_>>();
        // A narrower condition says the same, and more.
        let is_expected = |best: ConceptId| {
            expected.contains(&best) || VOCABULARY.ancestors(best).any(|above| expected.contains(&above))
        };
        let is_right = conditions.add(best.map_or(expected.is_empty(), is_expected));
        miss(is_right, format!("{:?}", labels(found.conditions.iter().map(|one| one.concept))));
        let age = found.age.map(|age| age.whole_years().to_string()).unwrap_or_default();
        miss(ages.add(age == note.age), format!("age {age}"));
        let sex = found.sex.map(|sex| sex.label().to_lowercase()).unwrap_or_default();
        miss(sexes.add(sex == note.sex), format!("sex {sex}"));
        for name in &note.denied {
            let is_denied = named(name).iter().any(|concept| found.denied.contains(concept));
            miss(denied.add(is_denied), format!("{name} not in {:?}", labels(found.denied.clone())));
        }
        for name in &note.treatments {
            let had: Vec<_> = found.treatments.iter().map(|one| one.concept).collect();
            let is_had = named(name).iter().any(|concept| had.contains(concept));
            miss(treatments.add(is_had), format!("{name} not in {:?}", labels(had)));
        }
    }
    let report = misses.join("\n");
    assert!(conditions.is_at_least(90), "conditions {conditions:?}\n{report}");
    assert!(ages.is_at_least(90) && sexes.is_at_least(90), "{ages:?} {sexes:?}\n{report}");
    assert!(denied.is_at_least(80), "denied {denied:?}\n{report}");
    assert!(treatments.is_at_least(80), "treatments {treatments:?}\n{report}");
}

fn conditions(text: &str) -> Vec<String> {
    labels(read(text).conditions.into_iter().map(|condition| condition.concept))
}

#[test]
fn relatives_conditions_are_not_the_persons() {
    let table = [
        ("I have asthma. My mother has breast cancer.", "Asthma"),
        ("Reason for referral: asthma\nFamily history:\n- breast cancer\n- stroke\n\nThanks", "Asthma"),
        ("Asthma. FH: breast cancer in mother.", "Asthma"),
        ("40F with asthma. Her sister has lupus.", "Asthma"),
        ("My daughter is 9 and has asthma.", "Asthma"),
        ("Tengo asma. Mi hermana tiene lupus.", "Asthma"),
    ];
    for (text, expected) in table {
        assert_eq!(conditions(text), [expected], "{text}");
    }
}

#[test]
fn negated_conditions_are_denied() {
    let table = [
        "55M with asthma, denies history of stroke.",
        "Asthma. No evidence of stroke on MRI.",
        "Asthma; stroke was ruled out.",
        "I have asthma. I never had a stroke.",
        "Asma. Niega derrame cerebral.",
        "Bị hen suyễn. Không bị đột quỵ.",
    ];
    for text in table {
        let found = read(text);
        assert_eq!(conditions(text), ["Asthma"], "{text}");
        assert_eq!(labels(found.denied), ["Stroke"], "{text}");
    }
}

#[test]
fn treatments_are_had_current_or_only_planned() {
    let text =
        "Breast cancer s/p mastectomy.\nMedications: tamoxifen\nPlan: chemotherapy, discuss radiation.";
    let found = read(text);
    let of = |is_current: bool| {
        labels(found.treatments.iter().filter(|one| one.is_current == is_current).map(|one| one.concept))
    };
    assert_eq!(of(false), ["Mastectomy and Breast Reconstruction"]);
    assert_eq!(of(true), ["Tamoxifen"]);
}

#[test]
fn symptoms_alone_are_not_searched_for() {
    let found = read("I'm tired all the time, and I have a fever and a cough.");
    assert!(found.conditions.is_empty() && found.symptoms.len() == 3, "{:?}", labels(found.symptoms));
    assert_eq!(read("I'm tired all the time.").search_text(&VOCABULARY), None);
}

#[test]
fn laboratory_values_are_no_conditions() {
    let text = "CKD stage 3b. eGFR 38, UACR 620 mg/g, BP 142/86, HR 88, Hb 10.1, AST 40, 12/03/2024.";
    assert_eq!(conditions(text), ["Chronic Kidney Disease"]);
    assert_eq!(read(text).conditions[0].stage.as_deref(), Some("3B"));
}

#[test]
fn condition_that_explains_most_of_the_text_comes_first() {
    let text =
        "PMH: hypertension, asthma, gout.\n60M with stage IIIA lung cancer, KRAS G12C. Meds: lisinopril.";
    let found = read(text);
    assert_eq!(found.search_text(&VOCABULARY).as_deref(), Some("Lung Cancer KRAS G12C"));
    assert_eq!(found.conditions[0].stage.as_deref(), Some("IIIA"));
    let diagnosis = "Seen for asthma, reflux and gout. Impression: multiple sclerosis.";
    assert_eq!(conditions(diagnosis)[0], "Multiple Sclerosis");
}

#[test]
fn any_text_is_described() {
    let long = "diabetes, no asthma; ".repeat(400);
    assert!(read(&long).is_truncated);
    let run_on = format!("I {} and I have lupus", "went to see my doctor again last week and ".repeat(12));
    assert_eq!(conditions(&run_on), ["Lupus"]);
    for text in ["", "\n\n", ":", "a:", "....", "é:\n¿?", "PMH", "no", "stage", "R/o", "\u{301}\u{301}:"] {
        assert_eq!(read(text).conditions, [], "{text:?}");
    }
}

#[test]
fn a_stage_belongs_to_its_own_condition() {
    let cases: &[(&str, &str, &str)] = &[
        ("58F with stage IV breast cancer and asthma", "breast cancer", "IV"),
        ("58F with asthma and stage IV breast cancer", "breast cancer", "IV"),
        ("CKD stage 3b and diabetes", "kidney disease", "3B"),
        ("Hypertension, CKD (stage 4), gout", "kidney disease", "4"),
        ("I have lung cancer, which is stage 2, and lupus", "lung cancer", "2"),
        ("Cáncer de mama en estadio IV con asma", "breast cancer", "IV"),
        ("Ung thư phổi giai đoạn 4 và hen suyễn", "lung cancer", "4"),
    ];
    for (text, condition, stage) in cases {
        let named = named(condition);
        let found = read(text).conditions;
        assert!(found.len() > 1, "{text}: {found:?}");
        for one in found {
            let is_meant = named.iter().any(|name| {
                *name == one.concept || VOCABULARY.ancestors(one.concept).any(|above| above == *name)
            });
            assert_eq!(one.stage.as_deref(), is_meant.then_some(*stage), "{text}: {one:?}");
        }
    }
}

#[test]
fn shorthand_of_notes_is_no_part_of_a_name() {
    let found = read("58 yo M s/p resection of glioblastoma, on TMZ. 70 yo F c/o fatigue.");
    assert_eq!(labels(found.conditions.iter().map(|one| one.concept)), ["Glioblastoma"]);
}

/// Conditions, denied names, had and current treatments.
type Facts = ([&'static str; 2], &'static [&'static str], &'static [&'static str], &'static [&'static str]);

#[test]
fn statements_hold_for_what_they_are_about() {
    let cases: &[(&str, Facts)] = &[
        ("No asthma, COPD on tiotropium", (["COPD", ""], &["Asthma"], &[], &["Tiotropium"])),
        (
            "Sin asma, diabetes tipo 2 tratada con metformina",
            (["Type 2 Diabetes", ""], &["Asthma"], &["Metformin"], &[]),
        ),
        ("Negative for HIV, positive for hepatitis C", (["Hepatitis C", ""], &["HIV"], &[], &[])),
        ("Asthma: no. COPD: yes.", (["COPD", ""], &["Asthma"], &[], &[])),
        ("Asthma: no, gout: no, COPD: yes", (["COPD", ""], &["Asthma", "Gout"], &[], &[])),
        ("Denies asthma, gout, or COPD. Has lupus.", (["Lupus", ""], &["Asthma", "Gout", "COPD"], &[], &[])),
        ("Tuberculosis cannot be ruled out", (["", ""], &[], &[], &[])),
        ("No se puede descartar tuberculosis", (["", ""], &[], &[], &[])),
        ("Không loại trừ lao phổi", (["", ""], &[], &[], &[])),
        ("Rule out multiple sclerosis", (["", ""], &[], &[], &[])),
        ("r/o TB. Asthma.", (["Asthma", ""], &[], &[], &[])),
        (
            "Never had chemotherapy for her ovarian cancer",
            (["Ovarian Cancer", ""], &["Chemotherapy"], &[], &[]),
        ),
        ("He has not had dupilumab for his eczema", (["Eczema", ""], &["Dupilumab"], &[], &[])),
        ("Lupus. I never took rituximab.", (["Lupus", ""], &["Rituximab"], &[], &[])),
        ("Lupus. Nunca he tomado rituximab.", (["Lupus", ""], &["Rituximab"], &[], &[])),
        ("Eczema. Chưa từng dùng dupilumab.", (["Eczema", ""], &["Dupilumab"], &[], &[])),
        ("Type 2 diabetes, not on insulin", (["Type 2 Diabetes", ""], &["Insulin"], &[], &[])),
        ("Melanoma. Declined surgery.", (["Melanoma", ""], &["Surgery"], &[], &[])),
        ("Asthma. Allergic to metformin.", (["Asthma", ""], &[], &[], &[])),
        ("Asma. Alérgica a penicilina.", (["Asthma", ""], &[], &[], &[])),
        ("Awaiting kidney transplant. Lupus.", (["Lupus", ""], &[], &[], &[])),
        ("Scheduled for surgery for stage III colon cancer", (["Colorectal Cancer", ""], &[], &[], &[])),
        ("Will start chemotherapy for ovarian cancer", (["Ovarian Cancer", ""], &[], &[], &[])),
        ("Considering dupilumab for eczema", (["Eczema", ""], &[], &[], &[])),
        ("My neighbor has melanoma. I have schizophrenia.", (["Schizophrenia", ""], &[], &[], &[])),
        ("Mi vecina tiene melanoma. Yo tengo asma.", (["Asthma", ""], &[], &[], &[])),
        ("Chị tôi bị ung thư vú. Tôi bị COPD.", (["COPD", ""], &[], &[], &[])),
        ("Anh tôi bị ung thư phổi. Tôi bị lupus.", (["Lupus", ""], &[], &[], &[])),
        ("Diabetes en la familia. Tengo asma.", (["Asthma", ""], &[], &[], &[])),
        ("If I get dementia, who helps? I have lupus.", (["Lupus", ""], &[], &[], &[])),
        ("Lupus. Worried about getting breast cancer.", (["Lupus", ""], &[], &[], &[])),
        (
            "Family history: breast cancer (mother, aunt). Personal history: asthma.",
            (["Asthma", ""], &[], &[], &[]),
        ),
        (
            "History of colon cancer (2010, cured). Now melanoma.",
            (["Melanoma", "Colorectal Cancer"], &[], &[], &[]),
        ),
        ("Mi padre murió de cáncer de colon. Yo tengo 50 años.", (["", ""], &[], &[], &[])),
        ("My mother died of breast cancer. I am 35 and healthy.", (["", ""], &[], &[], &[])),
        (
            "No diabetes, no hypertension, just gout",
            (["Gout", ""], &["Diabetes", "High Blood Pressure"], &[], &[]),
        ),
        ("Epilepsy; sister died suddenly", (["Epilepsy", ""], &[], &[], &[])),
        ("Asthma. Mother with lupus.", (["Asthma", ""], &[], &[], &[])),
        ("Breast cancer in 2015, now lung cancer", (["Lung Cancer", "Breast Cancer"], &[], &[], &[])),
    ];
    let mut failures = Vec::new();
    for (text, (own, denied, had, current)) in cases {
        let found = read(text);
        let treated = |is_current: bool| {
            labels(found.treatments.iter().filter(|one| one.is_current == is_current).map(|one| one.concept))
        };
        let own: Vec<&str> = own.iter().copied().filter(|name| !name.is_empty()).collect();
        let found = (conditions(text), labels(found.denied.clone()), treated(false), treated(true));
        let is_right = (found.0 == own) && found.1 == *denied && found.2 == *had && found.3 == *current;
        if !is_right {
            failures.push(format!("{text}: {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn markers_belong_to_their_own_condition() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("Diabetes. Colon cancer KRAS G12C.", "Colorectal Cancer", &["KRAS G12C"]),
        ("Lung cancer and HER2-positive breast cancer", "Breast Cancer", &["HER2-positive"]),
        (
            "Breast cancer stage II in 2015, now stage IV lung cancer with EGFR mutation",
            "Lung Cancer",
            &["EGFR-positive"],
        ),
        (
            "History of colon cancer (2010, cured). Now melanoma stage III, BRAF V600E positive.",
            "Melanoma",
            &["BRAF V600E"],
        ),
        (
            "58F with breast cancer. ER positive, HER2 negative.",
            "Breast Cancer",
            &["ER-positive", "HER2-negative"],
        ),
        ("HER2 negative. 58F with breast cancer and asthma.", "Breast Cancer", &["HER2-negative"]),
        ("Asthma. My mother has HER2-positive breast cancer.", "Asthma", &[]),
        ("Colon cancer, stage IV, liver mets. KRAS G12C.", "Colorectal Cancer", &["KRAS G12C"]),
    ];
    for (text, condition, markers) in cases {
        for one in read(text).conditions {
            let is_owner = VOCABULARY.label(one.concept) == *condition;
            let expected: Vec<String> =
                markers.iter().filter(|_| is_owner).map(|name| (*name).to_owned()).collect();
            assert_eq!(one.marker_labels(&VOCABULARY), expected, "{text}: {}", VOCABULARY.label(one.concept));
        }
    }
}

#[test]
fn facts_of_others_are_not_the_persons() {
    for (text, sex) in [
        ("Chị tôi bị ung thư vú. Tôi bị COPD.", None),
        ("I have had a cough for weeks. My husband has COPD.", None),
        ("My coworker's son has asthma. I have lupus.", None),
        ("Nunca he tomado rituximab. Tengo lupus.", None),
        ("He has lupus and takes rituximab.", Some(Sex::Male)),
        ("Type 1 diabetic. Mother type 2 diabetic.", None),
        ("Daughter, 6, with asthma.", Some(Sex::Female)),
        ("Soy mujer y tengo lupus. Mi marido tiene asma.", Some(Sex::Female)),
    ] {
        assert_eq!(read(text).sex, sex, "{text}");
    }
}

#[test]
fn where_a_cancer_has_spread_is_no_condition() {
    for (text, expected) in [
        ("Metastatic prostate cancer. Bone mets, no brain metastases.", "Prostate Cancer"),
        ("Cáncer de mama con metástasis óseas. Sin metástasis cerebrales.", "Breast Cancer"),
        ("Ung thư phổi, di căn xương.", "Lung Cancer"),
        ("Brain metastases", "Brain Tumors"),
    ] {
        let found = read(text);
        assert_eq!((conditions(text), labels(found.denied)), (vec![expected.to_owned()], vec![]), "{text}");
    }
    assert_eq!(conditions("26M. Seizures. Epilepsy, focal, drug resistant."), ["Epilepsy"]);
}

#[test]
fn child_with_a_stated_age_is_the_person() {
    for text in [
        "My 6 year old daughter has cystic fibrosis. She takes Trikafta. We live near Denver.",
        "Our 14-month-old son has cystic fibrosis. We're looking for a trial.",
        "Mi hija de 6 años tiene fibrosis quística.",
    ] {
        assert_eq!(conditions(text), ["Cystic Fibrosis"], "{text}");
        assert!(read(text).age.is_some(), "{text}");
    }
}
