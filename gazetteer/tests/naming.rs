//! Which places a text names.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_domain::country::Country;
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind};

static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

fn first(text: &str) -> String {
    GAZETTEER.named(text).first().map(Place::label).unwrap_or_default()
}

fn assert_first(table: &[(&str, &str)]) {
    for (text, label) in table {
        assert_eq!(first(text), *label, "{text}");
    }
}

const CLEVELAND: &str = "Cleveland, Ohio, United States";
const MEXICO_CITY: &str = "Mexico City, Mexico";
const SAIGON: &str = "Ho Chi Minh City, Vietnam";
const NEW_YORK: &str = "New York City, New York, United States";

#[test]
fn city_is_found_by_name_with_or_without_its_region() {
    assert_first(&[
        ("Cleveland", CLEVELAND),
        ("  cleveland ", CLEVELAND),
        ("cleveland oh", CLEVELAND),
        ("Cleveland, OH", CLEVELAND),
        ("Cleveland, Ohio", CLEVELAND),
        ("Cleveland, Ohio, USA", CLEVELAND),
        ("CLEVELAND OHIO UNITED STATES", CLEVELAND),
        ("cleveland tennessee", "Cleveland, Tennessee, United States"),
        ("san jose california", "San Jose, California, United States"),
        ("Toronto, ON", "Toronto, Ontario, Canada"),
        ("Montreal QC", "Montreal, Quebec, Canada"),
        ("Portland Oregon", "Portland, Oregon, United States"),
        ("Portland, Maine", "Portland, Maine, United States"),
        ("Seville, Spain", "Seville, Andalusia, Spain"),
        ("Washington, D.C.", "Washington, District of Columbia, United States"),
        ("greater Boston area", "Boston, Massachusetts, United States"),
    ]);
}

#[test]
fn words_that_begin_names_are_no_abbreviations_of_states() {
    assert_first(&[
        ("Mount", ""),
        ("Rocky Mount, NC", "Rocky Mount, North Carolina, United States"),
        ("Mt. Vernon, NY", "Mount Vernon, New York, United States"),
        ("Ft. Worth", "Fort Worth, Texas, United States"),
        ("St Louis", "St. Louis, Missouri, United States"),
        ("MT", "Montana, United States"),
    ]);
}

#[test]
fn largest_city_of_a_name_comes_first_unless_the_text_says_which() {
    assert_first(&[
        ("Paris", "Paris, Île-de-France, France"),
        ("Paris TX", "Paris, Texas, United States"),
        ("Paris, France", "Paris, Île-de-France, France"),
        ("London", "London, England, United Kingdom"),
        ("London Ontario", "London, Ontario, Canada"),
        ("Birmingham", "Birmingham, England, United Kingdom"),
        ("Birmingham, Alabama", "Birmingham, Alabama, United States"),
        ("Springfield", "Springfield, Missouri, United States"),
        ("Springfield IL", "Springfield, Illinois, United States"),
        ("Kansas City", "Kansas City, Missouri, United States"),
        ("Brooklyn", "Brooklyn, New York, United States"),
    ]);
    let united_states = Country::parse("United States").unwrap();
    let first_at_home = GAZETTEER.named_in("Birmingham", &united_states).first().map(Place::label);
    assert_eq!(first_at_home.unwrap(), "Birmingham, Alabama, United States");
}

#[test]
fn name_shared_by_a_city_and_a_region_means_the_likelier_one() {
    assert_first(&[
        ("New York", NEW_YORK),
        ("Georgia", "Georgia, United States"),
        ("Mexico", "Mexico"),
        ("Ontario", "Ontario, Canada"),
        ("California", "California, United States"),
        ("Texas", "Texas, United States"),
        ("Lebanon", "Lebanon"),
        ("Lebanon NH", "Lebanon, New Hampshire, United States"),
        ("Ireland", "Ireland"),
    ]);
}

#[test]
fn places_have_english_spanish_vietnamese_and_local_names() {
    assert_first(&[
        ("Munich", "Munich, Bavaria, Germany"),
        ("München", "Munich, Bavaria, Germany"),
        ("munchen", "Munich, Bavaria, Germany"),
        ("Muenchen", "Munich, Bavaria, Germany"),
        ("Ciudad de México", MEXICO_CITY),
        ("ciudad de mexico", MEXICO_CITY),
        ("CDMX", MEXICO_CITY),
        ("Sài Gòn", SAIGON),
        ("sai gon", SAIGON),
        ("TP HCM", SAIGON),
        ("TP.HCM", SAIGON),
        ("T.P. Hồ Chí Minh", SAIGON),
        ("Thành phố Hồ Chí Minh", SAIGON),
        ("Hà Nội", "Hanoi, Vietnam"),
        ("Đà Nẵng", "Da Nang, Vietnam"),
        ("NYC", NEW_YORK),
        ("Nueva York", NEW_YORK),
        ("LA", "Los Angeles, California, United States"),
        ("L.A.", "Los Angeles, California, United States"),
        ("Philly", "Philadelphia, Pennsylvania, United States"),
        ("Filadelfia", "Philadelphia, Pennsylvania, United States"),
        ("Carolina del Norte", "North Carolina, United States"),
        ("Łódź", "Łódź, Lodz Voivodeship, Poland"),
        ("Lodz", "Łódź, Lodz Voivodeship, Poland"),
    ]);
}

#[test]
fn apostrophes_and_letters_of_any_keyboard_match() {
    let kakaako = "Kakaʻako, Hawaii, United States";
    let aquila = "L'Aquila, Abruzzo, Italy";
    assert_first(&[
        ("Kakaʻako", kakaako),
        ("Kaka'ako", kakaako),
        ("Kakaako", kakaako),
        ("L’Aquila", aquila),
        ("L´Aquila", aquila),
        ("Laquila", aquila),
        ("Coeur d‘Alene", "Coeur d'Alene, Idaho, United States"),
        ("Cœur d'Alene", "Coeur d'Alene, Idaho, United States"),
        ("Diyarbakir", "Diyarbakır, Diyarbakir, Turkey"),
    ]);
}

