//! The contents of pages.

use crate::support::{BuildTest, is_page};
use waypoint_generator::content::{self, Drafts};

fn built() -> BuildTest {
    let site = BuildTest::new();
    site.build().unwrap();
    site
}

#[test]
fn registry_number_of_two_studies_shows_the_central_one() {
    let site = built();
    assert!(site.page("study/NCT00000001.html").contains("<h1>Swimming and knees</h1>"));
    assert!(site.page("study/STU0100.html").contains("<h1>Walking and knees</h1>"));
}

#[test]
fn page_without_javascript_says_what_to_do() {
    let site = built();
    for (page, begin) in [
        // A function that fills the page leaves the notice out.
        ("results.html", "<noscript data-unfilled>"),
        ("study.html", "<noscript data-unfilled>"),
        ("enroll.html", "<noscript>"),
        ("enroll/STU0100.html", "<noscript>"),
    ] {
        let page = site.page(page);
        let notice = page.split(begin).nth(1).and_then(|rest| rest.split("</noscript>").next());
        let notice = notice.unwrap_or_else(|| panic!("no <noscript> in {page}"));
        assert!(notice.contains("tel:+12165550100") && notice.contains("mailto:hello@harbor.example"));
    }
    assert!(!site.page("study/STU0100.html").contains("<noscript>"));
}

