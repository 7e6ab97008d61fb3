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
        let found = self.gazetteer.of_site(site);
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
}
