//! The content security policies of pages.

use std::{collections::BTreeMap, fs};

use crate::support::{BuildTest, is_page, repository};
use waypoint_domain::frame_height::FrameHeight;
use waypoint_generator::content;

fn policy(page: &str) -> String {
    let rest = page.split("<meta http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap();
    rest.split('"').next().unwrap().replace("&#39;", "'").replace("&#x27;", "'")
}

/// The policy of each page of a site, by path.
fn policies(site: &BuildTest) -> BTreeMap<String, String> {
    site.build().unwrap();
    let pages = site.files().into_keys().filter(|path| is_page(path));
    pages.map(|path| (path.clone(), policy(&site.page(&path)))).collect()
}

/// The built fixtures, with frames of partners in a study, a trial page, and a video.
fn with_frames() -> BuildTest {
    let site = BuildTest::new();
    let hosts = "frame_hosts = [\"https://match.harbor.example\", \"https://film.harbor.example\"]\n";
    site.edit("site.toml", "moved_to_end", &format!("{hosts}moved_to_end"));
    site.edit("site.toml", "[[testimonials]]", FILM);
    site.edit(
        "studies/STU0102.toml",
        "active = true",
        "active = true\nembedded_link = \"https://match.harbor.example/2\"\nembedded_height = 7000",
    );
    site.edit(
        "trials/knees.md",
        "\n+++\n\n",
        "\nframe = { src = \"https://match.harbor.example/k\", height = 1950 }\n+++\n\n",
    );
    site.build().unwrap();
    site
}

const FILM: &str = "[video]
title = \"How It Works\"
lead = \"A film.\"
watch = \"https://film.harbor.example/watch\"
embed = \"https://film.harbor.example/embed\"
summary = [{ title = \"Search.\", text = \"A search.\" }]

[[testimonials]]";

#[test]
fn every_page_has_a_policy_without_inline_scripts() {
    let site = BuildTest::new();
    site.build().unwrap();
    for (path, bytes) in site.files().iter().filter(|(path, _)| is_page(path)) {
        let policy = policy(std::str::from_utf8(bytes).unwrap());
        for part in [
            "default-src 'none'; script-src 'self'; style-src 'self';",
            "frame-src 'none';",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {part} in {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}");
    }
}

#[test]
fn page_without_a_form_submits_none_and_calls_only_its_own_host() {
    let site = BuildTest::new();
    site.build().unwrap();
    let table = [
        ("articles/walking-with-sore-knees.html", "'none'"),
        ("privacy.html", "'none'"),
        ("knees.html", "'none'"),
        ("results.html", "'self'"),
        ("enroll.html", "'self'"),
        ("index.html", "'self'"),
    ];
    for (page, to) in table {
        let policy = policy(&site.page(page));
        assert!(policy.contains(&format!("connect-src 'self'; form-action {to};")), "{page}: {policy}");
    }
}

#[test]
fn page_with_a_voice_button_may_connect_to_the_configured_voice_hosts() {
    let site = BuildTest::new();
    let without = policies(&site);
    let hosts =
        "[voice]\nhosts = [\"wss://*.calls.example\", \"https://*.calls.example\"]\n\n[[testimonials]]";
    site.edit("site.toml", "[[testimonials]]", hosts);
    let with = policies(&site);
    let has_button = |page: &str| site.page(page).contains("data-action=\"voice\"");
    assert!(with.keys().any(|page| has_button(page)) && !with.keys().all(|page| has_button(page)));
    for (page, policy) in with {
        let before = &without[&page];
        assert!(before.contains("connect-src 'self';"), "{page}: {before}");
        let allowed = if has_button(&page) {
            before.replace(
                "connect-src 'self'",
                "connect-src 'self' https://*.calls.example wss://*.calls.example",
            )
        } else {
            before.clone()
        };
        assert_eq!(policy, allowed, "{page}");
    }
}

#[test]
fn voice_button_knows_whether_its_page_may_connect() {
    let site = BuildTest::new();
    site.build().unwrap();
    let button = |calls: &str| format!("<div class=\"voice\"{calls}>");
    assert!(site.page("index.html").contains(&button("")));
    site.edit(
        "site.toml",
        "[[testimonials]]",
        "[voice]\nhosts = [\"wss://*.calls.example\"]\n\n[[testimonials]]",
    );
    site.build().unwrap();
    assert!(site.page("index.html").contains(&button(" data-calls")));
}

#[test]
fn headers_of_this_site_allow_the_voice_hosts_of_its_pages() {
    let content = content::load(&repository().join("content")).unwrap();
    let routes = fs::read_to_string(repository().join("infra/cdn/routes.toml")).unwrap();
    let routes: toml::Table = routes.parse().unwrap();
    let header = routes["headers"]["content-security-policy"].as_str().unwrap();
    let allowed = header.split(';').find(|part| part.trim_start().starts_with("connect-src ")).unwrap();
    for host in &content.site.voice.hosts {
        let host = host.to_string();
        assert!(allowed.split(' ').any(|one| one == host), "infra/cdn/routes.toml: {host} in{allowed}");
    }
}

#[test]
fn page_may_only_frame_the_partner_that_it_needs() {
    let site = with_frames();
    let table = [
        ("index.html", "https://film.harbor.example;"),
        ("study/STU0102.html", "https://match.harbor.example;"),
        ("study/STU0101.html", "'none';"),
        ("study.html", "https://film.harbor.example https://match.harbor.example;"),
        ("knees.html", "https://match.harbor.example;"),
        ("about.html", "'none';"),
    ];
    for (page, hosts) in table {
        let policy = policy(&site.page(page));
        assert!(policy.contains(&format!("frame-src {hosts}")), "{page}: {policy}");
    }
}

#[test]
fn frame_has_the_height_from_the_content() {
    let site = with_frames();
    assert!(
        site.page("knees.html")
            .contains("src=\"https://match.harbor.example/k\" title=\"Questions of our partner")
    );
    assert!(site.page("knees.html").contains("height=\"1950\""));
    assert!(site.page("study/STU0102.html").contains("\"embedded_height\":7000"));
}

#[test]
fn closed_trial_shows_a_notice_instead_of_a_frame() {
    let site = BuildTest::new();
    site.edit("site.toml", "moved_to_end", "frame_hosts = [\"https://match.harbor.example\"]\nmoved_to_end");
    site.edit("trials/knees.md", "study = \"STU0100\"", "study = \"STU0102\"");
    site.edit(
        "trials/knees.md",
        "\n+++\n\n",
        "\nframe = { src = \"https://match.harbor.example/k\", height = 1950 }\n+++\n\n",
    );
    site.build().unwrap();
    let page = site.page("knees.html");
    assert!(!page.contains("<iframe"));
    assert!(page.contains(
        "This trial has completed recruitment on this platform, and is no longer accepting new referrals."
    ));
}

#[test]
fn frame_of_an_unknown_host_is_rejected_with_its_line() {
    let site = BuildTest::new();
    site.edit(
        "studies/STU0102.toml",
        "active = true",
        "active = true\nembedded_link = \"https://other.example/2\"",
    );
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    assert!(
        report.contains("'https://other.example/2' can't be shown in a frame")
            && report.contains("STU0102.toml"),
        "{report}"
    );
}
#[test]
fn frames_of_this_site_have_the_heights_that_partners_need() {
    let content = content::load(&repository().join("content")).unwrap();
    let trial_heights =
        content.trials.iter().filter_map(|trial| trial.front.frame.as_ref()).map(|frame| frame.height);
    let study_heights = content.studies.iter().filter_map(|study| study.embedded_height);
    let heights: Vec<u16> = trial_heights.chain(study_heights).map(FrameHeight::pixels).collect();
    for height in [1950, 3600, 2400, 6600, 4000, 7000] {
        assert!(heights.contains(&height), "{height} in {heights:?}");
    }
}
