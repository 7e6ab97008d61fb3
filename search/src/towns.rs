//! Locations of sites whose records lack coordinates: by ZIP code, else by town.

use std::collections::HashMap;

use waypoint_domain::{coordinates::Coordinates, country::Country, study_site::StudySite};
use waypoint_gazetteer::Gazetteer;

/// Looked-up towns and regions, cached because many sites share them.
#[derive(Default)]
pub(crate) struct Towns {
    gazetteer: Gazetteer,
    known: HashMap<[String; 4], Option<Coordinates>>,
    regions: HashMap<[String; 2], Option<String>>,
}

impl Towns {
    /// Returns a site's coordinates from its record, else those of its town; `None` if unknown.
    pub(crate) fn coordinates(&mut self, site: &StudySite) -> Option<Coordinates> {
        if let Some(measured) = site.coordinates() {
            return Some(measured);
        }
        let StudySite { city, state, country, pin_code, .. } = site;
        let key = [city, state, country, pin_code].map(Clone::clone);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = self.gazetteer.coordinates_of_site(site);
        self.known.insert(key, found);
        found
    }

    /// Returns a site's state or province from its record, else that of the nearest city.
    pub(crate) fn region_of(&mut self, site: &StudySite, place: Coordinates) -> Option<String> {
        let key = [&site.state, &site.country].map(Clone::clone);
        let gazetteer = &self.gazetteer;
        let named = self.regions.entry(key).or_insert_with(|| {
            Country::parse(&site.country).and_then(|country| gazetteer.region_named(&site.state, &country))
        });
        named.clone().or_else(|| gazetteer.region_at(place))
    }
}
