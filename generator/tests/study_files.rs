//! `generator preview`: previews of a study's file before it is loaded.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use crate::support::{BuildTest, files_in};

const STUDY: &str = r#"{
  "snow_study_number": "STU0900",
  "study_sys_id": "90000000000000000000000000000000",
  "study_name": "Stairs and hips",
  "brief_title": "Stairs and hips",
  "brief_summary": "Tests if stairs help.",
  "conditions": ["Hip pain"],
  "status": "Recruiting",
  "minimum_age": "18 Years",
  "active": true,
  "promote": true,
  "sys_created_on": "2025-01-01",
  "sys_updated_on": "2026-06-01",
  "sites": [
    { "site_name": "Lakeside Clinic", "city": "Cleveland", "latitude": 41.5, "longitude": -81.7 }
  ]
}
"#;

fn preview(site: &BuildTest, name: &str, text: &str) -> Output {
    let study = site.root.path().join(name);
    fs::write(&study, text).unwrap();
    Command::new(env!("CARGO_BIN_EXE_generator"))
        .arg("preview")
        .arg(&study)
        .args(["--content".into(), site.content_dir(), "--site".into(), site.site_dir()])
        .args(["--out".into(), site.root.path().join("look/{number}")])
        .output()
        .unwrap()
}

fn output_dir(site: &BuildTest) -> PathBuf {
    site.root.path().join("look/STU0900")
}

fn stderr(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn six_previews_of_a_file_are_written_with_their_assets() {
    let site = BuildTest::new();
    let output = preview(&site, "my draft.json", STUDY);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.starts_with("6 previews of STU0900; open one in a browser:\n"), "{stdout}");
    let files = files_in(&output_dir(&site));
    for template in 1..=6 {
        let path = format!("preview/STU0900-{template}.html");
        assert!(stdout.contains(&format!("{}\n", output_dir(&site).join(&path).display())), "{stdout}");
        let page = String::from_utf8(files[&path].clone()).unwrap();
        assert!(page.contains("Stairs and hips"));
        for address in ["\"../assets/styles-1.css\"", "\"../assets/previews-1.css\"", "\"../icon.svg\""] {
            assert!(page.contains(address), "{address}");
        }
        assert!(page.contains("href=\"STU0900-6.html\"") && !page.contains("=\"/"), "{page}");
        assert!(page.contains("its links to other pages of the site are off"), "{page}");
    }
    let styles = String::from_utf8(files["assets/previews-1.css"].clone()).unwrap();
    assert!(styles.contains("url(source-serif-4-latin-600-1.woff2)"), "{styles}");
    assert!(!files.keys().any(|path| path.ends_with("not-made.html")));
}

#[test]
fn toml_file_replaces_the_study_with_the_same_number() {
    let site = BuildTest::new();
    let known = fs::read_to_string(site.content_dir().join("studies/STU0100.toml")).unwrap();
    let output = preview(&site, "draft.toml", &known.replace("Walking and knees", "Walking far"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = site.root.path().join("look/STU0100/preview/STU0100-2.html");
    assert!(fs::read_to_string(page).unwrap().contains("Walking far"));
}

#[test]
fn second_preview_replaces_the_first() {
    let site = BuildTest::new();
    assert!(preview(&site, "study.json", STUDY).status.success());
    assert!(preview(&site, "study.json", &STUDY.replace("help.", "hurt.")).status.success());
    let page = fs::read_to_string(output_dir(&site).join("preview/STU0900-5.html")).unwrap();
    assert!(page.contains("Tests if stairs hurt.") && !page.contains("help."));
}

#[test]
fn mistake_is_reported_with_its_place_and_nothing_is_written() {
    let site = BuildTest::new();
    let table = [
        (
            "\"promote\": true",
            "\"promote\": \"yes\"",
            "study.json:11:14",
            "expected true or false, but found the text \"yes\"",
        ),
        ("\"promote\"", "\"promoted\"", "study.json:11:15", "did you mean promote?"),
        ("  \"active\": true,\n", "", "study.json:1:1", "the key 'active' is missing"),
        ("\"18 Years\"", "\"18 Yards\"", "study.json:9:18", "'18 Yards' is not an age"),
        ("\"STU0900\"", "\"STUDY\"", "study.json:2:", "'STUDY' is not a study number"),
        ("41.5", "95", "study.json:15:72", "a latitude must be between"),
        (
            "\"latitude\": 41.5",
            "\"latitude\": \"north\"",
            "study.json:15:",
            "expected a number, but found the text \"north\"",
        ),
        ("\"Recruiting\"", "\"Open\"", "study.json:8:13", "there is no status named 'Open'"),
        ("\"Hip pain\"],", "\"Hip pain\"", "study.json:8:", "expected `,` or `]`"),
        ("\n}\n", "\n}\nmore", "study.json:18:1", "trailing characters"),
    ];
    for (from, to, place, words) in table {
        assert!(STUDY.contains(from), "{from}");
        let errors = stderr(&preview(&site, "study.json", &STUDY.replacen(from, to, 1)));
        assert!(errors.contains(place) && errors.contains(words), "{place} {words} in {errors}");
    }
    assert!(!output_dir(&site).exists());
}

#[test]
fn missing_file_is_reported() {
    let site = BuildTest::new();
    let output = Command::new(env!("CARGO_BIN_EXE_generator"))
        .args(["preview", "nowhere.json", "--content"])
        .arg(site.content_dir())
        .output()
        .unwrap();
    assert!(stderr(&output).contains("can't read nowhere.json"));
}
