//! The recruitment material of a study is published only as an ethics board approved it.

use std::{
    fs,
    process::{Command, Output},
};

use crate::support::{BuildTest, is_page};
use waypoint_generator::{
    content::{self, ApprovalRule, Approvals, ContentError, Drafts, Reader},
    pages_to_review,
};

/// The studies of the fixtures with recruitment material. STU0103 has material, but isn't active.
const WITH_MATERIAL: [&str; 4] = ["PTGB0104", "STU0100", "STU0101", "STU0102"];

/// The errors of the content on a site for patients.
fn production_errors(site: &BuildTest) -> Vec<ContentError> {
    let content = site.content_dir();
    let mut reader = Reader::default().with_approvals(Approvals::Required);
    reader.load(&content, &content.join("studies"), Drafts::Hidden).err().unwrap_or_default()
}

fn unapproved(site: &BuildTest) -> Vec<String> {
    let errors = production_errors(site);
    let named = |error: &ContentError| match error.unapproved_study() {
        Some(study) => study.to_owned(),
        None => panic!("{}", content::report(&errors, false)),
    };
    errors.iter().map(named).collect()
}

/// The hash of a study's current recruitment material.
fn hash(site: &BuildTest, number: &str) -> String {
    let content = site.content();
    let study = content.studies.iter().find(|study| study.snow_study_number.as_str() == number).unwrap();
    ApprovalRule::for_content(&content).material(study).hash().to_string()
}

fn add_to_study(site: &BuildTest, number: &str, text: &str) {
    let file = site.content_dir().join(format!("studies/{number}.toml"));
    let study = fs::read_to_string(&file).unwrap();
    fs::write(file, format!("{study}\n{text}")).unwrap();
}

fn approve(site: &BuildTest, number: &str) {
    let record = format!(
        "[facts.irb]\nname = \"Lake Board\"\napproved_on = \"2026-02-03\"\ncontent_sha256 = \"{}\"\n",
        hash(site, number)
    );
    add_to_study(site, number, &record);
}

fn approved_site() -> BuildTest {
    let site = BuildTest::new();
    for number in WITH_MATERIAL {
        approve(&site, number);
    }
    site
}

