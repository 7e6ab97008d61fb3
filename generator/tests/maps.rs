//! Maps of a trial's sites.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod support;

use std::fs;

use support::{BuildTest, repository};
use waypoint_domain::coordinates::Coordinates;
use waypoint_generator::content;

fn this_site() -> BuildTest {
    let site = BuildTest::of_this_site();
    site.build().unwrap();
    site
}

/// The part of a page with the map, its legend and the lists of its groups.
fn map_of(page: &str) -> &str {
    let map = page.split("id=\"map\">").nth(1).unwrap();
    map.split("<ol class=\"sites\">").next().unwrap()
}

/// The values of an attribute, in the order of the text.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    text.split(&format!(" {attribute}=\"")).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The places that the map leads to, by their markers or by the lists of sites that are close together.
fn places_of(map: &str) -> Vec<usize> {
    let links = values(map, "href");
    let mut places: Vec<usize> =
        links.iter().filter_map(|link| link.strip_prefix("#site-")).map(|n| n.parse().unwrap()).collect();
    places.sort_unstable();
    places
}

#[test]
fn a_map_looks_like_this() {
    let site = BuildTest::new();
    let second = "[[sites]]\nsite_name = \"Harbor Clinic\"\ncity = \"Erie\"\nstate = \"PA\"\ncountry = \"United States\"\nlatitude = 42.1\nlongitude = -80.1\nstatus = \"Completed\"\n\n";
    let same = second.replace("Harbor Clinic", "Harbor Annex").replace("Completed", "Recruiting");
    site.edit("studies/STU0100.toml", "[[questions]]", &format!("{second}{same}[[questions]]"));
    site.build().unwrap();
    let page = site.page("knees.html");
    insta::assert_snapshot!(format!("<div id=\"map\">{}", map_of(&page)));
}

#[test]
fn a_map_runs_nothing_and_sets_no_style() {
    let page = this_site().page("study/NCT04611802.html");
    let map = map_of(&page);
    for word in ["<script", " style=", " onclick=", "data:", "http"] {
        assert!(!map.contains(word), "{word} in {map}");
    }
}

#[test]
fn the_leg_ulcer_map_has_a_marker_for_each_of_its_nine_sites() {
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
fn a_place_of_the_list_holds_its_site_its_addresses_its_coordinates_and_its_study() {
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
fn every_page_of_a_trial_maps_all_of_its_sites() {
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
fn a_map_of_sites_from_coast_to_coast_starts_at_zoom_level_4() {
    let page = this_site().page("vlu.html");
    let view = values(map_of(&page), "viewBox")[0];
    let size: Vec<f64> = view.split(' ').skip(2).map(|number| number.parse().unwrap()).collect();
    // The world is 4096 pixels wide at zoom level 4, and the box at most 720.
    assert_eq!(size, [720.0, 480.0]);
    assert!(map_of(&page).contains("width=\"4096\" height=\"4096\""));
}

#[test]
fn upcoming_research_has_its_map_in_a_wide_box_above_the_list() {
    let page = this_site().page("upcoming-research.html");
    assert!(page.contains("class=\"map map--above\""));
    let styles = fs::read_to_string(repository().join("site/styles/map.css")).unwrap();
    let boxes = styles.split(".map--above .map__box {").skip(1).map(|rule| rule.split('}').next().unwrap());
    let rules: String = boxes.collect();
    assert!(rules.contains("max-width: 1100px") && rules.contains("aspect-ratio: 11 / 4"), "{rules}");
}

#[test]
fn without_sites_a_page_says_so() {
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
fn sites_that_nobody_has_placed_stand_in_the_list_alone() {
    let site = BuildTest::new();
    site.build().unwrap();
    let page = site.page("resting.html");
    assert!(page.contains("id=\"site-1\"") && !page.contains("id=\"map\""));
    assert!(!page.contains("data-latitude"), "{page}");
}

/// South, north, west and east of the states and countries where sites are, in whole degrees around them.
const REGIONS: &str = "
    AL 30 35 -89 -84    AK 51 72 -180 -129  AZ 31 37 -115 -109  AR 33 37 -95 -89    CA 32 42 -125 -114
    CO 36 42 -110 -102  CT 40 43 -74 -71    DE 38 40 -76 -75    DC 38 39 -78 -76    FL 24 31 -88 -79
    GA 30 35 -86 -80    HI 18 23 -161 -154  ID 41 49 -118 -111  IL 36 43 -92 -87    IN 37 42 -89 -84
    IA 40 44 -97 -90    KS 36 41 -103 -94   KY 36 40 -90 -81    LA 28 34 -95 -88    ME 42 48 -72 -66
    MD 37 40 -80 -75    MA 41 43 -74 -69    MI 41 49 -91 -82    MN 43 50 -98 -89    MS 30 36 -92 -88
    MO 35 41 -96 -89    MT 44 50 -117 -104  NE 39 44 -105 -95   NV 35 43 -121 -114  NH 42 46 -73 -70
    NJ 38 42 -76 -73    NM 31 38 -110 -102  NY 40 46 -80 -71    NC 33 37 -85 -75    ND 45 50 -105 -96
    OH 38 42 -85 -80    OK 33 38 -104 -94   OR 41 47 -125 -116  PA 39 43 -81 -74    RI 41 43 -72 -71
    SC 32 36 -84 -78    SD 42 46 -105 -96   TN 34 37 -91 -81    TX 25 37 -107 -93   UT 36 43 -115 -108
    VT 42 46 -74 -71    VA 36 40 -84 -75    WA 45 50 -125 -116  WV 37 41 -83 -77    WI 42 48 -93 -86
    Ontario 41 57 -96 -74
    England 49 56 -7 2  Scotland 54 61 -9 0  Lombardy 44 47 8 12  Bavaria 47 51 8 14
    Bihar 24 28 83 89  Uttar_Pradesh 23 31 77 85";

fn lies_in(region: &str, place: Coordinates) -> bool {
    let words: Vec<&str> = REGIONS.split_whitespace().collect();
    let known = words.chunks(5).find(|row| row[0].replace('_', " ") == region);
    let sides: Vec<f64> = known.unwrap_or_else(|| panic!("{region} is no region of the table"))[1..]
        .iter()
        .map(|degrees| degrees.parse().unwrap())
        .collect();
    (sides[0]..=sides[1]).contains(&place.latitude()) && (sides[2]..=sides[3]).contains(&place.longitude())
}

#[test]
fn every_site_and_town_is_placed_and_lies_in_its_state() {
    let content = content::load(&repository().join("content")).unwrap();
    let sites = content.studies.iter().flat_map(|study| &study.sites);
    let sites = sites.map(|site| (&site.city, &site.state, site.coordinates()));
    let towns = content.trials.iter().flat_map(|trial| &trial.front.places);
    let towns = towns.map(|town| (&town.city, &town.state, town.coordinates()));
    let placed: Vec<_> = sites.chain(towns).collect();
    assert!(placed.len() > 140);
    for (city, state, coordinates) in placed {
        assert!(
            lies_in(state, coordinates.unwrap_or_else(|| panic!("{city} is not placed"))),
            "{city}, {state}"
        );
    }
}
