//! Finding a health system: by a ZIP code, a city, a state, or what it is called.

use waypoint_domain::{
    coordinates::Coordinates,
    distance::Distance,
    health_system::{HealthSystem, SoughtWords, SystemPlace},
};
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, distance_km};

use super::HealthSystems;

/// The most systems that are listed at once.
const MOST_LISTED: usize = 50;
/// What is near a place, in kilometers: 50 miles.
const NEAR_KM: f64 = 80.5;
/// How many systems are listed when none is near: the nearest.
const NEAREST: usize = 10;

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found<'a> {
    /// The systems, 50 at most.
    pub listed: Vec<Listed<'a>>,
    /// How many there are.
    pub total: usize,
    /// The place that was asked for, when no system is within 50 miles of it and the nearest are listed instead.
    pub none_near: Option<String>,
}

/// A health system in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<'a> {
    /// The system.
    pub system: &'a HealthSystem,
    /// Where it is: its place nearest to what was asked for, else its first.
    pub place: Option<&'a SystemPlace>,
    /// How far that is; nothing where no place was asked for, or it is not near.
    pub distance: Option<Distance>,
}

/// Where a place of a system is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Located {
    at: Coordinates,
    /// Its state, or the like.
    region: Option<&'static str>,
}

/// A system, and how far its nearest place is: endlessly where nobody knows.
struct Candidate<'a> {
    system: &'a HealthSystem,
    nearest: Option<&'a SystemPlace>,
    km: f64,
}

impl HealthSystems {
    /// The systems of these words: those that are called so, those near the city or ZIP code, those in the state; those whose
    /// name is nearly so when there is none, else those near a city that is. Where a place has none near, its nearest. All
    /// of them without words.
    #[must_use]
    pub fn found(&self, words: &str, gazetteer: &Gazetteer) -> Found<'_> {
        if words.trim().is_empty() {
            return cut(self.systems.iter().map(|(system, _)| anywhere(system)).collect());
        }
        let place = place_of(words, gazetteer);
        let sought = SoughtWords::of(words);
        let (from, state) = match &place {
            Some(place) if place.kind == PlaceKind::Region => (None, Some(place)),
            place => (place.as_ref(), None),
        };
        let candidates = self.by_distance(from, gazetteer);
        let mut listed = match state {
            Some(state) => self.in_state(state, &sought, gazetteer),
            None => near_or_called(&candidates, &sought),
        };
        if listed.is_empty() {
            let nearly = candidates.iter().filter(|one| one.system.is_nearly_called(&sought));
            listed = nearly.map(|one| anywhere(one.system)).collect();
        }
        match from {
            Some(place) if listed.is_empty() => nearest(&candidates, place),
            None if listed.is_empty() => self.near_a_slip(words, gazetteer),
            _ => cut(listed),
        }
    }

    /// The systems near a city that is nearly called so, where nothing else is.
    fn near_a_slip(&self, words: &str, gazetteer: &Gazetteer) -> Found<'_> {
        let cities = gazetteer.read(words).into_iter().map(|named| named.place);
        let Some(city) = cities.into_iter().find(|place| place.kind == PlaceKind::City) else {
            return Found::default();
        };
        let candidates = self.by_distance(Some(&city), gazetteer);
        let near: Vec<Listed> = candidates.iter().filter(|one| one.km <= NEAR_KM).map(at_distance).collect();
        if near.is_empty() { nearest(&candidates, &city) } else { cut(near) }
    }

    /// All systems, the nearest first; those as far stay in the order of their names.
    fn by_distance(&self, from: Option<&Place>, gazetteer: &Gazetteer) -> Vec<Candidate<'_>> {
        let located = self.located(gazetteer);
        let mut candidates: Vec<Candidate> =
            located.map(|(system, located)| candidate(system, located, from)).collect();
        candidates.sort_by(|one, other| one.km.total_cmp(&other.km));
        candidates
    }

    /// The systems that are called so, and those with a place in the state.
    fn in_state(&self, state: &Place, words: &SoughtWords, gazetteer: &Gazetteer) -> Vec<Listed<'_>> {
        let is_there = |one: &Option<Located>| one.is_some_and(|one| one.region == Some(state.name));
        let listed =
            self.located(gazetteer).filter_map(|(system, located)| match located.iter().position(is_there) {
                Some(at) => Some(Listed { system, place: system.places.get(at), distance: None }),
                None => system.is_called(words).then(|| anywhere(system)),
            });
        let (mut called, others): (Vec<Listed>, Vec<Listed>) =
            listed.partition(|one| one.system.is_called(words));
        called.extend(others);
        called
    }

    /// The systems, and where each of their places is.
    fn located(&self, gazetteer: &Gazetteer) -> impl Iterator<Item = (&HealthSystem, &Vec<Option<Located>>)> {
        let of_system =
            |system: &HealthSystem| system.places.iter().map(|place| located(place, gazetteer)).collect();
        let all =
            self.located.get_or_init(|| self.systems.iter().map(|(system, _)| of_system(system)).collect());
        self.systems.iter().map(|(system, _)| system).zip(all)
    }
}

