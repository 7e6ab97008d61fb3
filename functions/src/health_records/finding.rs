//! Search for health systems by ZIP code, city, state, or name.

use waypoint_domain::{
    distance::Distance,
    health_system::{HealthSystem, QueryWords, SystemPlace},
};
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, distance_km};

use super::systems::{HealthSystems, SystemLocation};

/// The maximum number of listed systems.
const MAX_LISTED: usize = 50;
/// The radius of nearby systems in kilometers: 50 miles.
const NEAR_KM: f64 = 80.5;
/// The number of nearest systems to list when none is nearby.
const NEAREST_COUNT: usize = 10;

/// The result of a search for health systems.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SystemSearchResult<'a> {
    /// The systems, at most 50.
    pub listed: Vec<ListedSystem<'a>>,
    /// The total number of systems.
    pub total: usize,
    /// The requested place, when no system is within 50 miles and the nearest are listed instead.
    pub none_near: Option<String>,
}

/// A health system in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSystem<'a> {
    pub system: &'a HealthSystem,
    /// The system's place nearest to the requested one, or its first place.
    pub place: Option<&'a SystemPlace>,
    /// The distance to that place. Absent without a requested place or when it is not near.
    pub distance: Option<Distance>,
}

/// A system and the distance to its nearest place, which is infinite when unknown.
struct Candidate<'a> {
    system: &'a HealthSystem,
    nearest: Option<&'a SystemPlace>,
    km: f64,
}

impl HealthSystems {
    /// Returns the systems that match these words by name, by a nearby city or ZIP code, or by state. Without matches,
    /// returns systems with a similar name, or else those near a city with a similar name. When a place has no nearby
    /// system, returns its nearest. Without words, returns all systems.
    #[must_use]
    pub fn search(&self, words: &str, gazetteer: &Gazetteer) -> SystemSearchResult<'_> {
        if words.trim().is_empty() {
            return truncated(self.systems.iter().map(|(system, _)| without_distance(system)).collect());
        }
        let place = exact_place(words, gazetteer);
        let sought = QueryWords::parse(words);
        let (from, state) = match &place {
            Some(place) if place.kind == PlaceKind::Region => (None, Some(place)),
            place => (place.as_ref(), None),
        };
        let candidates = self.by_distance(from, gazetteer);
        let mut listed = match state {
            Some(state) => self.in_state(state, &sought, gazetteer),
            None => near_or_named(&candidates, &sought),
        };
        if listed.is_empty() {
            let similar = candidates.iter().filter(|one| one.system.nearly_matches_name(&sought));
            listed = similar.map(|one| without_distance(one.system)).collect();
        }
        match from {
            Some(place) if listed.is_empty() => nearest(&candidates, place),
            None if listed.is_empty() => self.near_misspelled_city(words, gazetteer),
            _ => truncated(listed),
        }
    }

    /// Returns the systems near a city with a similar name.
    fn near_misspelled_city(&self, words: &str, gazetteer: &Gazetteer) -> SystemSearchResult<'_> {
        let cities = gazetteer.read(words).into_iter().map(|named| named.place);
        let Some(city) = cities.into_iter().find(|place| place.kind == PlaceKind::City) else {
            return SystemSearchResult::default();
        };
        let candidates = self.by_distance(Some(&city), gazetteer);
        let near: Vec<ListedSystem> =
            candidates.iter().filter(|one| one.km <= NEAR_KM).map(with_distance).collect();
        if near.is_empty() { nearest(&candidates, &city) } else { truncated(near) }
    }

    /// Returns all systems, nearest first. Equally distant systems stay in the order of their names.
    fn by_distance(&self, from: Option<&Place>, gazetteer: &Gazetteer) -> Vec<Candidate<'_>> {
        let located = self.located(gazetteer);
        let mut candidates: Vec<Candidate> =
            located.map(|(system, located)| candidate(system, located, from)).collect();
        candidates.sort_by(|one, other| one.km.total_cmp(&other.km));
        candidates
    }

    /// Returns the systems with this name and those with a place in the state.
    fn in_state(&self, state: &Place, words: &QueryWords, gazetteer: &Gazetteer) -> Vec<ListedSystem<'_>> {
        let is_there = |one: &Option<SystemLocation>| one.is_some_and(|one| one.region == Some(state.name));
        let listed =
            self.located(gazetteer).filter_map(|(system, located)| match located.iter().position(is_there) {
                Some(at) => Some(ListedSystem { system, place: system.places.get(at), distance: None }),
                None => system.matches_name(words).then(|| without_distance(system)),
            });
        let (mut named, others): (Vec<ListedSystem>, Vec<ListedSystem>) =
            listed.partition(|one| one.system.matches_name(words));
        named.extend(others);
        named
    }

    /// Returns the systems with the locations of their places.
    fn located(
        &self,
        gazetteer: &Gazetteer,
    ) -> impl Iterator<Item = (&HealthSystem, &Vec<Option<SystemLocation>>)> {
        let of_system =
            |system: &HealthSystem| system.places.iter().map(|place| located(place, gazetteer)).collect();
        let all =
            self.located.get_or_init(|| self.systems.iter().map(|(system, _)| of_system(system)).collect());
        self.systems.iter().map(|(system, _)| system).zip(all)
    }
}