#[test]
fn saint_fort_and_mount_match_their_short_forms() {
    for (full, short) in [
        ("Saint Louis", "St. Louis"),
        ("Saint Paul Minnesota", "st paul mn"),
        ("Fort Worth", "Ft. Worth"),
        ("Mount Vernon New York", "Mt Vernon NY"),
    ] {
        assert!(!first(full).is_empty(), "{full}");
        assert_eq!(first(full), first(short), "{full}");
    }
}

#[test]
fn country_is_found_by_its_names_in_three_languages() {
    assert_first(&[
        ("usa", "United States"),
        ("U.S.", "United States"),
        ("Estados Unidos", "United States"),
        ("Mỹ", "United States"),
        ("Hoa Kỳ", "United States"),
        ("UK", "United Kingdom"),
        ("Vương quốc Anh", "United Kingdom"),
        ("España", "Spain"),
        ("Alemania", "Germany"),
        ("Đức", "Germany"),
        ("Việt Nam", "Vietnam"),
        ("Hàn Quốc", "South Korea"),
        ("Puerto Rico", "Puerto Rico"),
    ]);
    assert!(GAZETTEER.named("my").is_empty(), "an English word; the country needs its accent");
}

#[test]
fn every_country_of_the_site_is_known() {
    let listed = include_str!("../../content/countries.toml");
    let mut missing: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
        .filter(|name| {
            !GAZETTEER
                .named(name)
                .iter()
                .any(|place| place.kind == PlaceKind::Country && place.country.as_str() == *name)
        })
        .collect();
    missing.sort_unstable();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn zip_code_names_its_town() {
    let table = [
        ("44106", "Cleveland, Ohio 44106, United States"),
        ("44106-1234", "Cleveland, Ohio 44106, United States"),
        (" 10001 ", "New York, New York 10001, United States"),
        ("00901", "San Juan 00901, Puerto Rico"),
    ];
    for (text, label) in table {
        let label = label.replace("New York, New York 10001", "New York 10001");
        assert_eq!(GAZETTEER.zip(text).unwrap().label(), label, "{text}");
        assert_eq!(first(text), label, "{text}");
    }
    for text in ["", "4410", "441066", "44106-12", "00000", "4410a", "４４１０６", "44106 Cleveland"] {
        assert_eq!(GAZETTEER.zip(text), None, "{text}");
    }
}

#[test]
fn zip_code_selects_the_city_unless_the_city_is_in_another_country() {
    assert_first(&[
        ("Cleveland 44106", "Cleveland, Ohio 44106, United States"),
        ("Cleveland, OH 44106", "Cleveland, Ohio 44106, United States"),
        ("44106 Ohio", "Cleveland, Ohio 44106, United States"),
        ("44106 USA", "Cleveland, Ohio 44106, United States"),
        ("Madrid 28001", "Madrid, Spain"),
        ("10115 Berlin", "Berlin, Germany"),
    ]);
}

#[test]
fn one_typo_is_allowed_in_words_of_five_or_more_letters() {
    assert_first(&[
        ("clevland", CLEVELAND),
        ("Clevleand Ohio", CLEVELAND),
        ("philadelphai", "Philadelphia, Pennsylvania, United States"),
        ("pitsburgh pa", "Pittsburgh, Pennsylvania, United States"),
        ("Albuquerqe", "Albuquerque, New Mexico, United States"),
        ("philadelphia pensylvania", "Philadelphia, Pennsylvania, United States"),
        ("losangeles", "Los Angeles, California, United States"),
    ]);
    for text in ["xqzwv", "Omho", "", " ", ",", "nowhere at all"] {
        assert_eq!(first(text), "", "{text}");
    }
}

#[test]
fn places_are_suggested_while_typing() {
    let suggested = |typed: &str, country: Option<&Country>| {
        GAZETTEER.suggest(typed, country, 3).iter().map(Place::label).collect::<Vec<_>>()
    };
    assert_eq!(suggested("clev", None)[0], CLEVELAND);
    assert_eq!(suggested("cleveland t", None)[0], "Cleveland, Tennessee, United States");
    assert_eq!(suggested("cleveland oh", None)[0], CLEVELAND);
    assert_eq!(suggested("münc", None)[0], "Munich, Bavaria, Germany");
    assert_eq!(suggested("4410", None)[0], "Cleveland, Ohio 44101, United States");
    let spain = Country::parse("Spain").unwrap();
    assert_eq!(suggested("val", Some(&spain))[0], "Valencia, Valencian Community, Spain");
    assert!(suggested("", None).is_empty());
    assert_eq!(GAZETTEER.suggest("san", None, 7).len(), 7);
}

fn any_words() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "Cleveland",
        "oh",
        ",",
        "44106",
        "-1234",
        "St.",
        "New",
        "York",
        "Ỹ",
        "Mỹ",
        "TP.",
        "\u{301}",
        "ß",
        "of",
        "the",
        "Paris",
        "TX",
        "1",
        "é",
        "'",
        "🏥",
        "san",
        "Pensylvania",
        "USA",
    ]);
    prop::collection::vec(prop_oneof![words.prop_map(str::to_owned), any::<String>()], 0..16)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn places_found_in_any_text_have_a_label(text in any_words()) {
        for place in GAZETTEER.named(&text).into_iter().chain(GAZETTEER.suggest(&text, None, 10)).chain(GAZETTEER.zip(&text)) {
            prop_assert!(!place.label().is_empty());
        }
    }
}