/// First those that are called so, then those near, then those of which names and places together say so.
fn near_or_called<'a>(candidates: &[Candidate<'a>], words: &SoughtWords) -> Vec<Listed<'a>> {
    let rank = |one: &Candidate| match (one.system.is_called(words), one.km <= NEAR_KM) {
        (true, _) => Some(0),
        (false, true) => Some(1),
        (false, false) => one.system.is_named_by(words).then_some(2),
    };
    let mut ranked: Vec<_> = candidates.iter().filter_map(|one| Some((rank(one)?, one))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let listed =
        |one: &Candidate<'a>| if one.km <= NEAR_KM { at_distance(one) } else { anywhere(one.system) };
    ranked.into_iter().map(|(_, one)| listed(one)).collect()
}

/// The nearest systems of a place that has none near.
fn nearest<'a>(candidates: &[Candidate<'a>], place: &Place) -> Found<'a> {
    let known = candidates.iter().filter(|one| one.km.is_finite());
    let listed: Vec<Listed> = known.take(NEAREST).map(at_distance).collect();
    let region = place.region.filter(|region| *region != place.name);
    let name = [Some(place.name), region].into_iter().flatten().collect::<Vec<_>>().join(", ");
    Found { total: listed.len(), none_near: (!listed.is_empty()).then_some(name), listed }
}

fn cut(mut listed: Vec<Listed<'_>>) -> Found<'_> {
    let total = listed.len();
    listed.truncate(MOST_LISTED);
    Found { listed, total, none_near: None }
}

fn anywhere(system: &HealthSystem) -> Listed<'_> {
    Listed { system, place: system.places.first(), distance: None }
}

fn at_distance<'a>(one: &Candidate<'a>) -> Listed<'a> {
    Listed { system: one.system, place: one.nearest, distance: Some(Distance::of_km(one.km)) }
}

fn candidate<'a>(
    system: &'a HealthSystem,
    located: &[Option<Located>],
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

/// The ZIP code, the city or the state that words are, as they stand: a slip in a name is none of a far town.
fn place_of(words: &str, gazetteer: &Gazetteer) -> Option<Place> {
    let exactly = || gazetteer.read_exactly(words).into_iter().map(|named| named.place);
    gazetteer.zip(words).or_else(|| exactly().find(|place| place.kind != PlaceKind::Country))
}

fn located(place: &SystemPlace, gazetteer: &Gazetteer) -> Option<Located> {
    let in_words = format!("{}, {} {}", place.city, place.state, place.zip);
    let found = gazetteer.zip(&place.zip).or_else(|| gazetteer.of_address(in_words.trim()));
    found.map(|found| Located { at: found.coordinates, region: found.region })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::{external::outside::Reach, health_records::HealthRecords};

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
        HealthRecords::of(systems, "us", "https://waypoint.example", Reach::Public).unwrap()
    }

    fn found(words: &str) -> Vec<String> {
        let (records, gazetteer) = (systems(), Gazetteer::default());
        let found = records.systems().unwrap().found(words, &gazetteer);
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
    fn systems_near_a_city_or_a_zip_code_come_with_the_nearest_first_and_those_of_the_name_before_them() {
        assert_eq!(
            found("Cleveland"),
            ["cleveland-of-the-west Boise", "harbor Cleveland 5", "akron Akron 31"]
        );
        assert_eq!(found("44106"), ["harbor Cleveland 0", "akron Akron 30"]);
        assert_eq!(found("Erie, PA")[0], "harbor Erie 0");
        // A town of this name is far away, and has no part in it.
        assert_eq!(found("harbor"), ["harbor Erie"]);
        assert_eq!(found("harbor cleveland"), ["harbor Erie"]);
    }

    #[test]
    fn systems_are_found_by_name_also_with_a_slip_and_all_of_them_without_words() {
        assert_eq!(found("lake"), ["lake Chicago"]);
        assert_eq!(found("Harbr Helth"), ["harbor Erie"]);
        assert_eq!(found("").len(), 5);
        assert_eq!(found("xyzzy"), [""; 0]);
    }

    #[test]
    fn a_city_with_a_slip_finds_those_near_it_where_nothing_else_is_called_nearly_so() {
        for words in ["Chicgo", "chicago il", "Chicagoo"] {
            let found = found(words);
            assert!(found.len() == 1 && found[0].starts_with("lake Chicago "), "{words}: {found:?}");
        }
        assert_eq!(found("clevland")[0], "cleveland-of-the-west Boise");
    }

    #[test]
    fn the_systems_of_a_state_are_told_with_their_place_there() {
        for words in ["Ohio", "OH", "ohio"] {
            assert_eq!(found(words), ["akron Akron", "harbor Cleveland"], "{words}");
        }
    }

    #[test]
    fn where_none_is_near_the_nearest_are_told_and_that_they_are_far() {
        let (records, gazetteer) = (systems(), Gazetteer::default());
        let far = records.systems().unwrap().found("Anchorage, AK", &gazetteer);
        assert_eq!(far.none_near.as_deref(), Some("Anchorage, Alaska"));
        assert_eq!((far.listed.len(), far.listed[0].system.name.as_str()), (4, "Cleveland of the West"));
        assert_eq!(records.systems().unwrap().found("Cleveland", &gazetteer).none_near, None);
    }
}
