//! Pages about conditions, and their list.

use crate::support::{BuildTest, structured_data};

fn built() -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    site
}

#[test]
fn condition_has_names_text_partner_studies_and_a_search_link() {
    let page = built().page("conditions/knee-pain.html");
    for part in [
        "<h1>Knee Pain Trials</h1>",
        "Also called: Sore knees, Gonalgia &lt;rare&gt;",
        "<h2 id=\"what-it-is\">What It Is</h2>",
        "href=\"/results?q=Pain&amp;in=UNITED+STATES\"",
        "href=\"/study/NCT00000001\"",
        "Journal of Knees, 2024.",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

#[test]
fn unlisted_study_is_not_listed_for_a_condition() {
    let site = BuildTest::new();
    site.edit("studies/STU0101.toml", "active = true", "active = false");
    site.edit("studies/STU0100.toml", "active = true\npromote = true", "active = true\npromote = false");
    site.build().unwrap();
    assert!(!site.page("conditions/knee-pain.html").contains("/study/STU0101"));
}

#[test]
fn closed_studies_are_listed_below_the_others() {
    let site = BuildTest::new();
    site.edit("studies/STU0101.toml", "status = \"Recruiting\"", "status = \"Completed\"");
    site.edit("studies/STU0101.toml", "active = true\npromote = true", "active = true\npromote = false");
    site.edit("studies/STU0102.toml", "status = \"Completed\"", "status = \"Recruiting\"");
    site.build().unwrap();
    let page = site.page("conditions/knee-pain.html");
    let (open, closed) = (page.find(">Resting and backs</a>"), page.find(">Swimming and knees</a>"));
    assert!(open.is_some() && open < closed, "{page}");
}

#[test]
fn condition_has_structured_data_and_breadcrumbs() {
    let page = built().page("conditions/knee-pain.html");
    let about = &structured_data(&page, "MedicalWebPage")["about"];
    assert_eq!((&about["name"], &about["alternateName"][0]), (&"Knee Pain".into(), &"Sore knees".into()));
    let trail = &structured_data(&page, "BreadcrumbList")["itemListElement"];
    let names: Vec<_> =
        trail.as_array().unwrap().iter().map(|crumb| crumb["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Home", "Conditions", "Knee Pain"]);
    assert_eq!(trail[2]["item"], "https://harbor.example/conditions/knee-pain");
}

#[test]
fn condition_list_links_to_each_page_and_handles_an_empty_list() {
    assert!(built().page("conditions.html").contains("<a href=\"/conditions/knee-pain\">Knee Pain</a>"));
    let site = BuildTest::new();
    std::fs::remove_dir_all(site.content_dir().join("conditions")).unwrap();
    site.build().unwrap();
    assert!(site.page("conditions.html").contains("There are no pages about conditions yet."));
}