/// Returns systems with this name first, then nearby systems, then systems that match by name and place together.
fn near_or_named<'a>(candidates: &[Candidate<'a>], words: &QueryWords) -> Vec<ListedSystem<'a>> {
    let rank = |one: &Candidate| match (one.system.matches_name(words), one.km <= NEAR_KM) {
        (true, _) => Some(0),
        (false, true) => Some(1),
        (false, false) => one.system.matches_name_or_place(words).then_some(2),
    };
    let mut ranked: Vec<_> = candidates.iter().filter_map(|one| Some((rank(one)?, one))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let listed = |one: &Candidate<'a>| {
        if one.km <= NEAR_KM { with_distance(one) } else { without_distance(one.system) }
    };
    ranked.into_iter().map(|(_, one)| listed(one)).collect()
}

/// Returns the nearest systems for a place without nearby ones.
fn nearest<'a>(candidates: &[Candidate<'a>], place: &Place) -> SystemSearchResult<'a> {
    let known = candidates.iter().filter(|one| one.km.is_finite());
    let listed: Vec<ListedSystem> = known.take(NEAREST_COUNT).map(with_distance).collect();
    let region = place.region.filter(|region| *region != place.name);
    let name = [Some(place.name), region].into_iter().flatten().collect::<Vec<_>>().join(", ");
    SystemSearchResult { total: listed.len(), none_near: (!listed.is_empty()).then_some(name), listed }
}

fn truncated(mut listed: Vec<ListedSystem<'_>>) -> SystemSearchResult<'_> {
    let total = listed.len();
    listed.truncate(MAX_LISTED);
    SystemSearchResult { listed, total, none_near: None }
}

fn without_distance(system: &HealthSystem) -> ListedSystem<'_> {
    ListedSystem { system, place: system.places.first(), distance: None }
}

fn with_distance<'a>(one: &Candidate<'a>) -> ListedSystem<'a> {
    ListedSystem { system: one.system, place: one.nearest, distance: Some(Distance::from_km(one.km)) }
}

fn candidate<'a>(
    system: &'a HealthSystem,
    located: &[Option<SystemLocation>],
    from: Option<&Place>,
) -> Candidate<'a> {
    let far_from = |place: &Place| {
        let located = system.places.iter().zip(located);
        let far = located.filter_map(|(at, there)| Some((at, distance_km(place.coordinates, (*there)?.at))));
        far.min_by(|one, other| one.1.total_cmp(&other.1))
    };
    match from.and_then(far_from) {
        Some((nearest, km)) => Candidate { system, nearest: Some(nearest), km },
        None => Candidate { system, nearest: None, km: f64::INFINITY },
    }
}

/// Returns the ZIP code, city, or state with exactly this name. A misspelling must not lead to a distant town.
fn exact_place(words: &str, gazetteer: &Gazetteer) -> Option<Place> {
    let exactly = || gazetteer.read_exactly(words).into_iter().map(|named| named.place);
    gazetteer.zip(words).or_else(|| exactly().find(|place| place.kind != PlaceKind::Country))
}

