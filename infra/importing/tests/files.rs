//! Reading sponsors' files, and the reports of their faults (D-348).

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::fs;

use serde_json::{Value, json};
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};
use waypoint_generator::content::read_study;
use waypoint_importing::{FileFault, StudiesByNumber, across_studies, difference::Difference, file::read};

fn document(number: &str) -> Value {
    json!({
        "snow_study_number": number, "study_sys_id": "0".repeat(32), "study_name": "Stairs",
        "brief_title": "Stairs for sore knees", "brief_summary": "A study of stairs.",
        "conditions": ["Knee Pain"], "status": "Recruiting", "minimum_age": "18 Years", "active": true,
        "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        "sites": [{
            "site_name": "Stairway Clinic", "street_address": "1 Step Lane", "city": "Cleveland", "state": "OH",
            "country": "United States", "pin_code": "44106", "latitude": 41.5, "longitude": -81.6, "central": true
        }],
        "questions": [{
            "sys_id": "q1", "question": "My knees are sore.", "answer": "True", "active": true,
            "sys_created_on": "2026-01-01"
        }],
    })
}

fn study(document: &Value) -> PartnerStudy {
    read_study("study.json", &document.to_string()).unwrap()
}

fn known() -> StudiesByNumber {
    let study = study(&document("STU0100"));
    StudiesByNumber::from([(study.snow_study_number.clone(), study)])
}

fn read_text(name: &str, text: &str) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    read(&path, &known())
}

/// Returns position, message, and hint of each fault, without the folder.
fn faults(name: &str, text: &str) -> Vec<String> {
    let describe = |fault: FileFault| {
        let words = fault.to_string();
        let words = words.rsplit_once('/').map_or(words.as_str(), |(_, rest)| rest).to_owned();
        let place = match &fault {
            FileFault::Study(error) => {
                error.place().map(|place| format!("{}:{} ", place.line(), place.column())).unwrap_or_default()
            }
            _ => String::new(),
        };
        let help = miette::Diagnostic::help(&fault).map_or_else(String::new, |help| format!(" ({help})"));
        format!("{place}{words}{help}")
    };
    read_text(name, text).unwrap_err().into_iter().map(describe).collect()
}

#[test]
fn json_file_contains_a_study_or_a_list() {
    let one = document("STU0101");
    assert_eq!(read_text("one.json", &one.to_string()).unwrap(), [study(&one)]);
    let list = json!([document("STU0100"), one]);
    assert_eq!(read_text("list.JSON", &format!("\u{feff}{list}")).unwrap().len(), 2);
}

#[test]
fn all_faults_of_a_list_are_reported_with_their_position() {
    let mut first = document("STU0100");
    first["minimum_age"] = json!("grown up");
    let mut second = document("STU0101");
    second["promoted"] = json!(true);
    second["sites"][0]["latitude"] = json!(141.5);
    let list = serde_json::to_string_pretty(&json!([first, second])).unwrap();
    insta::assert_debug_snapshot!(faults("list.json", &list));
}

#[test]
fn file_that_is_not_a_list_of_studies_is_rejected() {
    let reports = [
        faults("a.json", "[{\"snow_study_number\": "),
        faults("b.json", "7"),
        faults("c.txt", "STU0100"),
        faults("d.json", &json!([document("STU0100"), document("STU0100")]).to_string()),
    ];
    insta::assert_debug_snapshot!(reports);
}

#[test]
fn toml_file_of_the_content_is_a_study_file() {
    let text = include_str!("../../../content/studies/PTGB00214.toml");
    let studies = read_text("PTGB00214.toml", text).unwrap();
    assert_eq!(studies, [read_study("PTGB00214.toml", text).unwrap()]);
}

#[test]
fn csv_row_changes_only_its_filled_cells() {
    let rows = "snow_study_number,status,conditions,promote,minimum_age\n\
                STU0100,Completed,Knee Pain; Sore Knees,false,\n";
    let mut expected = study(&document("STU0100"));
    expected.status = RecruitmentStatus::Completed;
    expected.conditions = vec!["Knee Pain".into(), "Sore Knees".into()];
    expected.promote = false;
    assert_eq!(read_text("rows.csv", rows).unwrap(), [expected]);
}

