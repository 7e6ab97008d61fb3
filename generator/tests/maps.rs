//! Maps of a trial's sites.

use std::fs;

use crate::support::{BuildTest, repository};

fn this_site() -> BuildTest {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    site
}

/// The map of a page, with its legend and group lists.
fn map_of(page: &str) -> &str {
    let map = page.split("id=\"map\">").nth(1).unwrap();
    map.split("<ol class=\"sites\">").next().unwrap()
}

/// The values of an attribute, in order.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    text.split(&format!(" {attribute}=\"")).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The numbers of the places that the map links to, through markers and group lists.
fn places_of(map: &str) -> Vec<usize> {
    let links = values(map, "href");
    let mut places: Vec<usize> =
        links.iter().filter_map(|link| link.strip_prefix("#site-")).map(|n| n.parse().unwrap()).collect();
    places.sort_unstable();
    places
}

#[test]
fn map_matches_its_snapshot() {
    let site = BuildTest::new();
    let second = "[[sites]]\nsite_name = \"Harbor Clinic\"\ncity = \"Erie\"\nstate = \"PA\"\ncountry = \"United States\"\nlatitude = 42.1\nlongitude = -80.1\nstatus = \"Completed\"\n\n";
    let same = second.replace("Harbor Clinic", "Harbor Annex").replace("Completed", "Recruiting");
    site.edit("studies/STU0100.toml", "[[questions]]", &format!("{second}{same}[[questions]]"));
    site.build().unwrap();
    let page = site.page("knees.html");
    insta::assert_snapshot!(format!("<div id=\"map\">{}", map_of(&page)));
}

#[test]
fn map_has_no_scripts_or_inline_styles() {
    let page = this_site().page("study/NCT04611802.html");
    let map = map_of(&page);
    for word in ["<script", " style=", " onclick=", "data:", "http"] {
        assert!(!map.contains(word), "{word} in {map}");
    }
}

#[test]
fn leg_ulcer_map_has_a_marker_for_each_of_its_nine_sites() {
    let page = this_site().page("vlu.html");
    let map = map_of(&page);
    assert_eq!(places_of(map), (1..=9).collect::<Vec<_>>());
    let names = values(map, "aria-label");
    let cities = [
        "Los Angeles, CA",
        "North Miami Beach, FL",
        "Pembroke Pines, FL",
        "Browns Mills, NJ",
        "Cleveland, OH",
        "Ford City, PA",
        "Kittanning, PA",
        "Pittsburgh, PA",
        "York, PA",
    ];
    for (number, city) in (1..).zip(cities) {
        let named = names.iter().filter(|name| {
            name.starts_with(&format!("Site {number}: "))
                && name.contains(city)
                && name.ends_with("Not yet recruiting")
        });
        assert_eq!(named.count(), 1, "{city} in {names:?}");
    }
}