fn build(site: &BuildTest, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_generator"));
    program.args(["build", "--base-url", "https://harbor.example", "--content"]).arg(site.content_dir());
    program.arg("--site").arg(site.site_dir()).arg("--out").arg(site.out()).args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn site_for_patients_needs_approved_material_of_each_active_study() {
    let site = BuildTest::new();
    let errors = production_errors(&site);
    let report = content::report(&errors, false);
    assert_eq!(unapproved(&site), WITH_MATERIAL, "{report}");
    let lacks = "STU0102 can't be published: the record of its approval by an IRB lacks name, approved_on, and content_sha256";
    for words in [
        lacks,
        "STU0102.toml:1:1",
        "the page /resting",
        "questions, the article /articles/walking-with-sore-knees, and the page /knees",
        &hash(&site, "STU0102"),
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
    assert_eq!(unapproved(&approved_site()), [""; 0]);
}

#[test]
fn changed_wording_about_a_study_is_rejected_until_it_is_approved() {
    let table = [
        ("studies/STU0100.toml", "Are you in pain?", "Are you in much pain?"),
        ("studies/STU0100.toml", "answer = \"True\"", "answer = \"False\""),
        ("studies/STU0100.toml", "active = true\npromote", "duration = \"1 week\"\nactive = true\npromote"),
        ("studies/STU0100.toml", "[facts.irb]", "[facts]\nsize = \"9 people take part.\"\n[facts.irb]"),
        ("trials/knees.md", "To see if walking helps.", "To see if walking cures."),
        ("trials/knees.md", "A year of walking", "A week of walking"),
        ("trials/knees.md", "3 a week", "4 a week"),
        ("trials/knees.md", "You get your shoes.", "You get new shoes."),
        ("trials/knees.md", "survey = \"knees\"\n", ""),
        ("articles/walking-with-sore-knees.md", "Walk a little each day", "Walk all day"),
        ("articles/walking-with-sore-knees.md", "Why It Helps", "Why It Cures"),
        ("articles/walking-with-sore-knees.md", "What walking does", "What running does"),
        ("faqs/trials/knees.toml", "gives you a pair", "sells you a pair"),
        ("surveys/knees.toml", "Do your knees hurt?", "Do your feet hurt?"),
        ("surveys/knees.toml", "option = \"In town\"", "option = \"At home\""),
    ];
    for (file, from, to) in table {
        let site = approved_site();
        site.edit(file, from, to);
        assert_eq!(unapproved(&site), ["STU0100"], "{file}: {to}");
        let report = content::report(&production_errors(&site), false);
        let words = ["differs from what the IRB approved", "content_sha256", &hash(&site, "STU0100")];
        assert!(words.iter().all(|words| report.contains(words)), "{report}");
    }
}

#[test]
fn title_purpose_eligibility_and_sites_need_no_new_approval() {
    let table = [
        ("studies/STU0100.toml", "brief_title = \"Walking", "brief_title = \"Running"),
        ("studies/STU0100.toml", "Tests if it helps.", "Tests whether it helps."),
        ("studies/STU0100.toml", "\"65 Years\"", "\"70 Years\""),
        ("studies/STU0100.toml", "You are an adult", "You are an adult in pain"),
        ("studies/STU0100.toml", "Lakeside Clinic", "Riverside Clinic"),
        ("studies/STU0100.toml", "status = \"Recruiting\"", "status = \"Not yet recruiting\""),
        ("studies/STU0100.toml", "content_sha256", "number = \"LB-1\"\ncontent_sha256"),
        ("trials/knees.md", "The Long Walk Trial", "The Short Walk Trial"),
        ("trials/knees.md", "upcoming = true", "upcoming = false"),
        ("trials/resting.md", "city = \"Akron\"", "city = \"Canton\""),
        ("articles/walking-with-sore-knees.md", "updated = 2026-02-11", "updated = 2026-02-12"),
        ("articles/walking-with-sore-knees.md", "The Editors", "Other Editors"),
        ("articles/walking-with-sore-knees.md", "Bones & Joints", "Bones"),
    ];
    for (file, from, to) in table {
        let site = approved_site();
        site.edit(file, from, to);
        assert_eq!(unapproved(&site), [""; 0], "{file}: {to}");
    }
}

#[test]
fn article_belongs_to_a_study_if_it_refers_to_no_other() {
    let file = "articles/walking-with-sore-knees.md";
    let related = "related = [\"STU0100\"]";
    let link = "[the study](/study/NCT00000001)";
    let linked = |target: &str| link.replace("/study/NCT00000001", target);
    let table = [
        ("related = []", link.to_owned(), true),
        ("related = []", linked("/enroll/stu0100"), true),
        ("related = []", linked("/knees"), true),
        (related, "the study".to_owned(), true),
        ("related = []", "the study".to_owned(), false),
        ("related = [\"STU0100\", \"STU0101\"]", link.to_owned(), false),
        (related, linked("/study/NCT04611802"), false),
        (related, linked("/resting"), false),
    ];
    for (front, text, is_material) in table {
        let site = BuildTest::new();
        site.edit(file, related, front);
        site.edit(file, link, &text);
        let content = site.content();
        let study =
            content.studies.iter().find(|study| study.snow_study_number.as_str() == "STU0100").unwrap();
        let material = ApprovalRule::for_content(&content).material(study);
        let part = "the article /articles/walking-with-sore-knees";
        assert_eq!(material.part_names().any(|name| name == part), is_material, "{front} {text}");
    }
}

#[test]
fn board_sees_every_page_about_the_study() {
    let site = BuildTest::new();
    site.build().unwrap();
    let content = site.content();
    let study = content.studies.iter().find(|study| study.snow_study_number.as_str() == "STU0100").unwrap();
    let shown = pages_to_review(&ApprovalRule::for_content(&content), study);
    let own = ["/study/STU0100", "/enroll/STU0100", "/for-doctors/STU0100", "/knees"];
    let article = "/articles/walking-with-sore-knees".to_owned();
    let previews = (1..=6).map(|template| format!("/preview/STU0100?template={template}"));
    let expected = own.map(str::to_owned).into_iter().chain([article]).chain(previews);
    assert_eq!(shown, expected.collect::<Vec<_>>());
    // Every built page with the study's number is one of these, or only links to the previews.
    let links_only = ["preview/STU0100-choose.html", "preview/STU0100-not-made.html"];
    for file in site.files().keys().filter(|file| file.contains("STU0100") && is_page(file)) {
        let path = format!("/{}", file.trim_end_matches(".html"));
        let preview = path.replacen('-', "?template=", 1);
        let is_shown = shown.contains(&path) || shown.contains(&preview);
        assert!(is_shown || links_only.contains(&file.as_str()), "{file}");
    }
    let mut check = Command::new(env!("CARGO_BIN_EXE_generator"));
    let output = check.args(["check", "--content"]).arg(site.content_dir()).output().unwrap();
    let list = format!("show the board {}", shown.join(", "));
    assert!(text(&output.stdout).contains(&list), "{list}: {}", text(&output.stdout));
}

#[test]
fn incomplete_record_is_rejected_at_its_line() {
    for key in ["name", "approved_on", "content_sha256"] {
        let site = approved_site();
        let file = site.content_dir().join("studies/STU0100.toml");
        let study = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = study.lines().filter(|line| !line.starts_with(&format!("{key} = "))).collect();
        let line = lines.iter().position(|line| *line == "[facts.irb]").unwrap() + 1;
        fs::write(file, lines.join("\n")).unwrap();
        let errors = production_errors(&site);
        let report = content::report(&errors, false);
        assert!(report.contains(&format!("lacks {key};")), "{report}");
        let place = errors[0].place().unwrap().line();
        assert!((line..line + 4).contains(&place), "{place}: {report}");
    }
}

#[test]
fn demonstration_builds_without_approvals_and_says_so() {
    let site = BuildTest::new();
    let output = build(&site, &[]);
    assert!(output.status.success());
    let warning =
        "warning: the recruitment material of PTGB0104, STU0100, STU0101, STU0102 has no IRB approval";
    assert!(text(&output.stderr).contains(warning), "{}", text(&output.stderr));
    let output = build(&site, &["--require-approvals"]);
    assert!(
        !output.status.success() && text(&output.stderr).contains("4 errors"),
        "{}",
        text(&output.stderr)
    );
    let approved = build(&approved_site(), &["--require-approvals"]);
    assert!(
        approved.status.success() && !text(&approved.stderr).contains("warning"),
        "{}",
        text(&approved.stderr)
    );
}

#[test]
fn check_prints_the_hash_to_record_for_each_study() {
    let site = BuildTest::new();
    approve(&site, "STU0101");
    let mut check = Command::new(env!("CARGO_BIN_EXE_generator"));
    let output = check.args(["check", "--content"]).arg(site.content_dir()).output().unwrap();
    assert!(output.status.success());
    let lines = text(&output.stdout);
    let line = |start: &str| {
        lines.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {lines}"))
    };
    assert!(line("The recruitment material of STU0101 is approved").contains(&hash(&site, "STU0101")));
    let todo = line("The recruitment material of STU0100 is not approved: ");
    assert!(todo.contains(&format!("content_sha256 = \"{}\"", hash(&site, "STU0100"))), "{todo}");
}

fn exception(site: &BuildTest, number: &str) -> String {
    format!(
        "[[approval_exceptions]]\nstudy = \"{number}\"\ncontent_sha256 = \"{}\"\n\
         reason = \"The board meets on Friday\"\ndecided_by = \"Ana Sample\"\ndecided_on = \"2026-11-20\"\n\n[[processors]]",
        hash(site, number)
    )
}

#[test]
fn exception_allows_one_wording_of_a_study_and_is_reported() {
    let site = BuildTest::new();
    for number in ["PTGB0104", "STU0101", "STU0102"] {
        approve(&site, number);
    }
    site.edit("duties.toml", "[[processors]]", &exception(&site, "STU0100"));
    let output = build(&site, &["--require-approvals"]);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let decision = format!(
        "warning: published without IRB approval: STU0100 ({}), decided by Ana Sample on November 20, 2026: \
         The board meets on Friday.",
        hash(&site, "STU0100")
    );
    assert!(errors.contains(&decision), "{errors}");
    site.edit("trials/knees.md", "3 a week", "4 a week");
    assert_eq!(unapproved(&site), ["STU0100"]);
}

#[test]
fn exception_needs_a_known_study_and_a_complete_decision() {
    let with = |from: &str, to: &str| {
        let site = approved_site();
        let exception = exception(&site, "STU0100");
        assert!(exception.contains(from), "{from}");
        site.edit("duties.toml", "[[processors]]", &exception.replace(from, to));
        content::report(&production_errors(&site), false)
    };
    let table = [
        ("STU0100", "STU9999", "there is no study named 'STU9999'"),
        ("reason = \"The board meets on Friday\"\n", "", "reason"),
        ("The board meets on Friday", " ", "the text is empty"),
        ("decided_by = \"Ana Sample\"\n", "", "decided_by"),
        ("decided_on = \"2026-11-20\"\n", "", "decided_on"),
        ("content_sha256 = \"", "content_sha256 = \"0", "isn't a hash"),
    ];
    for (from, to, words) in table {
        let report = with(from, to);
        assert!(report.contains(words) && report.contains("duties.toml"), "{words}: {report}");
    }
}
