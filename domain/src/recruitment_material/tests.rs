use proptest::prelude::*;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::*;

/// A study with content in each field.
fn complete() -> Value {
    let mut study = json!({
        "snow_study_number": "STU0100", "study_sys_id": "0".repeat(32), "nct_number": "NCT04611802",
        "study_name": "Walk again", "brief_title": "Walking for weak hearts", "official_title": "Supervised exercise",
        "brief_summary": "Tests if walking helps.", "detailed_description": "You walk with a nurse.",
        "conditions": ["Heart failure"], "study_phase": "Phase 2", "status": "Recruiting", "sex": "All",
        "minimum_age": "18 Years", "maximum_age": "80 Years", "eligibility": "Inclusion Criteria:\n- You are an adult",
        "duration": "12 weeks",
        "active": true, "promote": true, "sign_up_disabled": true, "embedded_link": "https://match.example/a",
        "embedded_height": 900, "static_recruitment_link": "/walking", "study_sponsor_url": "https://sponsor.example",
        "vendor": "Harbor", "show_patient_id": true, "domain": "chat.example", "account_sid": "AC1", "flex_flow_id": "FO1",
        "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-02",
        "sites": [{ "site_name": "Lakeside Clinic", "city": "Cleveland" }],
    });
    study["facts"] = json!({
        "risks": ["Your legs may hurt."],
        "groups": [{ "gets": "walks", "share": 2, "is_placebo": false }, { "gets": "talks", "share": 1, "is_placebo": true }],
        "randomized": true, "blinding": "open", "blinding_note": "The nurse knows it.", "procedures": ["You walk."],
        "at_home": ["You write a diary."], "paid_for": ["the walks"], "not_paid_for": ["shoes"],
        "compensation": "You get $20.", "travel": "no", "lodging": "no", "childcare": "no",
        "visits": { "number": 6, "minutes": 60, "nights": 0 }, "results": "We write to you.",
        "treatment_after": "no", "injury_care": "no", "measures": ["How far you walk."], "size": "90 people take part.",
        "irb": { "name": "Lake Board", "approved_on": "2026-02-03", "number": "LB-12", "content_sha256": "0f".repeat(32) },
    });
    study["questions"] = json!([
        { "sys_id": "q1", "question": "I can walk.", "for_someone_else": "They can walk.", "order": 1, "answer": "True",
            "asks_age": { "minimum_age": "18 Years" }, "active": true, "sys_created_on": "2026-01-01" },
        { "sys_id": "q2", "question": "I smoke.", "order": 2, "answer": "False", "active": true,
            "sys_created_on": "2026-01-01" },
    ]);
    study
}