fn located(place: &SystemPlace, gazetteer: &Gazetteer) -> Option<SystemLocation> {
    let address = format!("{}, {} {}", place.city, place.state, place.zip);
    let found = gazetteer.zip(&place.zip).or_else(|| gazetteer.locate_address(address.trim()));
    found.map(|found| SystemLocation { at: found.coordinates, region: found.region })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::{
        external::reach::Reach,
        health_records::{HealthRecords, Registrations},
    };

    fn system(id: &str, name: &str, places: &[(&str, &str, &str)]) -> HealthSystem {
        HealthSystem {
            id: id.parse().unwrap(),
            name: name.into(),
            also_called: Vec::new(),
            base: format!("https://{id}.example/r4"),
            places: places
                .iter()
                .map(|(city, state, zip)| SystemPlace {
                    city: (*city).into(),
                    state: (*state).into(),
                    zip: (*zip).into(),
                })
                .collect(),
        }
    }

    fn systems() -> HealthRecords {
        let systems = vec![
            system("lake", "Lake Clinics", &[("Chicago", "IL", "60611")]),
            system("harbor", "Harbor Health", &[("Erie", "PA", ""), ("Cleveland", "OH", "44106")]),
            system("akron", "Akron General", &[("Akron", "OH", "44307")]),
            system("cleveland-of-the-west", "Cleveland of the West", &[("Boise", "ID", "83702")]),
            system("nowhere", "Nowhere Clinic", &[]),
        ];
        HealthRecords::new(systems, Registrations::public("us"), "https://waypoint.example", Reach::Public)
            .unwrap()
    }

    fn found(words: &str) -> Vec<String> {
        let (records, gazetteer) = (systems(), Gazetteer::default());
        let found = records.systems().unwrap().search(words, &gazetteer);
        let listed = found.listed.iter();
        listed
            .map(|one| match (one.place, one.distance) {
                (Some(place), Some(distance)) => {
                    format!("{} {} {}", one.system.id, place.city, distance.miles)
                }
                (Some(place), None) => format!("{} {}", one.system.id, place.city),
                (None, _) => one.system.id.to_string(),
            })
            .collect()
    }

    #[test]
    fn named_systems_come_first_and_then_the_nearest() {
        assert_eq!(
            found("Cleveland"),
            ["cleveland-of-the-west Boise", "harbor Cleveland 5", "akron Akron 31"]
        );
        assert_eq!(found("44106"), ["harbor Cleveland 0", "akron Akron 30"]);
        assert_eq!(found("Erie, PA")[0], "harbor Erie 0");
        // A distant town with this name has no influence.
        assert_eq!(found("harbor"), ["harbor Erie"]);
        assert_eq!(found("harbor cleveland"), ["harbor Erie"]);
    }

    #[test]
    fn systems_are_found_by_misspelled_name_and_all_without_words() {
        assert_eq!(found("lake"), ["lake Chicago"]);
        assert_eq!(found("Harbr Helth"), ["harbor Erie"]);
        assert_eq!(found("").len(), 5);
        assert_eq!(found("xyzzy"), [""; 0]);
    }

    #[test]
    fn misspelled_city_finds_nearby_systems_without_similar_names() {
        for words in ["Chicgo", "chicago il", "Chicagoo"] {
            let found = found(words);
            assert!(found.len() == 1 && found[0].starts_with("lake Chicago "), "{words}: {found:?}");
        }
        assert_eq!(found("clevland")[0], "cleveland-of-the-west Boise");
    }

    #[test]
    fn systems_of_a_state_are_listed_with_their_place_there() {
        for words in ["Ohio", "OH", "ohio"] {
            assert_eq!(found(words), ["akron Akron", "harbor Cleveland"], "{words}");
        }
    }

    #[test]
    fn without_nearby_systems_the_nearest_are_listed_and_marked() {
        let (records, gazetteer) = (systems(), Gazetteer::default());
        let far = records.systems().unwrap().search("Anchorage, AK", &gazetteer);
        assert_eq!(far.none_near.as_deref(), Some("Anchorage, Alaska"));
        assert_eq!((far.listed.len(), far.listed[0].system.name.as_str()), (4, "Cleveland of the West"));
        assert_eq!(records.systems().unwrap().search("Cleveland", &gazetteer).none_near, None);
    }
}
