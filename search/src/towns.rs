//! Where sites are whose records do not say it: in their ZIP code, else in their town.

use std::collections::HashMap;

use waypoint_domain::{coordinates::Coordinates, country::Country, study_site::StudySite};
use waypoint_gazetteer::Gazetteer;

/// Towns and regions that were looked up. Many sites stand in the same.
#[derive(Default)]
pub(crate) struct Towns {
    gazetteer: Gazetteer,
    known: HashMap<[String; 4], Option<Coordinates>>,
    regions: HashMap<[String; 2], Option<String>>,
}

impl Towns {
    /// Where a site is, as its record says, else where its town is; nothing when nobody knows that.
    pub(crate) fn of_site(&mut self, site: &StudySite) -> Option<Coordinates> {
        if let Some(measured) = site.coordinates() {
            return Some(measured);
        }
        let StudySite { city, state, country, pin_code, .. } = site;
        let key = [city, state, country, pin_code].map(Clone::clone);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = Country::named(country).and_then(|there| self.look_up(city, state, pin_code, &there));
        self.known.insert(key, found);
        found
    }

    /// In which state or province a site is, as its record says, else that of the city next to where it is.
    pub(crate) fn region_of(&mut self, site: &StudySite, place: Coordinates) -> Option<String> {
        let key = [&site.state, &site.country].map(Clone::clone);
        let gazetteer = &self.gazetteer;
        let named = self.regions.entry(key).or_insert_with(|| {
            Country::named(&site.country).and_then(|country| gazetteer.region_named(&site.state, &country))
        });
        named.clone().or_else(|| gazetteer.region_at(place))
    }

    fn look_up(&self, city: &str, state: &str, zip: &str, country: &Country) -> Option<Coordinates> {
        let is_there = |place: &waypoint_gazetteer::Place| place.country == *country;
        let of_zip = self.gazetteer.zip(zip).filter(is_there);
        let named = |text: &str| self.gazetteer.named_in(text, country).into_iter().find(is_there);
        let found = of_zip.or_else(|| named(&format!("{city}, {state}"))).or_else(|| named(city))?;
        Some(found.coordinates)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_coordinates_is_in_its_zip_code_or_its_town_and_never_in_another_country() {
        let site = |city: &str, state: &str, country: &str, zip: &str| -> StudySite {
            let site = serde_json::json!({"city": city, "state": state, "country": country, "pin_code": zip});
            serde_json::from_value(site).unwrap()
        };
        let mut towns = Towns::default();
        let mut near = |site: StudySite, latitude: f64, longitude: f64| {
            let place = towns.of_site(&site).unwrap();
            (place.latitude() - latitude).abs() < 0.3 && (place.longitude() - longitude).abs() < 0.3
        };
        assert!(near(site("Lexington", "Kentucky", "United States", "40536"), 38.03, -84.5));
        assert!(near(site("Chicago", "Illinois", "United States", ""), 41.85, -87.65));
        assert!(near(site("Lyon", "", "France", "69003"), 45.75, 4.85));
        assert_eq!(towns.of_site(&site("Xyzzyville", "", "France", "")), None);
        assert_eq!(towns.of_site(&site("Chicago", "", "France", "60601")), None);
    }
}
