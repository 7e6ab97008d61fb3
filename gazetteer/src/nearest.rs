//! Finds the city nearest to a place.

use waypoint_domain::coordinates::Coordinates;

use crate::{
    Gazetteer, Place,
    gazetteer::{Id, city_at, city_count, coordinates, partition_point},
    globe::{distance_km, km_of_latitude, km_to_meridian},
    record::{band, degrees, steps},
};

/// The number of bands of one degree of latitude, including the one of the north pole itself.
const BANDS: u32 = 181;

/// The nearest city so far.
struct Best {
    km: f64,
    city: Option<usize>,
}

impl Gazetteer {
    /// Returns the city nearest to a place, or `None` only if there are no cities.
    #[must_use]
    pub fn nearest(&self, here: Coordinates) -> Option<Place> {
        let mut best = Best { km: f64::INFINITY, city: None };
        let own = band(steps(here.latitude(), here.longitude()));
        for apart in 0..BANDS {
            let bands = [own.checked_sub(apart), Some(own + apart).filter(|band| apart > 0 && *band < BANDS)];
            for band in bands.into_iter().flatten() {
                if km_to_band(here, band) <= best.km {
                    search_band(here, band, &mut best);
                }
            }
            if km_of_latitude(f64::from(apart)) > best.km {
                break;
            }
        }
        self.place_of(Id::City(best.city?))
    }
}

fn km_to_band(here: Coordinates, band: u32) -> f64 {
    let south = f64::from(band) - 90.0;
    let degrees = (south - here.latitude()).max(here.latitude() - south - 1.0).max(0.0);
    km_of_latitude(degrees)
}

/// Searches a band from the place's own longitude to the east and west, until the remaining cities are too far away.
fn search_band(here: Coordinates, target: u32, best: &mut Best) {
    let band_of = |number: usize| city_at(number).map_or(BANDS, |city| band(city.place));
    let begins = partition_point(0..city_count(), |number| band_of(number) < target);
    let ends = partition_point(begins..city_count(), |number| band_of(number) <= target);
    let count = ends - begins;
    if count == 0 {
        return;
    }
    let own = steps(here.latitude(), here.longitude()).1;
    let middle =
        partition_point(begins..ends, |number| city_at(number).is_some_and(|city| city.place.1 < own))
            - begins;
    let east = (0..count).map(|step| (middle + step) % count);
    let west = (1..=count).map(|step| (middle + count - step) % count);
    for number in east {
        if !compare_city(here, begins + number, best) {
            break;
        }
    }
    for number in west {
        if !compare_city(here, begins + number, best) {
            break;
        }
    }
}

/// Compares a city. Returns false if everything beyond its longitude is too far away.
fn compare_city(here: Coordinates, number: usize, best: &mut Best) -> bool {
    let Some(city) = city_at(number) else { return false };
    let apart = (degrees(city.place).1 - here.longitude()).abs();
    let apart = apart.min(360.0 - apart);
    if km_to_meridian(here, apart) > best.km {
        return false;
    }
    if let Some(km) = coordinates(city.place).map(|there| distance_km(here, there))
        && km < best.km
    {
        *best = Best { km, city: Some(number) };
    }
    true
}