fn study(value: &Value) -> PartnerStudy {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

fn hash(value: &Value) -> MaterialHash {
    RecruitmentMaterial::for_study(&study(value)).hash()
}

/// The value after a change at a JSON pointer.
fn changed(pointer: &str, to: &Value) -> Value {
    let mut value = complete();
    *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = to.clone();
    value
}

#[test]
fn change_of_title_purpose_eligibility_site_contact_or_state_needs_no_new_approval() {
    let before = hash(&complete());
    let table = [
        ("/snow_study_number", json!("STU0101")),
        ("/study_sys_id", json!("1".repeat(32))),
        ("/nct_number", json!("NCT04611803")),
        ("/study_name", json!("Run")),
        ("/brief_title", json!("Running")),
        ("/official_title", json!("Exercise")),
        ("/brief_summary", json!("Tests if running helps.")),
        ("/conditions", json!(["Asthma"])),
        ("/study_phase", json!("Phase 3")),
        ("/status", json!("Completed")),
        ("/sex", json!("Female")),
        ("/minimum_age", json!("19 Years")),
        ("/maximum_age", json!("81 Years")),
        ("/eligibility", json!("Inclusion Criteria:\n- You are a child")),
        ("/active", json!(false)),
        ("/promote", json!(false)),
        ("/sign_up_disabled", json!(false)),
        ("/embedded_height", json!(901)),
        ("/study_sponsor_url", json!("https://other.example")),
        ("/vendor", json!("Lantern")),
        ("/show_patient_id", json!(false)),
        ("/domain", json!("")),
        ("/account_sid", json!("")),
        ("/flex_flow_id", json!("")),
        ("/sys_created_on", json!("2026-01-03")),
        ("/sys_updated_on", json!("2026-01-03")),
        ("/sites", json!([])),
        ("/sites/0/site_name", json!("Riverside Clinic")),
        ("/questions/0/sys_id", json!("q9")),
        ("/questions/0/sys_created_on", json!("2025-01-01")),
        ("/questions/0/order", json!(0)),
        ("/facts/irb", json!({})),
        ("/facts/irb/number", json!("LB-13")),
    ];
    for (pointer, to) in table {
        assert_eq!(hash(&changed(pointer, &to)), before, "{pointer}");
    }
}

#[test]
fn change_of_any_other_wording_needs_a_new_approval() {
    let before = hash(&complete());
    let table = [
        ("/detailed_description", json!("You walk alone.")),
        ("/duration", json!("13 weeks")),
        ("/embedded_link", json!("https://match.example/b")),
        ("/static_recruitment_link", json!("/running")),
        ("/questions", json!([])),
        ("/questions/0/question", json!("I can walk far.")),
        ("/questions/0/for_someone_else", Value::Null),
        ("/questions/0/answer", json!("False")),
        ("/questions/0/asks_age", Value::Null),
        ("/questions/0/active", json!(false)),
        ("/questions/0/order", json!(3)),
        ("/facts/groups/0/gets", json!("runs")),
        ("/facts/groups/0/share", json!(3)),
        ("/facts/groups/0/is_placebo", json!(true)),
        ("/facts/visits/number", json!(7)),
    ];
    for (pointer, to) in table {
        assert_ne!(hash(&changed(pointer, &to)), before, "{pointer}");
    }
    let facts = complete()["facts"].as_object().unwrap().clone();
    for key in facts.keys().filter(|key| *key != "irb") {
        let mut without = complete();
        without["facts"].as_object_mut().unwrap().remove(key);
        assert_ne!(hash(&without), before, "{key}");
    }
}

#[test]
fn study_with_exempt_content_only_needs_no_approval() {
    let mut value = complete();
    for key in
        ["detailed_description", "duration", "embedded_link", "static_recruitment_link", "facts", "questions"]
    {
        value.as_object_mut().unwrap().remove(key);
    }
    let material = RecruitmentMaterial::for_study(&study(&value));
    assert!(material.is_empty());
    assert_eq!(material.check_approval(&EthicsReview::default()), Ok(()));
    value["duration"] = json!("  ");
    assert!(RecruitmentMaterial::for_study(&study(&value)).is_empty());
}

#[test]
fn hash_is_stable_across_releases() {
    assert_eq!(
        hash(&complete()).to_string(),
        "ea0f2b818df5077bbab4d39f30916b5c9a1f889cb732d505ef0d932f02b320e7"
    );
}

#[test]
fn parts_say_what_needs_an_approval() {
    let material = RecruitmentMaterial::for_study(&study(&json!({
        "snow_study_number": "STU0100", "study_sys_id": "0", "study_name": "A", "brief_title": "A", "brief_summary": "A",
        "conditions": [], "status": "Recruiting", "active": true, "promote": true, "sys_created_on": "2026-01-01",
        "sys_updated_on": "2026-01-01", "duration": "1 week", "facts": { "size": "9 people.", "risks": ["Pain."] },
    })))
    .with_part("page /walking", &json!({ "text": "Walk.", "faqs": [] }));
    let names: Vec<&str> = material.part_names().collect();
    assert_eq!(names, ["duration", "facts.risks", "facts.size", "page /walking"]);
}

#[test]
fn approval_names_board_day_and_the_hash_of_this_wording() {
    let material = RecruitmentMaterial::default().with_part("duration", "12 weeks");
    let review = |value: Value| serde_json::from_value::<EthicsReview>(value).unwrap();
    let hash = material.hash().to_string();
    let complete = json!({ "name": "Lake Board", "approved_on": "2026-02-03", "content_sha256": hash });
    assert_eq!(material.check_approval(&review(complete.clone())), Ok(()));
    for (missing, words) in [
        ("name", "lacks name; it consists of duration"),
        ("approved_on", "lacks approved_on;"),
        ("content_sha256", "lacks content_sha256;"),
    ] {
        let mut incomplete = complete.clone();
        incomplete.as_object_mut().unwrap().remove(missing);
        let error = material.check_approval(&review(incomplete)).unwrap_err();
        assert!(
            matches!(error, Unapproved::NotRecorded { .. }) && error.to_string().contains(words),
            "{error}"
        );
    }
    let error = material.check_approval(&EthicsReview::default()).unwrap_err().to_string();
    assert!(error.contains("lacks name, approved_on, and content_sha256"), "{error}");
    let error =
        material.clone().with_part("facts.size", "9 people.").check_approval(&review(complete)).unwrap_err();
    assert!(matches!(error, Unapproved::Changed { .. }) && error.to_string().contains(&hash), "{error}");
}

#[test]
fn content_of_one_part_never_equals_that_of_two() {
    let of = |parts: &[(&str, Value)]| {
        let add =
            |material: RecruitmentMaterial, (name, value): &(&str, Value)| material.with_part(name, value);
        parts.iter().fold(RecruitmentMaterial::default(), add).hash()
    };
    let hashes = [
        of(&[("a", json!("b")), ("c", json!("d"))]),
        of(&[("a", json!("b\n\"c\"\n\"d\""))]),
        of(&[("a", json!(["b", "c"]))]),
        of(&[("a", json!("bc"))]),
        of(&[("a", json!(["bc"]))]),
        of(&[("a", json!({ "b": "c" }))]),
        of(&[("ab", json!("c"))]),
    ];
    for (at, one) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(one), "{at}");
    }
}

