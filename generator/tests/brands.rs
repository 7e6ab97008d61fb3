//! The site under each of its brands (D-023): its name, its mark, its colors, and nothing of another.

use std::{fs, path::Path, process::Command, sync::LazyLock};

use crate::support::{BuildTest, is_page, repository};
use waypoint_generator::{
    Build,
    content::{self, Content, Drafts, Reader},
};

const BASE: &str = "https://site.example";

/// The content of this site under a brand.
fn content_of(brand: &str) -> Content {
    let dir = repository().join("content");
    let mut reader = Reader::of_brand(Some(brand.to_owned()));
    reader
        .load(&dir, &dir.join("studies"), Drafts::Shown)
        .unwrap_or_else(|errors| panic!("{}", content::report(&errors, false)))
}

static WAYPOINT: LazyLock<BuildTest> = LazyLock::new(|| built("waypoint"));
static LANTERN: LazyLock<BuildTest> = LazyLock::new(|| built("lantern"));

/// This site under a brand.
fn built(brand: &str) -> BuildTest {
    let site = BuildTest::new();
    let build = Build {
        content: &content_of(brand),
        site_dir: &site.site_dir(),
        templates_dir: &site.site_dir().join("templates"),
        out: &site.out(),
        base_url: BASE,
        dev_bundle: false,
    };
    build.run(&|_| {}).unwrap();
    site
}

/// The part of a page between two texts, both of them with it.
fn between(page: &str, from: &str, to: &str) -> String {
    let start = page.find(from).unwrap();
    let end = start + page[start..].find(to).unwrap() + to.len();
    page[start..end].to_owned()
}

#[test]
fn without_a_brand_the_site_has_the_one_of_its_settings() {
    let content = content::load(&repository().join("content")).unwrap();
    assert_eq!((content.brand.id.as_str(), content.brand.name.as_str()), ("waypoint", "Waypoint Trials"));
}

#[test]
fn the_head_the_header_and_the_foot_of_a_page_are_those_of_the_brand() {
    for (brand, site) in [("waypoint", &WAYPOINT), ("lantern", &LANTERN)] {
        let page = site.page("about.html");
        let parts = [
            between(&page, "<title>", "</title>"),
            between(&page, "<meta property=\"og:site_name\"", ">"),
            between(&page, "<meta name=\"theme-color\"", ">"),
            between(&page, "<link rel=\"stylesheet\"", "<script"),
            between(&page, "<link rel=\"alternate\"", ">"),
            between(&page, "<a class=\"brand\"", "</a>"),
            between(&page, "<div class=\"site-footer__base", "</div>"),
        ];
        insta::assert_snapshot!(format!("brand_{brand}"), parts.join("\n"));
    }
}

#[test]
fn a_brand_names_itself_everywhere_and_no_other() {
    let site = &LANTERN;
    let legal_name = content_of("lantern").brand.legal_name.to_string();
    for (path, bytes) in site.files() {
        // A partner's page tells who gave the study, whoever shows it.
        let told = is_page(&path) || ["feed.xml", "sitemap.xml", "icon.svg"].contains(&path.as_str());
        let text = String::from_utf8_lossy(&bytes).replace(&legal_name, "");
        assert!(!told || !text.contains("Waypoint"), "{path}: {}", excerpt(&text, "Waypoint"));
        assert!(!text.contains("{brand."), "{path}: {}", excerpt(&text, "{brand."));
    }
    for (path, words) in [
        ("index.html", "How Lantern Works"),
        ("privacy.html", "what Lantern Studies does"),
        ("contact.html", "mailto:hello@lantern.example"),
        ("feed.xml", "Lantern Studies: Articles"),
        ("results.html", "hello@lantern.example"),
    ] {
        assert!(site.page(path).contains(words), "{path}: {words}");
    }
    let told = crate::support::told_of(&site.page("index.html"), "WebSite");
    assert_eq!(told["name"], "Lantern Studies");
    assert_eq!(told["publisher"]["legalName"], legal_name);
}

fn excerpt(text: &str, around: &str) -> String {
    let at = text.find(around).unwrap_or(0);
    text[text.floor_char_boundary(at.saturating_sub(60))..text.ceil_char_boundary(at + 60)].to_owned()
}

#[test]
fn the_icon_is_the_mark_and_the_colors_are_a_stylesheet_that_is_there() {
    let site = &LANTERN;
    assert!(site.page("icon.svg").contains("#ffb84d"));
    let page = site.page("about.html");
    let styles = between(&page, "/assets/brand-", ".css");
    let css = site.page(styles.trim_start_matches('/'));
    assert!(css.contains("--teal: #4b3a8f;") && css.contains("--gold: #ffb84d;"), "{css}");
    let own = &WAYPOINT;
    assert!(!own.page("about.html").contains("/assets/brand-"));
    assert!(own.page("icon.svg").contains("#0a565b"));
}

#[test]
fn both_brands_have_the_same_pages_with_the_same_addresses() {
    let pages =
        |site: &BuildTest| -> Vec<String> { site.files().into_keys().filter(|path| is_page(path)).collect() };
    assert_eq!(pages(&WAYPOINT), pages(&LANTERN));
}

#[test]
fn what_the_chat_quotes_names_the_brand() {
    let passages = waypoint_generator::passages(&content_of("lantern"));
    assert!(passages.iter().any(|passage| passage.text.contains("the Lantern staff")));
    assert!(passages.iter().all(|passage| !passage.text.contains("{brand.")));
}

#[test]
fn a_brand_is_chosen_on_the_command_line_and_has_to_exist() {
    let site = BuildTest::new();
    let brands = site.content_dir().join("brands");
    let harbor = fs::read_to_string(brands.join("harbor.toml")).unwrap();
    fs::write(brands.join("pier.toml"), harbor.replace("Harbor Trials\"", "Pier Trials\"")).unwrap();
    fs::copy(brands.join("harbor.svg"), brands.join("pier.svg")).unwrap();
    let build = |brand: &str| {
        Command::new(env!("CARGO_BIN_EXE_generator"))
            .args(["build", "--brand", brand, "--content"])
            .arg(site.content_dir())
            .arg("--site")
            .arg(site.site_dir())
            .arg("--out")
            .arg(site.out())
            .output()
            .unwrap()
    };
    assert!(build("pier").status.success());
    assert!(site.page("about.html").contains("– Pier Trials</title>"));
    let refused = build("quay");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    let missing = Path::new("brands").join("quay.toml").display().to_string();
    assert!(!refused.status.success() && said.contains(&missing), "{said}");
}
