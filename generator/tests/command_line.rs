//! The command line of the generator.

use std::process::{Command, Output};

use crate::support::{BuildTest, is_page};

fn generator(site: &BuildTest, command: &str, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_generator"));
    program.arg(command).arg("--content").arg(site.content_dir());
    if command == "build" {
        program.arg("--site").arg(site.site_dir()).arg("--out").arg(site.out());
    }
    program.args(more).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn build_prints_a_summary() {
    let site = BuildTest::new();
    let output = generator(&site, "build", &["--base-url", "https://harbor.example", "--drafts"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let pages = site.files().keys().filter(|path| is_page(path)).count();
    assert!(stdout(&output).starts_with(&format!("{pages} pages, ")), "{}", stdout(&output));
    assert!(site.page("soon.html").contains("https://harbor.example/soon"));
    let again = generator(&site, "build", &["--base-url", "https://harbor.example", "--drafts"]);
    let unchanged = format!("{pages} pages, 0 files changed, 0 removed, ");
    assert!(stdout(&again).starts_with(&unchanged), "{}", stdout(&again));
}

#[test]
fn check_writes_nothing_and_reports_success() {
    let site = BuildTest::new();
    let output = generator(&site, "check", &[]);
    assert!(output.status.success());
    assert!(
        stdout(&output).starts_with(
            "The content is valid: 11 pages, 1 articles, 1 conditions, 2 trial pages, 5 studies\n"
        ),
        "{}",
        stdout(&output)
    );
    assert!(!site.out().exists());
}

#[test]
fn check_and_preview_list_what_a_study_leaves_out() {
    let site = BuildTest::new();
    site.edit("studies/STU0102.toml", "\n[[", "\n[facts]\nrisks = [\"Pain.\"]\ntravel = \"no\"\n\n[[");
    let line_in = |output: &Output| {
        let lines = stdout(output);
        lines.lines().find(|line| line.starts_with("STU0102 leaves out: ")).unwrap_or(&lines).to_owned()
    };
    let checked = line_in(&generator(&site, "check", &[]));
    assert!(checked.starts_with("STU0102 leaves out: facts.groups, facts.randomized, "), "{checked}");
    assert!(checked.contains("facts.lodging") && !checked.contains("facts.travel"), "{checked}");
    let study = site.content_dir().join("studies/STU0102.toml");
    let out = site.out();
    let more = [
        "--site",
        site.site_dir().to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        study.to_str().unwrap(),
    ]
    .map(str::to_owned);
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let previewed = generator(&site, "preview", &more);
    assert!(previewed.status.success(), "{}", stderr(&previewed));
    assert_eq!(line_in(&previewed), checked);
}

#[test]
fn invalid_content_fails_without_output() {
    let site = BuildTest::new();
    site.edit("site.toml", "brand = ", "barnd = ");
    for command in ["check", "build"] {
        let output = generator(&site, command, &[]);
        assert_eq!(output.status.code(), Some(1));
        let errors = stderr(&output);
        assert!(errors.contains("site.toml:1:1") && errors.contains("1 error"), "{errors}");
        assert!(!errors.contains('\u{1b}'));
    }
    assert!(!site.out().exists());
}

#[test]
fn studies_can_be_in_a_separate_folder_as_toml_or_json() {
    let site = BuildTest::new();
    let studies = site.root.path().join("studies");
    std::fs::rename(site.content_dir().join("studies"), &studies).unwrap();
    let written = std::fs::read_to_string(studies.join("STU0102.toml")).unwrap();
    let value: toml::Value = toml::from_str(&written).unwrap();
    std::fs::write(studies.join("STU0102.json"), serde_json::to_string(&value).unwrap()).unwrap();
    std::fs::remove_file(studies.join("STU0102.toml")).unwrap();
    let output = generator(&site, "build", &["--studies", studies.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(site.page("study/STU0102.html").contains("Resting and backs"));
}

#[test]
fn missing_export_program_is_reported_with_the_command_to_build_it() {
    let site = BuildTest::new();
    // A hard link, because an executable that is still open for writing can't be run.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let alone = folder.path().join("generator");
    std::fs::hard_link(env!("CARGO_BIN_EXE_generator"), &alone).unwrap();
    let output = std::process::Command::new(alone)
        .args(["check", "--studies", "dynamodb", "--content"])
        .arg(site.content_dir())
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(stderr(&output).contains("cargo build -p waypoint-functions --bin export-studies"));
}