#[test]
fn facts_are_imported_as_json_and_kept_by_a_csv_row() {
    let mut document = document("STU0100");
    document["facts"] = json!({ "risks": ["Knees may hurt."], "groups": [{ "gets": "stairs", "share": 2 }] });
    let with_facts = study(&document);
    assert_eq!(serde_json::to_value(&with_facts).unwrap()["facts"], document["facts"]);
    assert_eq!(read_text("one.json", &document.to_string()).unwrap(), std::slice::from_ref(&with_facts));
    let known = StudiesByNumber::from([(with_facts.snow_study_number.clone(), with_facts.clone())]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    fs::write(&path, "snow_study_number,promote\nSTU0100,false\n").unwrap();
    assert_eq!(read(&path, &known).unwrap(), [PartnerStudy { promote: false, ..with_facts }]);
}

#[test]
fn difference_names_each_changed_fact() {
    let mut document = document("STU0100");
    document["facts"] = json!({ "risks": ["Knees may hurt."], "travel": "no" });
    let before = study(&document);
    document["facts"] = json!({ "travel": "The study pays.", "randomized": true });
    let difference = Difference::between(Some(&before), study(&document));
    assert_eq!(
        difference.to_string(),
        "STU0100  Stairs for sore knees\n  ~ facts: randomized: nothing → true, risks: [\"Knees may hurt.\"] → nothing, \
         travel: “no” → “The study pays.”"
    );
}

#[test]
fn csv_row_of_a_new_study_needs_all_required_keys() {
    let rows = "snow_study_number,study_sys_id,study_name,brief_title,brief_summary,conditions,status,active,promote,\
                sys_created_on,sys_updated_on\n\
                STU0200,00000000000000000000000000000000,Steps,\"Steps, slow\",A study of steps.,Knee Pain,Recruiting,\
                TRUE,false,2026-01-01,2026-01-02\n";
    let studies = read_text("rows.csv", rows).unwrap();
    assert_eq!((studies[0].brief_title.as_str(), studies[0].active), ("Steps, slow", true));
    insta::assert_debug_snapshot!(faults("rows.csv", "snow_study_number,status\nSTU0200,Recruiting\n"));
}

#[test]
fn csv_faults_are_reported_with_line_and_column() {
    let reports = [
        faults("cells.csv", "snow_study_number,minimum_age,active\nSTU0100,grown up,perhaps\n"),
        faults("columns.csv", "snow_study_number,stat\nSTU0100,Recruiting\n"),
        faults("number.csv", "snow_study_number,status\nSTU0100,Recruiting\nknee,Recruiting\n"),
        faults("short.csv", "snow_study_number,status\nSTU0100\n"),
        faults("no-number.csv", "status\nRecruiting\n"),
        faults("no-study.csv", "snow_study_number,status\nSTU0100,Recruiting\n,\n"),
        faults("column-twice.csv", "snow_study_number,status,status\nSTU0100,Recruiting,Completed\n"),
        faults("open.csv", "snow_study_number,brief_summary\nSTU0100,\"Stairs\nSTU0101,Steps\n"),
        faults("sites.csv", "snow_study_number,sites\nSTU0100,Cleveland\n"),
        faults("twice.csv", "snow_study_number,status\nSTU0100,Recruiting\nSTU0100,Completed\n"),
    ];
    insta::assert_debug_snapshot!(reports);
}

#[test]
fn difference_shows_old_and_new_values() {
    let before = study(&document("STU0100"));
    let mut changed = document("STU0100");
    changed["status"] = json!("Completed");
    changed["minimum_age"] = Value::Null;
    changed["duration"] = json!("12 weeks");
    changed["sites"][0]["pin_code"] = json!("44107");
    let mut another = changed["sites"][0].clone();
    another["site_name"] = json!("Upstairs Clinic");
    changed["sites"].as_array_mut().unwrap().push(another);
    changed["questions"] = json!([]);
    let reports = [
        Difference::between(Some(&before), study(&changed)).to_string(),
        Difference::between(None, study(&document("STU0101"))).to_string(),
        Difference::between(Some(&before), before.clone()).to_string(),
    ];
    insta::assert_snapshot!(reports.join("\n"));
}

#[test]
fn difference_of_long_texts_shows_where_they_diverge() {
    let (mut before, mut after) = (document("STU0100"), document("STU0100"));
    let lines =
        "Inclusion Criteria:\n\n- You are 40 years old or older\n- A doctor says that your knees are sore\n";
    before["eligibility"] = json!(lines);
    after["eligibility"] = json!(format!("{lines}- You climb stairs each day"));
    after["questions"][0]["question"] = json!("My knees are very sore.");
    let difference = Difference::between(Some(&study(&before)), study(&after));
    insta::assert_snapshot!(difference.to_string());
    before["eligibility"] = json!(lines.replace('\n', "\r\n"));
    after["eligibility"] = json!(lines);
    after["questions"] = before["questions"].clone();
    let difference = Difference::between(Some(&study(&before)), study(&after)).to_string();
    assert!(difference.ends_with("eligibility: only spaces or line breaks"), "{difference}");
}

#[test]
fn id_of_another_study_in_file_or_table_is_reported() {
    let mut own = document("STU0102");
    own["study_sys_id"] = json!("2".repeat(32));
    own["questions"][0]["sys_id"] = json!("q2");
    let differences = |documents: &[&Value]| -> Vec<Difference> {
        documents.iter().map(|document| Difference::between(None, study(document))).collect()
    };
    let reports = |documents: &[&Value]| -> Vec<String> {
        let faults = across_studies::faults(&known(), &differences(documents));
        faults.iter().map(ToString::to_string).collect()
    };
    let copied = document("STU0101");
    assert_eq!(
        reports(&[&copied]),
        [
            format!("the study_sys_id '{}' of STU0101 is already used by STU0100", "0".repeat(32)),
            "the id of a question 'q1' of STU0101 is already used by STU0100".to_owned(),
        ]
    );
    assert_eq!(reports(&[&own]), [""; 0]);
    assert_eq!(reports(&[&document("STU0100"), &own]), [""; 0]);
    let mut third = own.clone();
    third["snow_study_number"] = json!("STU0103");
    assert_eq!(reports(&[&own, &third]).len(), 2);
}

#[test]
fn true_and_false_are_text_in_text_columns() {
    let rows = "snow_study_number,brief_title,active\nSTU0100,True,TRUE\n";
    assert_eq!(read_text("rows.csv", rows).unwrap()[0].brief_title, "True");
}

#[test]
fn invalid_utf8_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.csv");
    fs::write(&path, b"snow_study_number,study_name\nSTU0100,Sj\xf6gren\n").unwrap();
    let reports = read(&path, &known()).unwrap_err()[0].to_string();
    assert!(reports.ends_with("latin.csv, line 2: the text is not valid UTF-8"), "{reports}");
}
