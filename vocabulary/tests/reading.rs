//! What is understood of what people type.

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_domain::work_budget::WorkBudget;
use waypoint_text::table;
use waypoint_vocabulary::{MatchKind, Reading, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// Returns the concept ids of each part.
fn named(text: &str) -> Vec<Vec<&'static str>> {
    let ids = |part: waypoint_vocabulary::Part| {
        part.concepts.iter().map(|concept| VOCABULARY.id(*concept)).collect()
    };
    VOCABULARY.read(text).parts.into_iter().map(ids).collect()
}

fn hows(text: &str) -> Vec<MatchKind> {
    VOCABULARY.read(text).parts.iter().map(|part| part.match_kind).collect()
}

const LUNG_CANCER: &str = "D008175";
const TYPE_2_DIABETES: &str = "D003924";
const HYPERTENSION: &str = "D006973";

#[test]
fn names_match_with_synonyms_and_in_any_order() {
    let table = [
        ("lung cancer", LUNG_CANCER),
        ("Lung Cancers", LUNG_CANCER),
        ("cancer of the lung", LUNG_CANCER),
        ("neoplasms, lung", LUNG_CANCER),
        ("lung tumour", LUNG_CANCER),
        ("pulmonary malignancy", LUNG_CANCER),
        ("high blood pressure", HYPERTENSION),
        ("type II diabetes", TYPE_2_DIABETES),
        ("diabetes type 2", TYPE_2_DIABETES),
        ("kidney failure", "D051437"),
        ("alzheimer's", "D000544"),
        ("crohns", "D003424"),
        ("leukaemia", "D007938"),
        ("oesophageal cancer", "D004938"),
    ];
    for (text, id) in table {
        assert_eq!(named(text), [[id]], "{text}");
        assert_eq!(hows(text), [MatchKind::Named], "{text}");
    }
}

#[test]
fn spanish_and_vietnamese_names_match_with_or_without_accents() {
    let table = [
        ("cáncer de pulmón", LUNG_CANCER),
        ("cancer de pulmon", LUNG_CANCER),
        ("ung thư phổi", LUNG_CANCER),
        ("ung thu phoi", LUNG_CANCER),
        ("tiểu đường tuýp 2", TYPE_2_DIABETES),
        ("presión alta", HYPERTENSION),
        ("cao huyết áp", HYPERTENSION),
    ];
    for (text, id) in table {
        assert_eq!(named(text), [[id]], "{text}");
    }
}

#[test]
fn what_hurts_is_a_pain_there() {
    const CHEST_PAIN: &str = "D002637";
    let table = [
        ("me duele mucho el pecho", CHEST_PAIN),
        ("me duele el pecho", CHEST_PAIN),
        ("my chest really hurts", CHEST_PAIN),
        ("cáncer de pecho", "D001943"),
        ("me duele mucho la espalda", "D001416"),
        ("me duelen mucho los ojos", "D058447"),
    ];
    for (text, id) in table {
        assert_eq!(named(text), [[id]], "{text}");
    }
}

#[test]
fn apostrophes_and_letters_of_any_keyboard_match() {
    let table = [
        ("Crohn´s", "D003424"),
        ("CROHN‘S", "D003424"),
        ("Crohn`s", "D003424"),
        ("Œsophageal cancer", "D004938"),
        ("sarcoıdosıs", "D012507"),
        ("sot Dia Trung Hai gia dinh", "D010505"),
    ];
    for (text, id) in table {
        assert_eq!(named(text), [[id]], "{text}");
    }
}

#[test]
fn accents_distinguish_names_but_one_may_be_wrong_in_a_longer_name() {
    let table = [
        ("viêm gan", "D006505"),
        ("viêm gân", "D052256"),
        ("viem gan", "D006505"),
        ("viêm phỗi", "D011014"),
        ("mất ngủ", "D007319"),
        ("gút", "D006073"),
        ("mat ngu", "D007319"),
    ];
    for (text, id) in table {
        assert_eq!(named(text), [[id]], "{text}");
    }
    assert_eq!(named("tìm nghiên cứu"), Vec::<Vec<&str>>::new());
    assert_eq!(named("mi mamá"), Vec::<Vec<&str>>::new());
}

