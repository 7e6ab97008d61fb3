//! In which state or province something is.

use waypoint_domain::{coordinates::Coordinates, country::Country};

use crate::{Gazetteer, PlaceKind};

impl Gazetteer {
    /// The state or province of this name in a country, as places label it: `Ohio, United States` for `ohio` or `OH`.
    #[must_use]
    pub fn region_named(&self, name: &str, country: &Country) -> Option<String> {
        let mut places = self.named_in(name, country).into_iter();
        places.find(|place| place.kind == PlaceKind::Region && place.country == *country)?.region_label()
    }

    /// The state or province of the city that is nearest.
    #[must_use]
    pub fn region_at(&self, here: Coordinates) -> Option<String> {
        self.nearest(here)?.region_label()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_found_by_its_names_and_by_where_something_is() {
        let gazetteer = Gazetteer::default();
        let country = |name: &str| Country::named(name).unwrap();
        let texas = Some("Texas, United States".to_owned());
        for name in ["Texas", "texas", "TX"] {
            assert_eq!(gazetteer.region_named(name, &country("United States")), texas, "{name}");
        }
        let new_york = gazetteer.region_named("New York", &country("United States"));
        assert_eq!(new_york.as_deref(), Some("New York, United States"));
        assert_eq!(gazetteer.region_named("Texas", &country("Canada")), None);
        assert_eq!(gazetteer.region_named("", &country("Canada")), None);
        let at = |latitude, longitude| Coordinates::of(Some(latitude), Some(longitude)).unwrap().unwrap();
        assert_eq!(gazetteer.region_at(at(29.76, -95.36)), texas);
        let ontario = Some("Ontario, Canada".to_owned());
        assert_eq!(gazetteer.region_at(at(43.7, -79.4)), ontario);
        assert_eq!(gazetteer.region_named("Ontario", &country("Canada")), ontario);
    }
}
