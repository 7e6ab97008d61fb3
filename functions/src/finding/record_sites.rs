//! Sites of a partner study that only its registry record lists (D-448).
//!
//! A partner study can be joined through us at its own sites. Its registry record may have more, in other places. There the
//! study is still found, once, as a partner card that says that these sites take no sign-ups through us.

use waypoint_domain::{
    distance::Distance,
    listed_study::{ListedStudy, OpenCity},
    partner_study::PartnerStudy,
    search::encode_query_value,
    study_card::{PartnerCard, RegistrySites},
};

use waypoint_gazetteer::Place;

use super::{Finder, SearchRequest, nearest_city::nearest_city};

/// Whether a study is shown where only its registry record has sites. Our status wins: one that we have closed, or don't
/// list, is not.
pub(super) fn may_show_record_sites(study: &PartnerStudy) -> bool {
    study.is_listed() && !study.status.has_closed()
}

/// Returns a partner study's card for the sites that only its record has in the searched country.
pub(super) fn card_at_record_sites(
    card: PartnerCard,
    record: &ListedStudy,
    km: Option<f64>,
    request: &SearchRequest,
    finder: &Finder,
) -> PartnerCard {
    let country = &request.search.country;
    let here = record.places_in(country);
    let nearest = request.near().and_then(|near| nearest_city(record, near.place, finder.gazetteer()));
    let first = || here.and_then(|places| places.cities.first()).map(OpenCity::label);
    let [near, in_country] =
        [request.place.as_ref().map(Place::label).unwrap_or_default().as_str(), country.as_str()]
            .map(encode_query_value);
    let near = if near.is_empty() { near } else { format!("near={near}&") };
    PartnerCard {
        // The page says where to find these sites. A static page has no list of them.
        href: format!("/study/{}?{near}in={in_country}", record.nct_id),
        nearest: km.map(Distance::from_km),
        registry_sites: Some(RegistrySites {
            country: country.to_string(),
            count: here.map_or(0, |places| places.sites),
            city: nearest.or_else(first).unwrap_or_default(),
        }),
        ..card
    }
}