#[test]
fn breadcrumbs_show_the_path_to_a_page() {
    let site = built();
    for (page, trail) in [
        ("results.html", &["Home", "Find Trials", "Search Results"][..]),
        ("study.html", &["Home", "Find Trials", "Search Results", "Trial Details"]),
        ("study/STU0100.html", &["Home", "Find Trials", "Search Results", "Trial Details"]),
        ("for-doctors/STU0100.html", &["Home", "Find Trials", "For Doctors"]),
        ("upcoming-research.html", &["Home", "Upcoming Research"]),
    ] {
        let page = site.page(page);
        let breadcrumb =
            page.split(r#"aria-label="Breadcrumb""#).nth(1).and_then(|rest| rest.split("</nav>").next());
        let items = breadcrumb.unwrap().split("<li").skip(1).map(|item| {
            let text = item.split_once('>').map_or("", |(_, text)| text);
            let plain = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
            plain.collect::<String>().trim().to_owned()
        });
        assert_eq!(items.collect::<Vec<_>>(), trail);
    }
}

#[test]
fn search_form_of_the_home_page_works_without_javascript() {
    let page = built().page("index.html");
    assert!(page.contains(r#"<div id="find_trial" class="hero__search"><div data-island="search-box""#));
    assert!(page.contains(r#"data-when="idle""#));
    assert!(page.contains(r#"<form method="get" action="/results">"#));
}

#[test]
fn shortcuts_open_a_study_a_search_or_an_external_page() {
    let page = built().page("index.html");
    assert!(page.contains(r#"href="/study/NCT00000001">Knee pain</a>"#));
    assert!(
        page.contains(
            r#"href="/results?q=Back+pain+%26+more&amp;in=UNITED+STATES">#Back pain &amp; more</a>"#
        )
    );
    assert!(page.contains(r#"href="https://trials.partner.example/NCT00000009">#Elsewhere</a>"#));
}

#[test]
fn every_page_has_the_header_and_footer_links() {
    let site = built();
    for page in ["index.html", "about.html", "study/STU0100.html", "404.html"] {
        let page = site.page(page);
        for link in [
            r#"href="/results?q=&amp;in=UNITED+STATES">Find Trials</a>"#,
            r#"href="/sponsors""#,
            r#"href="/about""#,
            r#"href="/enroll/STU0100" data-sign-up>Sign Up <span"#,
            r#"href="/results?q=Asthma&amp;in=USA">Asthma</a>"#,
            r#"href="/enroll/STU0100">Patients <span"#,
            r#"href="https://portal.harbor.example/">Administrator</a>"#,
            "Cleveland, OH 44114",
        ] {
            assert!(page.contains(link), "{link}");
        }
    }
}

#[test]
fn no_page_has_inline_styles_or_inline_scripts() {
    let site = built();
    for (path, bytes) in site.files() {
        let Ok(page) = String::from_utf8(bytes) else { continue };
        if !is_page(&path) {
            continue;
        }
        assert!(
            !page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="),
            "{path}"
        );
        for script in page.split("<script").skip(1) {
            let known = script.starts_with(r#" type="module" src="/assets/entry.js">"#)
                || script.starts_with(r#" type="application/json">"#)
                || script.starts_with(r#" type="application/ld+json">"#);
            assert!(known, "{path}: <script{}", &script[..script.len().min(80)]);
        }
    }
}

#[test]
fn study_text_cannot_break_out_of_island_props() {
    let site = BuildTest::new();
    let attack = "</script><script>steal()</script><!--";
    site.edit("studies/STU0102.toml", "Tests if it helps.", attack);
    site.edit("studies/STU0102.toml", "Resting and backs", attack);
    site.edit(
        "studies/STU0102.toml",
        "brief_title = \"Resting and backs",
        &format!("brief_title = \"{attack}"),
    );
    site.build().unwrap();
    let page = site.page("study/STU0102.html");
    assert!(page.contains(r"\u003c/script>\u003cscript>steal()"));
    assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
    assert!(page.contains("<title>&lt;/script&gt;"));
}

#[test]
fn no_page_contains_expected_answers() {
    let site = built();
    for (path, bytes) in site.files() {
        let page = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!page.contains("question-of-") && !page.contains("Are you in pain?"), "{path}");
    }
}

#[test]
fn sign_up_notice_is_the_text_of_the_privacy_page() {
    let site = built();
    for page in ["enroll.html", "enroll/STU0100.html"] {
        let page = site.page(page);
        assert!(page.contains("<h2>What we keep</h2><h2>What we share</h2>"), "{page}");
        assert!(page.contains(r#""version":"1","href":"/privacy""#));
    }
    assert!(site.page("privacy.html").contains("Version 1, effective March 25, 2018"));
}

#[test]
fn draft_becomes_a_page_only_on_request() {
    assert!(!built().files().contains_key("soon.html"));
    let with_drafts = BuildTest { drafts: Drafts::Shown, ..BuildTest::new() };
    with_drafts.build().unwrap();
    assert!(with_drafts.page("soon.html").contains("<h1>Soon</h1>"));
}

#[test]
fn sitemap_has_one_address_per_study_and_no_sign_up() {
    let site = BuildTest { base_url: "https://harbor.example/", ..BuildTest::new() };
    site.build().unwrap();
    let sitemap = site.page("sitemap.xml");
    let known: Vec<_> =
        sitemap.split("<loc>").skip(1).map(|rest| rest.split("</loc>").next().unwrap_or_default()).collect();
    let paths = [
        "/",
        "/articles",
        "/conditions",
        "/upcoming-research",
        "/glossary",
        "/conditions/knee-pain",
        "/knees",
        "/resting",
        "/articles/walking-with-sore-knees",
        "/about",
        "/accessibility",
        "/contact",
        "/health-data",
        "/informed-consent",
        "/partners",
        "/privacy",
        "/sponsors",
        "/terms",
        "/study/NCT00000004",
        "/study/NCT00000001",
        "/study/STU0102",
    ];
    assert_eq!(known, paths.map(|path| format!("https://harbor.example{path}")));
    assert!(sitemap.contains("<lastmod>2024-06-01</lastmod>"));
    assert!(site.page("robots.txt").contains("Sitemap: https://harbor.example/sitemap.xml"));
    let canonical = r#"<link rel="canonical" href="https://harbor.example/study/NCT00000001">"#;
    assert!(site.page("study/STU0101.html").contains(canonical));
    assert!(site.page("enroll/STU0100.html").contains(r#"<meta name="robots" content="noindex">"#));
}

#[test]
fn site_without_a_base_url_has_no_sitemap_and_no_canonical_link() {
    let site = built();
    assert!(!site.files().contains_key("sitemap.xml"));
    assert!(!site.page("index.html").contains("canonical"));
    assert!(!site.page("robots.txt").contains("Sitemap"));
}

#[test]
fn page_preloads_only_the_first_fonts_and_the_scripts_of_its_island() {
    let site = built();
    let study = site.page("study/STU0100.html");
    assert_eq!(study.matches(r#"rel="preload" as="font""#).count(), 2);
    assert!(!study.contains("vietnamese"));
    for script in ["study-1.js", "react-1.js"] {
        assert!(study.contains(&format!(r#"<link rel="modulepreload" href="/assets/{script}">"#)));
    }
    assert!(!study.contains("enroll-1.js"));
    assert!(!site.page("index.html").contains("modulepreload"));
}

#[test]
fn thank_you_page_lists_the_next_steps() {
    let page = built().page("thank-you.html");
    assert!(page.contains(r#"<span class="steps__number" aria-hidden="true">3</span>"#));
    assert!(page.contains("Eligibility Screening") && !page.contains(">Find a Trial<"));
    assert!(page.contains(r#"href="/">Back to the Search Result</a>"#));
}

#[test]
fn disabled_study_has_no_sign_up() {
    for id in ["NCT05166889", "STU01010"] {
        let site = BuildTest::with_this_site();
        site.build().unwrap();
        assert!(site.files().contains_key("enroll/STU01010.html"));
        assert!(site.page("study/STU01010.html").contains("/enroll/STU01010"));
        let list = format!("share_pictures = true\ndisabled_trials = [\"{id}\"]");
        site.edit("site.toml", "share_pictures = true", &list);
        site.build().unwrap();
        assert!(!site.files().contains_key("enroll/STU01010.html"), "{id}");
        assert!(!site.page("study/STU01010.html").contains("/enroll/STU01010"), "{id}");
    }
}

#[test]
fn disabled_studies_must_exist() {
    let site = BuildTest::with_this_site();
    site.edit(
        "site.toml",
        "share_pictures = true",
        "share_pictures = true\ndisabled_trials = [\"STU09999\"]",
    );
    let errors = content::load(&site.content_dir()).unwrap_err();
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|error| error.contains("STU09999")), "{messages:?}");
}

#[test]
fn each_logo_is_a_standalone_svg_file() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    let logos: Vec<String> = site.files().keys().filter(|path| path.starts_with("logos/")).cloned().collect();
    assert_eq!(logos.len(), site.content().logos.len());
    for logo in logos {
        assert!(site.page(&logo).contains("xmlns=\"http://www.w3.org/2000/svg\""), "{logo}");
    }
}