#[test]
fn names_match_despite_typos_a_missing_space_or_a_missing_end() {
    let table = [
        ("astma", "D001249", MatchKind::Misspelled),
        ("alzhemiers", "D000544", MatchKind::Misspelled),
        ("diabtes type 2", TYPE_2_DIABETES, MatchKind::Misspelled),
        ("high blood presure", HYPERTENSION, MatchKind::Misspelled),
        ("newmonia", "D011014", MatchKind::Misspelled),
        ("lung cancre", LUNG_CANCER, MatchKind::Misspelled),
        ("schizophr", "D012559", MatchKind::Prefix),
        ("lungcancer", LUNG_CANCER, MatchKind::Misspelled),
        ("sistic fibrosis", "D003550", MatchKind::Misspelled),
        ("cirosis", "D008103", MatchKind::Misspelled),
        ("chrohn disease", "D003424", MatchKind::Misspelled),
        ("erectile disfunction", "D007172", MatchKind::Misspelled),
    ];
    for (text, id, how) in table {
        assert_eq!(named(text), [[id]], "{text}");
        assert_eq!(hows(text), [how], "{text}");
    }
}

#[test]
fn names_written_together_are_two_parts() {
    let text = "asthmadiabetes";
    assert_eq!(named(text), [["D001249"], ["D003920"]]);
    let spans: Vec<_> = VOCABULARY.read(text).parts.into_iter().map(|part| &text[part.span]).collect();
    assert_eq!(spans, ["asthma", "diabetes"]);
    assert_eq!(hows(text), [MatchKind::Misspelled, MatchKind::Misspelled]);
}

#[test]
fn sentence_is_read_as_names_and_other_words() {
    let text = "my mother is 58, has stage 4 lung cancer and asthma, near Cleveland";
    let Reading { parts, rest, .. } = VOCABULARY.read(text);
    let spans: Vec<&str> = parts.iter().map(|part| &text[part.span.clone()]).collect();
    assert_eq!(spans, ["lung cancer", "asthma"]);
    let rest: Vec<&str> = rest.iter().map(|word| word.folded.as_str()).collect();
    assert_eq!(rest, ["mother", "58", "has", "stage", "4", "near", "cleveland"]);
}

#[test]
fn plain_word_is_not_a_name_next_to_another_name() {
    assert_eq!(named("still tired all the time"), [["D005221"]]);
    assert_eq!(named("Still's disease"), [["D016706"]]);
}

#[test]
fn long_beginning_is_completed_rather_than_corrected() {
    for (text, id) in [("hypnos", "T1139"), ("hypertroph", "D006984"), ("alzheim", "D000544")] {
        assert_eq!(named(text), [[id]], "{text}");
        assert_eq!(hows(text), [MatchKind::Prefix], "{text}");
    }
}

#[test]
fn unknown_words_are_returned_as_typed() {
    let reading = VOCABULARY.read("asdfgh Qwerty");
    assert_eq!(reading.parts, []);
    assert_eq!(
        reading.rest.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>(),
        ["asdfgh", "qwerty"]
    );
    assert_eq!(VOCABULARY.read("").parts, []);
}

#[test]
fn frequent_word_is_not_completed() {
    assert_eq!(named("cell"), Vec::<Vec<&str>>::new());
}

#[test]
fn word_in_use_is_corrected_only_to_a_far_commoner_one() {
    let ids = |text: &str, studies_with: &dyn Fn(&str) -> u64| {
        let parts = VOCABULARY.read_with_studies(text, studies_with, &WorkBudget::for_request()).parts;
        parts.iter().flat_map(|part| &part.concepts).map(|id| VOCABULARY.id(*id)).collect::<Vec<_>>()
    };
    let counted = |typed: u64| move |word: &str| if word == "athma" { typed } else { 100 };
    assert_eq!(ids("athma", &counted(0)), ["D001249"]);
    assert_eq!(ids("athma", &counted(1)), ["D001249"]);
    assert_eq!(ids("athma", &counted(3)), Vec::<&str>::new());
}

#[test]
fn blood_cancers_are_descendants_of_blood_cancer() {
    let blood_cancer = VOCABULARY.concept("D019337").unwrap();
    for id in ["D009101", "D015451", "D016403"] {
        let concept = VOCABULARY.concept(id).unwrap();
        assert!(VOCABULARY.ancestors(concept).any(|above| above == blood_cancer), "{id}");
    }
}

