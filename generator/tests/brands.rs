//! The site under each of its brands (D-023): name, logo, and colors.

use std::{fs, path::Path, process::Command, sync::LazyLock};

use crate::support::{BuildTest, is_page, repository};
use waypoint_generator::{
    Build,
    content::{self, Content, Drafts, Reader},
};

const BASE: &str = "https://site.example";

/// The content of this site under a brand.
fn brand_content(brand: &str) -> Content {
    let dir = repository().join("content");
    let mut reader = Reader::for_brand(Some(brand.to_owned()));
    reader
        .load(&dir, &dir.join("studies"), Drafts::Shown)
        .unwrap_or_else(|errors| panic!("{}", content::report(&errors, false)))
}

static WAYPOINT: LazyLock<BuildTest> = LazyLock::new(|| built("waypoint"));
static LANTERN: LazyLock<BuildTest> = LazyLock::new(|| built("lantern"));

/// Builds this site under a brand.
fn built(brand: &str) -> BuildTest {
    let site = BuildTest::new();
    let build = Build {
        content: &brand_content(brand),
        site_dir: &site.site_dir(),
        templates_dir: &site.site_dir().join("templates"),
        out: &site.out(),
        base_url: BASE,
        dev_bundle: false,
    };
    build.run(&|_| {}).unwrap();
    site
}

/// The part of a page from one text to another, including both.
fn between(page: &str, from: &str, to: &str) -> String {
    let start = page.find(from).unwrap();
    let end = start + page[start..].find(to).unwrap() + to.len();
    page[start..end].to_owned()
}

#[test]
fn default_brand_comes_from_the_settings() {
    let content = content::load(&repository().join("content")).unwrap();
    assert_eq!((content.brand.id.as_str(), content.brand.name.as_str()), ("waypoint", "Waypoint Trials"));
}

#[test]
fn head_header_and_footer_of_a_page_show_the_brand() {
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
fn site_mentions_only_its_own_brand() {
    let site = &LANTERN;
    let legal_name = brand_content("lantern").brand.legal_name.to_string();
    for (path, bytes) in site.files() {
        // Partner pages mention the company behind the study under any brand.
        let is_branded = is_page(&path) || ["feed.xml", "sitemap.xml", "icon.svg"].contains(&path.as_str());
        let text = String::from_utf8_lossy(&bytes).replace(&legal_name, "");
        assert!(!is_branded || !text.contains("Waypoint"), "{path}: {}", excerpt(&text, "Waypoint"));
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
    let data = crate::support::structured_data(&site.page("index.html"), "WebSite");
    assert_eq!(data["name"], "Lantern Studies");
    assert_eq!(data["publisher"]["legalName"], legal_name);
}

fn excerpt(text: &str, around: &str) -> String {
    let at = text.find(around).unwrap_or(0);
    text[text.floor_char_boundary(at.saturating_sub(60))..text.ceil_char_boundary(at + 60)].to_owned()
}

#[test]
fn icon_is_the_brand_logo_and_colors_are_in_a_stylesheet() {
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
fn both_brands_have_the_same_pages_at_the_same_addresses() {
    let pages =
        |site: &BuildTest| -> Vec<String> { site.files().into_keys().filter(|path| is_page(path)).collect() };
    assert_eq!(pages(&WAYPOINT), pages(&LANTERN));
}

#[test]
fn chat_passages_name_the_brand() {
    let passages = waypoint_generator::passages(&brand_content("lantern"));
    assert!(passages.iter().any(|passage| passage.text.contains("the Lantern staff")));
    assert!(passages.iter().all(|passage| !passage.text.contains("{brand.")));
}

#[test]
fn brand_option_selects_an_existing_brand() {
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
    let output = build("quay");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let missing = Path::new("brands").join("quay.toml").display().to_string();
    assert!(!output.status.success() && stderr.contains(&missing), "{stderr}");
}
