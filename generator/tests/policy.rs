//! What each page may load, as it says in its head.

use std::{collections::BTreeMap, fs};

use crate::support::{BuildTest, is_page, repository};
use waypoint_domain::frame_height::FrameHeight;
use waypoint_generator::content;

fn policy(page: &str) -> String {
    let rest = page.split("<meta http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap();
    rest.split('"').next().unwrap().replace("&#39;", "'").replace("&#x27;", "'")
}

/// The policy of each page of a site, by its path.
fn policies(site: &BuildTest) -> BTreeMap<String, String> {
    site.build().unwrap();
    let pages = site.files().into_keys().filter(|path| is_page(path));
    pages.map(|path| (path.clone(), policy(&site.page(&path)))).collect()
}

/// The fixtures with a study, a page of a trial and a film that show pages of partners.
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
fn every_page_says_what_it_may_load_and_nothing_of_its_own_text_runs() {
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
fn a_page_without_a_form_sends_none_and_calls_go_to_its_own_host_alone() {
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
fn a_page_connects_to_the_hosts_of_voice_calls_when_the_settings_name_them_and_it_has_the_button() {
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
fn the_button_of_voice_calls_knows_whether_its_page_may_connect_one() {
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
fn the_headers_of_this_site_let_a_call_connect_where_its_pages_do() {
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
fn a_page_shows_the_pages_of_the_one_partner_that_it_needs() {
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
fn a_frame_is_as_high_as_the_content_says() {
    let site = with_frames();
    assert!(
        site.page("knees.html")
            .contains("src=\"https://match.harbor.example/k\" title=\"Questions of our partner")
    );
    assert!(site.page("knees.html").contains("height=\"1950\""));
    assert!(site.page("study/STU0102.html").contains("\"embedded_height\":7000"));
}

#[test]
fn a_trial_that_nobody_can_join_any_more_asks_nothing_and_says_so() {
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
fn a_frame_of_a_host_that_the_settings_do_not_name_is_refused_with_its_line() {
    let site = BuildTest::new();
    site.edit(
        "studies/STU0102.toml",
        "active = true",
        "active = true\nembedded_link = \"https://other.example/2\"",
    );
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    assert!(
        report.contains("no frame may show 'https://other.example/2'") && report.contains("STU0102.toml"),
        "{report}"
    );
}
#[test]
fn the_frames_of_this_site_have_the_heights_that_its_partners_need() {
    let content = content::load(&repository().join("content")).unwrap();
    let of_trials =
        content.trials.iter().filter_map(|trial| trial.front.frame.as_ref()).map(|frame| frame.height);
    let of_studies = content.studies.iter().filter_map(|study| study.embedded_height);
    let heights: Vec<u16> = of_trials.chain(of_studies).map(FrameHeight::pixels).collect();
    for height in [1950, 3600, 2400, 6600, 4000, 7000] {
        assert!(heights.contains(&height), "{height} in {heights:?}");
    }
}