proptest! {
    /// Line endings, the Unicode form of letters, and white space at the end of lines are no wording.
    #[test]
    fn invisible_differences_of_a_text_change_nothing(
        words in prop::collection::vec("[a-zà-ö]{1,6}", 1..12), spaces in prop::collection::vec("[ \t]{0,3}", 12)
    ) {
        let text = words.join("\n");
        let decomposed: String = text.nfd().collect();
        let with_spaces: String =
            words.iter().zip(&spaces).flat_map(|(word, space)| [word.as_str(), space.as_str(), "\r\n"]).collect();
        let hash = |text: &str| RecruitmentMaterial::default().with_part("text", text).hash();
        for same in [&decomposed, &with_spaces, &text.replace('\n', "\r"), &format!("\n{text}\n\n")] {
            prop_assert_eq!(hash(same), hash(&text), "{:?}", same);
        }
    }

    #[test]
    fn any_other_change_of_a_text_changes_the_hash(text in "[a-z]{1,9}( [a-z]{1,9}){0,5}", at in any::<prop::sample::Index>(), new in "[A-Z.,]") {
        let at = at.index(text.len());
        let hash = |text: &str| hash(&changed("/facts/risks/0", &json!(text)));
        let replaced = format!("{}{new}{}", &text[..at], &text[at + 1..]);
        let inserted = format!("{}{new}{}", &text[..at], &text[at..]);
        prop_assert_ne!(hash(&replaced), hash(&text));
        prop_assert_ne!(hash(&inserted), hash(&text));
    }

    #[test]
    fn order_of_keys_changes_nothing(keys in prop::collection::btree_set("[a-z]{1,5}", 2..8)) {
        let of = |keys: &mut dyn Iterator<Item = &String>| {
            let fields: Vec<String> = keys.map(|key| format!("\"{key}\": \"{key}!\"")).collect();
            let value: Value = serde_json::from_str(&format!("{{{}}}", fields.join(","))).unwrap();
            RecruitmentMaterial::default().with_part("text", &value).hash()
        };
        prop_assert_eq!(of(&mut keys.iter()), of(&mut keys.iter().rev()));
    }
}
