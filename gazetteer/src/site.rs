//! Locates study sites whose records have no coordinates.

use waypoint_domain::{coordinates::Coordinates, country::Country, study_site::StudySite};

use crate::{Gazetteer, Place};

impl Gazetteer {
    /// Returns a site's coordinates from its record, else those of its ZIP code or town; `None` if unknown.
    #[must_use]
    pub fn coordinates_of_site(&self, site: &StudySite) -> Option<Coordinates> {
        site.coordinates().or_else(|| self.locate_town(site, &Country::parse(&site.country)?))
    }

    fn locate_town(&self, site: &StudySite, country: &Country) -> Option<Coordinates> {
        let StudySite { city, state, pin_code, .. } = site;
        let is_there = |place: &Place| place.country == *country;
        let of_zip = self.zip(pin_code).filter(is_there);
        let named = |text: &str| self.named_in(text, country).into_iter().find(is_there);
        let found = of_zip.or_else(|| named(&format!("{city}, {state}"))).or_else(|| named(city))?;
        Some(found.coordinates)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn site(city: &str, state: &str, country: &str, zip: &str) -> StudySite {
        let site = serde_json::json!({"city": city, "state": state, "country": country, "pin_code": zip});
        serde_json::from_value(site).unwrap()
    }

    #[test]
    fn site_without_coordinates_is_located_in_its_own_country() {
        let gazetteer = Gazetteer::default();
        let near = |site: StudySite, latitude: f64, longitude: f64| {
            let place = gazetteer.coordinates_of_site(&site).unwrap();
            (place.latitude() - latitude).abs() < 0.3 && (place.longitude() - longitude).abs() < 0.3
        };
        assert!(near(site("Lexington", "Kentucky", "United States", "40536"), 38.03, -84.5));
        assert!(near(site("Chicago", "Illinois", "United States", ""), 41.85, -87.65));
        assert!(near(site("Lyon", "", "France", "69003"), 45.75, 4.85));
        assert_eq!(gazetteer.coordinates_of_site(&site("Xyzzyville", "", "France", "")), None);
        assert_eq!(gazetteer.coordinates_of_site(&site("Chicago", "", "France", "60601")), None);
    }

    #[test]
    fn site_with_coordinates_keeps_them() {
        let measured =
            StudySite { latitude: Some(41.5), longitude: Some(-81.6), ..site("Lyon", "", "France", "") };
        let place = Gazetteer::default().coordinates_of_site(&measured);
        assert_eq!(place, Coordinates::new(Some(41.5), Some(-81.6)).ok().flatten());
    }
}
