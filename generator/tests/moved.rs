//! Redirects from former addresses of pages.

use crate::support::BuildTest;
use waypoint_generator::content;

fn formerly(site: &BuildTest, file: &str, addresses: &str) {
    site.edit(file, "title = ", &format!("formerly = {addresses}\ntitle = "));
}

fn error_report(site: &BuildTest) -> String {
    content::report(&content::load(&site.content_dir()).unwrap_err(), false)
}

#[test]
fn former_address_redirects_and_is_not_in_the_sitemap() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    formerly(&site, "articles/walking-with-sore-knees.md", "[\"/articles/knees\", \"/sore-knees\"]");
    formerly(&site, "pages/about.md", "[\"/who-we-are\"]");
    site.build().unwrap();
    for (file, to) in [
        ("articles/knees.html", "/articles/walking-with-sore-knees"),
        ("sore-knees.html", "/articles/walking-with-sore-knees"),
        ("who-we-are.html", "/about"),
    ] {
        let page = site.page(file);
        for part in [
            format!("<meta http-equiv=\"refresh\" content=\"0; url={to}\">"),
            format!("<a class=\"button\" href=\"{to}\">"),
            format!("<link rel=\"canonical\" href=\"https://harbor.example{to}\">"),
        ] {
            assert!(page.contains(&part), "{file}: {part}");
        }
        let listed = format!("<loc>https://harbor.example/{}</loc>", file.trim_end_matches(".html"));
        assert!(!site.page("sitemap.xml").contains(&listed), "{file}");
    }
}

#[test]
fn two_pages_cannot_have_the_same_address() {
    let site = BuildTest::new();
    formerly(&site, "pages/about.md", "[\"/terms\", \"/knees\", \"/results\"]");
    let report = error_report(&site);
    assert!(report.contains("the page address '/terms' is used twice"), "{report}");
    assert!(report.contains("the page address '/knees' is used twice"), "{report}");
    assert!(report.contains("the site already uses the address '/results'"), "{report}");
}

#[test]
fn invalid_former_address_is_rejected_with_its_line() {
    let site = BuildTest::new();
    formerly(&site, "pages/about.md", "[\"https://elsewhere.example/\"]");
    let report = error_report(&site);
    assert!(report.contains("isn't a valid former address") && report.contains("about.md:2:"), "{report}");
}
