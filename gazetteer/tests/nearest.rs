//! Distances, and the nearest city.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_domain::coordinates::Coordinates;
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, distance_km};

static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Cities from all over the world, large and small.
static CITIES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let beginnings = ('a'..='z').flat_map(|a| ["a", "e", "i", "o", "u", "h", "r"].map(|b| format!("{a}{b}")));
    let places = beginnings.flat_map(|typed| GAZETTEER.suggest(&typed, None, 400));
    places.filter(|place| place.kind == PlaceKind::City).collect()
});

fn at(latitude: f64, longitude: f64) -> Coordinates {
    Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap()
}

fn anywhere() -> impl Strategy<Value = Coordinates> {
    (-90.0..=90.0_f64, -180.0..=180.0_f64).prop_map(|(latitude, longitude)| at(latitude, longitude))
}

#[test]
fn nearest_city_is_found_everywhere_on_the_globe() {
    let table = [
        (41.4995, -81.6954, "Cleveland, Ohio, United States"),
        (-17.8, 179.99, "Levuka, Eastern, Fiji"),
        (-17.8, -179.99, "Levuka, Eastern, Fiji"),
        (90.0, 0.0, "Longyearbyen, Svalbard, Svalbard and Jan Mayen"),
        (-90.0, 0.0, "Ushuaia, Tierra del Fuego, Argentina"),
    ];
    for (latitude, longitude, label) in table {
        assert_eq!(GAZETTEER.nearest(at(latitude, longitude)).unwrap().label(), label);
    }
}

#[test]
fn distances_follow_the_surface_of_the_globe() {
    let table = [
        ((41.4993, -81.6944), (40.4406, -79.9959), 185.0),
        ((34.0522, -118.2437), (40.7128, -74.0060), 3936.0),
        ((-17.8, 179.9), (-17.8, -179.9), 21.2),
        ((90.0, 10.0), (-90.0, 55.0), 20015.1),
    ];
    for (here, there, km) in table {
        let apart = distance_km(at(here.0, here.1), at(there.0, there.1));
        assert!((apart - km).abs() < 1.0 + km / 500.0, "{apart} km, not {km}");
    }
}

proptest! {
    #[test]
    fn distance_is_symmetric(here in anywhere(), there in anywhere()) {
        let apart = distance_km(here, there);
        prop_assert!((0.0..20_016.0).contains(&apart));
        prop_assert!((apart - distance_km(there, here)).abs() < 1e-9);
        prop_assert!(distance_km(here, here) < 1e-9);
    }

    #[test]
    fn city_is_nearest_to_its_own_location(number in any::<prop::sample::Index>()) {
        let city = &CITIES[number.index(CITIES.len())];
        let nearest = GAZETTEER.nearest(city.coordinates).unwrap();
        prop_assert!(distance_km(nearest.coordinates, city.coordinates) < 0.001, "{} {}", city.label(), nearest.label());
    }

    #[test]
    fn no_city_is_nearer_than_the_nearest_one(here in anywhere()) {
        let nearest = distance_km(GAZETTEER.nearest(here).unwrap().coordinates, here);
        let nearest_sample = CITIES.iter().map(|city| distance_km(city.coordinates, here)).fold(f64::INFINITY, f64::min);
        prop_assert!(nearest <= nearest_sample + 1e-9, "{nearest} {nearest_sample}");
    }
}
