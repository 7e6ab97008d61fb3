//! The site of a registry study whose contacts a visitor sees first.

use waypoint_domain::{
    coordinates::Coordinates, country::Country, introduction::email_contact, registry_study::RegistryStudy,
    study_contact::Contact, study_site::StudySite, work_budget::WorkBudget,
};
use waypoint_gazetteer::{Gazetteer, VisitorPlace, distance_km};

/// The longest place that is read.
const LONGEST_PLACE: usize = 100;

/// Where the visitor searched last, as far as the page knows.
#[derive(Debug, Clone, Copy)]
pub struct SearchedPlace<'a> {
    /// A town or postal code. May be empty.
    pub near: &'a str,
    /// A country. May be empty.
    pub country: &'a str,
}

/// Returns the nearest open site that has contacts, with them. If the place is unknown, returns the first one in the
/// visitor's country, or else the first.
#[must_use]
pub fn contact_site<'a>(
    study: &'a RegistryStudy,
    searched: SearchedPlace,
    gazetteer: &Gazetteer,
) -> Option<(&'a StudySite, &'a [Contact])> {
    nearest(study.contacts_of_open_sites(), searched, gazetteer)
}

/// Returns the contacts of the nearest open site whose contacts have an email address, by the same rules.
#[must_use]
pub fn email_contacts_of_site<'a>(
    study: &'a RegistryStudy,
    searched: SearchedPlace,
    gazetteer: &Gazetteer,
) -> &'a [Contact] {
    let with_email = study.contacts_of_open_sites().filter(|(_, contacts)| email_contact(contacts).is_some());
    nearest(with_email, searched, gazetteer).map_or(&[], |(_, contacts)| contacts)
}

fn nearest<'a>(
    sites: impl Iterator<Item = (&'a StudySite, &'a [Contact])>,
    searched: SearchedPlace,
    gazetteer: &Gazetteer,
) -> Option<(&'a StudySite, &'a [Contact])> {
    let country = gazetteer.country_of_visitor(searched.country);
    let here = coordinates(searched.near, country.as_ref(), gazetteer);
    let km = |site: &StudySite| match (here, site.coordinates()) {
        (Some(here), Some(there)) => distance_km(here, there),
        _ => f64::INFINITY,
    };
    let is_abroad = |site: &StudySite| country.as_ref().is_none_or(|country| !site.is_in(country));
    sites.min_by(|(one, _), (other, _)| {
        km(one).total_cmp(&km(other)).then(is_abroad(one).cmp(&is_abroad(other)))
    })
}

fn coordinates(near: &str, country: Option<&Country>, gazetteer: &Gazetteer) -> Option<Coordinates> {
    if near.trim().is_empty() || near.chars().count() > LONGEST_PLACE {
        return None;
    }
    let anywhere = Country::from(String::new());
    let country = country.unwrap_or(&anywhere);
    match gazetteer.place_of_visitor(near, country, &WorkBudget::for_request()) {
        VisitorPlace::Known(place) => Some(place.coordinates),
        VisitorPlace::Here | VisitorPlace::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use serde_json::json;
    use waypoint_registry::parse_study;

    use super::*;

    fn contact_near(near: &str, country: &str) -> Option<String> {
        let site = |city: &str, country: &str, status: &str, point: (f64, f64), name: &str| {
            json!({"facility": "Clinic", "city": city, "country": country, "status": status,
                "geoPoint": {"lat": point.0, "lon": point.1},
                "contacts": if name.is_empty() { json!([]) } else { json!([{"name": name}]) }})
        };
        let study = parse_study(&json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "contactsLocationsModule": {"locations": [
                site("Paris", "France", "RECRUITING", (48.85, 2.35), "Paul"),
                site("Boston", "United States", "RECRUITING", (42.36, -71.06), "Beth"),
                site("Akron", "United States", "COMPLETED", (41.08, -81.52), "Closed"),
                site("Cleveland", "United States", "RECRUITING", (41.5, -81.69), ""),
                site("Columbus", "United States", "RECRUITING", (39.96, -83.0), "Cole")
            ]}
        }}))
        .unwrap();
        let searched = SearchedPlace { near, country };
        contact_site(&study, searched, &Gazetteer::default()).map(|(_, contacts)| contacts[0].name.clone())
    }

    #[test]
    fn contacts_are_those_of_the_nearest_open_site_that_has_some() {
        for (near, country, expected) in [
            ("Akron, OH", "UNITED STATES", "Cole"),
            ("44106", "UNITED STATES", "Cole"),
            ("Providence, RI", "UNITED STATES", "Beth"),
            ("Lyon", "FRANCE", "Paul"),
            ("", "UNITED STATES", "Beth"),
            ("nowhere at all", "FRANCE", "Paul"),
            ("", "", "Paul"),
        ] {
            assert_eq!(contact_near(near, country).as_deref(), Some(expected), "{near} in {country}");
        }
    }

    #[test]
    fn introductions_go_to_the_nearest_open_site_whose_contacts_have_an_address() {
        let site = |city: &str, status: &str, point: (f64, f64), email: Option<&str>| {
            json!({"facility": "Clinic", "city": city, "country": "United States", "status": status,
                "geoPoint": {"lat": point.0, "lon": point.1}, "contacts": [{"name": city, "email": email}]})
        };
        let study = parse_study(&json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "contactsLocationsModule": {"locations": [
                site("Boston", "RECRUITING", (42.36, -71.06), Some("boston@example.org")),
                site("Akron", "COMPLETED", (41.08, -81.52), Some("akron@example.org")),
                site("Cleveland", "RECRUITING", (41.5, -81.69), None),
                site("Columbus", "RECRUITING", (39.96, -83.0), Some("columbus@example.org"))
            ]}
        }}))
        .unwrap();
        let nearest = |near| {
            let searched = SearchedPlace { near, country: "UNITED STATES" };
            email_contact(email_contacts_of_site(&study, searched, &Gazetteer::default())).unwrap().name
        };
        assert_eq!(
            (nearest("Akron, OH").as_str(), nearest("Providence, RI").as_str()),
            ("Columbus", "Boston")
        );
    }
}
