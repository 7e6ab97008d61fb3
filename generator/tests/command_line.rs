//! The program itself.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod support;

use std::process::{Command, Output};

use support::BuildTest;

fn generator(site: &BuildTest, command: &str, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_generator"));
    program.arg(command).arg("--content").arg(site.content_dir());
    if command == "build" {
        program.arg("--site").arg(site.site_dir()).arg("--out").arg(site.out());
    }
    program.args(more).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn build_says_what_it_did() {
    let site = BuildTest::new();
    let output = generator(&site, "build", &["--base-url", "https://harbor.example", "--drafts"]);
    assert!(output.status.success(), "{}", complained(&output));
    assert!(said(&output).starts_with("97 pages, "), "{}", said(&output));
    assert!(site.page("soon.html").contains("https://harbor.example/soon"));
    let again = generator(&site, "build", &["--base-url", "https://harbor.example", "--drafts"]);
    assert!(said(&again).starts_with("97 pages, 0 files changed, 0 removed, "), "{}", said(&again));
}

#[test]
fn check_writes_nothing_and_says_that_all_is_right() {
    let site = BuildTest::new();
    let output = generator(&site, "check", &[]);
    assert!(output.status.success());
    assert_eq!(said(&output), "The content is right: 8 pages, 5 studies\n");
    assert!(!site.out().exists());
}

#[test]
fn wrong_content_ends_with_a_failure_and_no_files() {
    let site = BuildTest::new();
    site.edit("site.toml", "name = ", "nmae = ");
    for command in ["check", "build"] {
        let output = generator(&site, command, &[]);
        assert_eq!(output.status.code(), Some(1));
        let complaint = complained(&output);
        assert!(complaint.contains("site.toml:1:1") && complaint.contains("1 error"), "{complaint}");
        assert!(!complaint.contains('\u{1b}'));
    }
    assert!(!site.out().exists());
}
