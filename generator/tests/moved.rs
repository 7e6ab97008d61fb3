//! Pages that stood at another address before.

use crate::support::BuildTest;
use waypoint_generator::content;

fn formerly(site: &BuildTest, file: &str, addresses: &str) {
    site.edit(file, "title = ", &format!("formerly = {addresses}\ntitle = "));
}

fn told(site: &BuildTest) -> String {
    content::report(&content::load(&site.content_dir()).unwrap_err(), false)
}

#[test]
fn a_former_address_sends_its_visitors_on_and_is_not_listed() {
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
fn two_pages_never_stand_at_one_address() {
    let site = BuildTest::new();
    formerly(&site, "pages/about.md", "[\"/terms\", \"/knees\", \"/results\"]");
    let told = told(&site);
    assert!(told.contains("the address of a page '/terms' stands twice"), "{told}");
    assert!(told.contains("the address of a page '/knees' stands twice"), "{told}");
    assert!(told.contains("the site makes a page at '/results' by itself"), "{told}");
}

#[test]
fn a_former_address_of_another_form_is_refused_with_its_line() {
    let site = BuildTest::new();
    formerly(&site, "pages/about.md", "[\"https://elsewhere.example/\"]");
    let told = told(&site);
    assert!(
        told.contains("is no address that a page can have had") && told.contains("about.md:2:"),
        "{told}"
    );
}