#[test]
fn concepts_are_apart_from_parents_that_patients_dont_mean() {
    for (id, wider, is_kind) in [
        ("D008545", "D018358", false),
        ("D008545", "D012878", true),
        ("D009101", "D014652", false),
        ("D009101", "D006402", true),
    ] {
        let (concept, wider) = (VOCABULARY.concept(id).unwrap(), VOCABULARY.concept(wider).unwrap());
        assert_eq!(VOCABULARY.ancestors(concept).any(|above| above == wider), is_kind, "{id}");
    }
}

#[test]
fn plain_words_are_not_corrected() {
    for text in ["woman", "near", "people", "years old", "my husband", "man", "than"] {
        assert_eq!(named(text), Vec::<Vec<&str>>::new(), "{text}");
    }
}

#[test]
fn lowercase_abbreviation_in_a_record_is_an_ordinary_word() {
    let ids = |text: &str| {
        VOCABULARY.read_exactly(text).into_iter().map(|id| VOCABULARY.id(id)).collect::<Vec<_>>()
    };
    let adhd = "D001289";
    assert!(ids("Medicine for children with ADD").contains(&adhd));
    assert!(ids("MEDICINE FOR CHILDREN WITH ADD").contains(&adhd));
    assert!(ids("add").contains(&adhd));
    assert!(!ids("How to add a medicine").contains(&adhd));
    assert!(!ids("This study adds a low dose of steroid").contains(&adhd));
}

#[test]
fn spoken_names_dont_count_in_records() {
    let ids = |text: &str| VOCABULARY.read_sentences(text).into_iter().map(|id| VOCABULARY.id(id)).collect();
    let table = [
        ("back", "D001416", "The pair holds the skin cancer back for longer"),
        ("high pressure", HYPERTENSION, "High-Pressure Oxygen for severe brain injury"),
        ("long term", "D002908", "A long-term study of vaccines in adults"),
    ];
    for (said, id, record) in table {
        assert!(named(said).concat().contains(&id), "{said}");
        let record_ids: Vec<&str> = ids(record);
        assert!(!record_ids.contains(&id), "{record}");
    }
}

#[test]
fn concepts_made_up_by_markers_are_known() {
    let table = table!("../data/by_markers.tsv", ["id", "name", "condition", "states"]);
    assert_eq!(VOCABULARY.marker_concepts().len(), table.rows().count());
}

#[test]
fn names_in_sentences_end_at_punctuation() {
    let has = |text: &str, id: &str| {
        VOCABULARY.read_sentences(text).into_iter().any(|concept| VOCABULARY.id(concept) == id)
    };
    let table = [
        (
            "W040",
            "It compares kidney rejection between groups",
            "It compares rejection, kidney health and sleep",
        ),
        (
            "D008175",
            "People with lung cancer take part",
            "It looks at signs of cancer. Lung function is measured",
        ),
        (
            "D001943",
            "For women with breast cancer only",
            "It treats many kinds of cancer; breast pain is a side effect",
        ),
    ];
    for (id, named, beside) in table {
        assert!(has(named, id), "{named}");
        assert!(!has(beside, id), "{beside}");
    }
}

#[test]
fn foreign_word_that_sounds_like_a_name_matches_it() {
    assert_eq!(named("nefritis"), [["D009393"]]);
}

#[test]
fn short_abbreviation_keeps_its_final_s() {
    assert_eq!(named("HLHS"), [["D018636"]]);
    assert_eq!(named("hlhs"), [["D018636"]]);
    assert_eq!(named("PVCs"), named("PVC"));
}

#[test]
fn concept_has_all_its_ancestors() {
    let lung_cancer = VOCABULARY.concept(LUNG_CANCER).unwrap();
    let above: Vec<&str> = VOCABULARY.ancestors(lung_cancer).map(|concept| VOCABULARY.id(concept)).collect();
    for id in ["D009369", "D008171", "D012140"] {
        assert!(above.contains(&id), "{id} in {above:?}");
    }
    assert!(!above.contains(&LUNG_CANCER));
}

