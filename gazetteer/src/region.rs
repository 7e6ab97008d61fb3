//! Finds states and provinces.

use waypoint_domain::{coordinates::Coordinates, country::Country};

use crate::{Gazetteer, PlaceKind};

impl Gazetteer {
    /// Returns the label of a country's state or province by name: `Ohio, United States` for `ohio` or `OH`.
    #[must_use]
    pub fn region_named(&self, name: &str, country: &Country) -> Option<String> {
        let mut places = self.named_in(name, country).into_iter();
        places.find(|place| place.kind == PlaceKind::Region && place.country == *country)?.region_label()
    }

    /// Returns the state or province of the nearest city.
    #[must_use]
    pub fn region_at(&self, here: Coordinates) -> Option<String> {
        self.nearest(here)?.region_label()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn region_is_found_by_name_and_by_coordinates() {
        let gazetteer = Gazetteer::default();
        let country = |name: &str| Country::parse(name).unwrap();
        let texas = Some("Texas, United States".to_owned());
        for name in ["Texas", "texas", "TX"] {
            assert_eq!(gazetteer.region_named(name, &country("United States")), texas, "{name}");
        }
        let new_york = gazetteer.region_named("New York", &country("United States"));
        assert_eq!(new_york.as_deref(), Some("New York, United States"));
        assert_eq!(gazetteer.region_named("Texas", &country("Canada")), None);
        assert_eq!(gazetteer.region_named("", &country("Canada")), None);
        let at = |latitude, longitude| Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap();
        assert_eq!(gazetteer.region_at(at(29.76, -95.36)), texas);
        let ontario = Some("Ontario, Canada".to_owned());
        assert_eq!(gazetteer.region_at(at(43.7, -79.4)), ontario);
        assert_eq!(gazetteer.region_named("Ontario", &country("Canada")), ontario);
    }
}
