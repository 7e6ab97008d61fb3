//! The city that is nearest to a place.

use waypoint_domain::coordinates::Coordinates;

use crate::{
    Gazetteer, Place,
    gazetteer::{Id, city_at, city_count, coordinates, first_of},
    globe::{distance_km, km_of_latitude, km_to_meridian},
    record::{band, degrees, steps},
};

/// How many bands of one degree go round the globe, with that of the north pole itself.
const BANDS: u32 = 181;

/// The nearest city so far.
struct Best {
    km: f64,
    city: Option<usize>,
}

impl Gazetteer {
    /// The city that is nearest to a place; nothing only in a gazetteer without cities.
    #[must_use]
    pub fn nearest(&self, here: Coordinates) -> Option<Place> {
        let mut best = Best { km: f64::INFINITY, city: None };
        let own = band(steps(here.latitude(), here.longitude()));
        for apart in 0..BANDS {
            let bands = [own.checked_sub(apart), Some(own + apart).filter(|band| apart > 0 && *band < BANDS)];
            for band in bands.into_iter().flatten() {
                if km_to_band(here, band) <= best.km {
                    look_through(here, band, &mut best);
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

/// Looks at a band's cities, from the place's own longitude to the west and to the east, round the globe, until
/// what follows is too far.
fn look_through(here: Coordinates, of: u32, best: &mut Best) {
    let band_of = |number: usize| city_at(number).map_or(BANDS, |city| band(city.place));
    let begins = first_of(0..city_count(), |number| band_of(number) < of);
    let ends = first_of(begins..city_count(), |number| band_of(number) <= of);
    let count = ends - begins;
    if count == 0 {
        return;
    }
    let own = steps(here.latitude(), here.longitude()).1;
    let middle =
        first_of(begins..ends, |number| city_at(number).is_some_and(|city| city.place.1 < own)) - begins;
    let east = (0..count).map(|step| (middle + step) % count);
    let west = (1..=count).map(|step| (middle + count - step) % count);
    for number in east {
        if !look_at(here, begins + number, best) {
            break;
        }
    }
    for number in west {
        if !look_at(here, begins + number, best) {
            break;
        }
    }
}

/// Compares a city; false when it is so far east or west that what lies beyond it is too far.
fn look_at(here: Coordinates, number: usize, best: &mut Best) -> bool {
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
