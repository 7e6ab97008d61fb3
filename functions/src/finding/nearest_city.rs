//! The open city of a registry study that is nearest to a place.

use waypoint_domain::{
    coordinates::Coordinates,
    country::Country,
    listed_study::{ListedStudy, OpenCity},
    study_site::StudySite,
};
use waypoint_gazetteer::{Gazetteer, distance_km};

/// Returns the name of the nearest city with an open site, or `None` if no city's location is known.
#[must_use]
pub fn nearest_city(study: &ListedStudy, here: Coordinates, gazetteer: &Gazetteer) -> Option<String> {
    let cities = study.places.iter().flat_map(|places| {
        places.cities.iter().filter_map(|city| Some((city, located(city, &places.country, gazetteer)?)))
    });
    cities
        .map(|(city, there)| (city, distance_km(here, there)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(city, _)| city.label())
}

fn located(city: &OpenCity, country: &Country, gazetteer: &Gazetteer) -> Option<Coordinates> {
    city.coordinates().or_else(|| {
        let site = StudySite {
            city: city.city.clone(),
            state: city.state.clone(),
            country: country.as_str().to_owned(),
            ..StudySite::default()
        };
        gazetteer.coordinates_of_site(&site)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use serde_json::json;
    use waypoint_registry::parse_study;

    use super::*;

    #[test]
    fn nearest_open_city_is_named_with_or_without_coordinates() {
        let site = |city: &str, state: &str, status: &str| json!({"city": city, "state": state, "country": "United States", "status": status});
        let mut boston = site("Boston", "Massachusetts", "RECRUITING");
        boston["geoPoint"] = json!({"lat": 42.36, "lon": -71.06});
        let study = parse_study(&json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "statusModule": {"overallStatus": "RECRUITING"},
            "contactsLocationsModule": {"locations": [
                boston,
                site("Akron", "Ohio", "RECRUITING"),
                site("Cleveland", "Ohio", "COMPLETED")
            ]}
        }}))
        .unwrap();
        let study = ListedStudy::from_registry_study(&study);
        let city_near = |latitude, longitude| {
            let here = Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap();
            nearest_city(&study, here, &Gazetteer::default())
        };
        assert_eq!(city_near(41.5, -81.69).as_deref(), Some("Akron, Ohio"));
        assert_eq!(city_near(41.82, -71.41).as_deref(), Some("Boston, Massachusetts"));
    }
}