#[test]
fn marker_opens_a_panel_with_its_site_and_a_sign_up_link() {
    let site = this_site();
    let page = site.page("vlu.html");
    let panel = page.split("id=\"place-5\"").nth(1).unwrap().split("</div>").next().unwrap();
    for part in [
        "5. Lakefront Foot and Wound Clinic</p>",
        "<p>2927 Washington Street, 44103, Cleveland, OH, United States</p>",
        "Not yet recruiting",
        "href=\"/enroll/STU01014/ps?city=Cleveland",
        "href=\"#site-5\">See It in the List</a>",
        "href=\"#map\">Close</a>",
    ] {
        assert!(panel.contains(part), "{part} in {panel}");
    }
    let nearest = map_of(&page).split("data-sites=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(nearest.matches("&quot;sign_up&quot;:&quot;/enroll/STU01014/ps?").count(), 9, "{nearest}");
    let town_page = site.page("study/NCT04611802.html");
    let towns = map_of(&town_page);
    assert!(towns.contains("id=\"place-"), "{towns}");
    // Towns have a sign-up only if the study has a site there.
    let nearest = towns.split("data-sites=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(
        nearest.matches("&quot;sign_up&quot;:&quot;/enroll/STU01009/ps?city=").count(),
        5,
        "{nearest}"
    );
}

#[test]
fn study_page_has_the_map_of_its_sites_in_the_placeholder_of_its_island() {
    let site = BuildTest::new();
    let sites = "[[sites]]\nsite_name = \"Lake Clinic\"\ncity = \"Erie\"\nstate = \"PA\"\npin_code = \"16501\"\ncountry = \"United States\"\nstatus = \"Recruiting\"\n\n[[sites]]\nsite_name = \"Harbor Clinic\"\ncity = \"Cleveland\"\nstate = \"OH\"\ncountry = \"United States\"\nlatitude = 41.5\nlongitude = -81.6\nstatus = \"Recruiting\"\ncentral = true\n\n";
    site.edit("studies/STU0100.toml", "[[questions]]", &format!("{sites}[[questions]]"));
    site.build().unwrap();
    let page = site.page("study/STU0100.html");
    let island = page.split("data-root").nth(1).unwrap();
    assert!(island.contains("<div class=\"drawn-map\"><div class=\"map map--beside\""), "{island}");
    assert!(page.contains("\"has_map\":true"));
    assert!(
        map_of(&page).contains(". Lake Clinic</p>"),
        "a site without coordinates is placed by its ZIP code"
    );
}

#[test]
fn listed_place_has_its_site_address_coordinates_and_study() {
    let page = this_site().page("vlu.html");
    let place = page.split("id=\"site-5\"").nth(1).unwrap().split("</li>").next().unwrap();
    for part in [
        "data-latitude=\"41.5044\" data-longitude=\"-81.642\" data-study=\"STU01014\"",
        "Cleveland, OH, United States</strong>",
        "Lakefront Foot and Wound Clinic</span>",
        "2927 Washington Street, 44103</span>",
        "href=\"/enroll/STU01014/ps?city=Cleveland",
    ] {
        assert!(place.contains(part), "{part} in {place}");
    }
}

#[test]
fn every_trial_page_maps_all_of_its_sites() {
    let site = this_site();
    let table = [
        ("kira.html", 7),
        ("mosaic.html", 7),
        ("study/NCT03897881.html", 17),
        ("study/NCT04628481.html", 4),
        ("study/NCT00876824.html", 3),
        ("study/NCT04611802.html", 60),
        ("upcoming-research.html", 7),
    ];
    for (page, sites) in table {
        let page = site.page(page);
        assert_eq!(places_of(map_of(&page)), (1..=sites).collect::<Vec<_>>());
        assert_eq!(page.matches("class=\"sites__item\"").count(), sites);
    }
}

#[test]
fn map_of_sites_from_coast_to_coast_starts_at_zoom_level_4() {
    let page = this_site().page("vlu.html");
    let view = values(map_of(&page), "viewBox")[0];
    let size: Vec<f64> = view.split(' ').skip(2).map(|number| number.parse().unwrap()).collect();
    // The world is 4096 pixels wide at zoom level 4, and the map at most 720.
    assert_eq!(size, [720.0, 480.0]);
    assert!(map_of(&page).contains("width=\"4096\" height=\"4096\""));
}

#[test]
fn upcoming_research_has_a_wide_map_above_the_list() {
    let page = this_site().page("upcoming-research.html");
    assert!(page.contains("class=\"map map--above\""));
    let styles = fs::read_to_string(repository().join("site/styles/map.css")).unwrap();
    let boxes = styles.split(".map--above .map__box {").skip(1).map(|rule| rule.split('}').next().unwrap());
    let rules: String = boxes.collect();
    assert!(rules.contains("max-width: 1100px") && rules.contains("aspect-ratio: 11 / 4"), "{rules}");
}

#[test]
fn page_without_sites_says_so() {
    let site = BuildTest::new();
    let file = site.content_dir().join("studies/STU0100.toml");
    let study = fs::read_to_string(&file).unwrap();
    let (head, rest) = study.split_once("[[sites]]").unwrap();
    let questions = rest.split_once("[[questions]]").unwrap().1;
    fs::write(&file, format!("{head}[[questions]]{questions}")).unwrap();
    site.build().unwrap();
    for page in ["knees.html", "upcoming-research.html"] {
        let page = site.page(page);
        assert!(page.contains("<p>Location details not found</p>"), "{page}");
        assert!(!page.contains("id=\"map\""));
    }
}

#[test]
fn sites_without_coordinates_are_only_in_the_list() {
    let site = BuildTest::new();
    site.build().unwrap();
    let page = site.page("resting.html");
    assert!(page.contains("id=\"site-1\"") && !page.contains("id=\"map\""));
    assert!(!page.contains("data-latitude"), "{page}");
}

#[test]
fn count_on_the_map_names_its_first_sites() {
    let page = this_site().page("study/NCT04611802.html");
    let labels = page.split("aria-label=\"").filter_map(|rest| rest.split('"').next());
    let counts: Vec<&str> = labels.filter(|label| label.contains(" sites near ")).collect();
    assert!(!counts.is_empty());
    for label in counts {
        let (count, members) = label.split_once(": ").unwrap_or_default();
        let count: usize = count.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
        let named = members.split("; ").filter(|member| !member.starts_with("and ")).count();
        assert_eq!(named, count.min(5), "{label}");
        assert_eq!(members.contains(&format!("and {} more", count.saturating_sub(5))), count > 5, "{label}");
    }
}