#[test]
fn labels_are_names_that_patients_know() {
    let table = [
        ("D009203", "Heart Attack"),
        (LUNG_CANCER, "Lung Cancer"),
        ("D002583", "Cervical Cancer"),
        ("D016403", "Diffuse Large B-Cell Lymphoma"),
        ("D007938", "Leukemia"),
    ];
    for (id, label) in table {
        assert_eq!(VOCABULARY.label(VOCABULARY.concept(id).unwrap()), label);
    }
}

#[test]
fn labels_are_unique() {
    let mut shown: Vec<String> =
        VOCABULARY.concepts().map(|concept| VOCABULARY.label(concept).to_lowercase()).collect();
    shown.sort();
    let twice: Vec<_> = shown.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn animal_diseases_are_left_out() {
    assert!(VOCABULARY.concept("D015674").is_none());
    let of_mesh = VOCABULARY.concepts().filter(|concept| VOCABULARY.id(*concept).starts_with('D'));
    let animal = of_mesh.map(|concept| VOCABULARY.label(concept)).find(|label| label.starts_with("Animal "));
    assert_eq!(animal, None);
}

proptest! {
    #[test]
    fn any_text_can_be_read(text in ".{0,120}") {
        let reading = VOCABULARY.read(&text);
        let mut end = 0;
        for part in &reading.parts {
            prop_assert!(text.get(part.span.clone()).is_some());
            prop_assert!(!part.concepts.is_empty());
            prop_assert!(part.span.start >= end);
            end = part.span.end;
        }
    }
}

#[test]
fn unknown_words_and_proper_names_are_not_guessed_into_conditions() {
    for text in [
        "Ingrid Solberg",
        "ingrid solberg",
        "Dana-Farber",
        "dana farber",
        "EudraCT 2021-004523-12",
        "MD Anderson",
        "Johns Hopkins",
        "Maria Gonzalez",
        "Karen Wilson",
        "Taylor Swift",
        "Palo Alto",
        "Biogen",
        "Sanofi",
        "Emory",
        "Patel",
        "Lupin",
        "Xyloprine",
        "xyloprine",
    ] {
        assert_eq!(named(text), Vec::<Vec<&str>>::new(), "{text}");
    }
    assert_eq!(named("Dana Farber Cancer Institute"), [["D009369"]]);
    for (text, id) in [
        ("Asthmaa", "D001249"),
        ("Astma", "D001249"),
        ("Schizophr", "D012559"),
        ("astma", "D001249"),
        ("Brest Cancer", "D001943"),
        ("Lung Cancre", "D008175"),
        ("psoriasys", "D011565"),
        ("hypertention", HYPERTENSION),
        ("skizofrenia", "D012559"),
        ("Wilson disease", "D006527"),
        ("Farber disease", "D055577"),
    ] {
        assert_eq!(named(text), [[id]], "{text}");
    }
}

#[test]
fn guess_never_adds_or_removes_a_negating_prefix() {
    for (text, ids) in [
        ("nondiabetic CKD", &["D051436"][..]),
        ("nondiabetic kidney disease", &["D007674"]),
        ("nonmetastatic prostate cancer", &["D011471"]),
        ("nonasthmatic", &[]),
        ("nonhodgkin lymphoma", &["D008228"]),
        ("nonsmall cell lung cancer", &["D002289"]),
    ] {
        assert_eq!(named(text).concat(), ids, "{text}");
    }
}

#[test]
fn negation_alone_names_nothing() {
    for text in ["không có", "khong co", "không bị", "no tengo", "sin", "without", "do not have", "muốn có"]
    {
        assert_eq!(named(text), Vec::<Vec<&str>>::new(), "{text}");
    }
    assert_eq!(named("không có con"), [["D007246"]]);
    assert_eq!(named("muốn có con"), [["D007246"]]);
}

#[test]
fn ambiguous_name_is_decided_by_the_other_parts() {
    let reading = VOCABULARY.read("prostate cancer PSA 12");
    let labels: Vec<&str> = reading
        .parts
        .iter()
        .flat_map(|part| &part.concepts)
        .map(|concept| VOCABULARY.label(*concept))
        .collect();
    assert_eq!(labels, ["Prostate Cancer", "Prostate Screening"]);
    assert_eq!(reading.choices().count(), 1, "the test only qualifies the cancer");
    assert_eq!(VOCABULARY.read("PSA").parts[0].concepts.len(), 2);
}
