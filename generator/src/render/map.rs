//! A map as a page shows it: without script, and without an attribute that sets a style.

use serde::Serialize;
use waypoint_domain::{coordinates::Coordinates, recruitment_status::StatusTone, study_card::StatusBadge};

use super::places::Place;
use crate::map::{
    crop::{Frame, PicturePoint},
    layout::{Layout, MARKER, PlacedMarker, WIDE_MARKER},
    mercator::WORLD,
};

/// A map of places.
#[derive(Serialize)]
pub(super) struct MapView {
    /// The part of the basemap that it shows.
    view_box: String,
    world: i32,
    /// The left edge of each world that the part touches.
    worlds: Vec<i32>,
    /// The part of the picture that holds all places, in hundredths.
    share: u8,
    dots: Vec<Dot>,
    markers: Vec<MarkerView>,
    /// The sites that take people, as JSON for the search of the nearest one; nothing when there is no choice.
    candidates: Option<String>,
    panels: Vec<Panel>,
    groups: Vec<GroupView>,
    /// What the kinds of markers mean.
    legend: Vec<Meaning>,
    /// What somebody hears who does not see the map.
    summary: String,
}

/// A kind of marker, with the statuses that look like it.
#[derive(Serialize)]
struct Meaning {
    tone: StatusTone,
    statuses: Vec<String>,
}

/// Where a place is.
#[derive(Serialize)]
struct Dot {
    across: String,
    down: String,
}

/// A number that opens the panel of its place, or a count that opens the list of a group.
#[derive(Serialize)]
struct MarkerView {
    across: String,
    down: String,
    right: i32,
    below: i32,
    width: i32,
    height: i32,
    text: String,
    href: String,
    label: String,
    /// The status of a single place.
    status: Option<StatusBadge>,
    /// Whether a line joins it to its dot.
    apart: bool,
}

/// What is said of a place whose marker was chosen (D-109).
#[derive(Serialize)]
struct Panel {
    number: usize,
    title: String,
    address: String,
    status: StatusBadge,
    /// Where one signs up there (D-110).
    sign_up: Option<String>,
}

/// A place that may be the nearest (D-098).
#[derive(Serialize)]
struct Candidate<'a> {
    number: usize,
    name: &'a str,
    sign_up: Option<&'a str>,
    latitude: f64,
    longitude: f64,
}

impl<'a> Candidate<'a> {
    fn of(place: &'a Place) -> Option<Self> {
        let at = place.coordinates?;
        Some(Self {
            number: place.number,
            name: &place.name,
            sign_up: place.sign_up.as_deref(),
            latitude: at.latitude(),
            longitude: at.longitude(),
        })
    }
}

/// Places that share a marker.
#[derive(Serialize)]
struct GroupView {
    id: String,
    title: String,
    places: Vec<GroupPlace>,
}

#[derive(Serialize)]
struct GroupPlace {
    number: usize,
    name: String,
    status: StatusBadge,
}

impl MapView {
    /// The map of the places whose coordinates are known; nothing when there are none.
    pub(super) fn of(places: &[Place], frame: Frame) -> Option<Self> {
        let placed: Vec<(&Place, Coordinates)> =
            places.iter().filter_map(|place| Some((place, place.coordinates?))).collect();
        let coordinates: Vec<Coordinates> = placed.iter().map(|(_, coordinates)| *coordinates).collect();
        let layout = Layout::of(&coordinates, frame)?;
        let placed: Vec<&Place> = placed.into_iter().map(|(place, _)| place).collect();
        let crop = layout.crop;
        Some(Self {
            view_box: format!("{:.1} {:.1} {:.1} {:.1}", crop.left, crop.top, crop.width, crop.height),
            world: whole(WORLD),
            worlds: crop.worlds().into_iter().map(whole).collect(),
            share: crop.share,
            dots: layout.dots.iter().map(dot).collect(),
            markers: layout.markers.iter().map(|marker| marker_view(marker, &placed)).collect(),
            candidates: candidates(&placed),
            panels: layout.markers.iter().filter_map(|marker| panel(marker, &placed)).collect(),
            groups: layout.markers.iter().filter_map(|marker| group_view(marker, &placed)).collect(),
            legend: legend(&placed),
            summary: summary(&placed, &layout),
        })
    }
}

fn dot(at: &PicturePoint) -> Dot {
    Dot { across: hundredths(at.across), down: hundredths(at.down) }
}

fn hundredths(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

#[allow(clippy::cast_possible_truncation, reason = "the world is far smaller than 2^31 pixels")]
fn whole(pixels: f64) -> i32 {
    pixels.round() as i32
}

fn marker_view(marker: &PlacedMarker, places: &[&Place]) -> MarkerView {
    let own: Vec<&Place> = marker.sites.iter().map(|&site| places[site]).collect();
    let alone = own.len() == 1;
    let (right, below) = (whole(marker.offset.right), whole(marker.offset.down));
    let single = || {
        let place = own[0];
        let names = [place.site, &place.name].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>();
        format!("Site {}: {}. {}", place.number, names.join(", "), place.status.label)
    };
    MarkerView {
        across: hundredths(marker.at.across),
        down: hundredths(marker.at.down),
        right,
        below,
        width: whole(if alone { MARKER } else { WIDE_MARKER }),
        height: whole(MARKER),
        text: if alone { own[0].number.to_string() } else { format!("{} sites", own.len()) },
        href: if alone { format!("#place-{}", own[0].number) } else { format!("#{}", group_id(&own)) },
        label: if alone { single() } else { format!("{}: {}", group_title(&own), numbers(&own)) },
        status: alone.then(|| own[0].status.clone()),
        apart: alone && (right, below) != (0, 0),
    }
}

fn candidates(places: &[&Place]) -> Option<String> {
    let takes_people = |place: &&&Place| matches!(place.status.tone, StatusTone::Open | StatusTone::Soon);
    let candidates: Vec<Candidate> =
        places.iter().filter(takes_people).filter_map(|place| Candidate::of(place)).collect();
    (candidates.len() > 1).then(|| serde_json::to_string(&candidates).ok()).flatten()
}

fn panel(marker: &PlacedMarker, places: &[&Place]) -> Option<Panel> {
    let [site] = marker.sites.as_slice() else { return None };
    let place = places[*site];
    let lines = [place.name.as_str(), &place.address];
    let (title, lines) =
        if place.site.is_empty() { (lines[0], &lines[1..]) } else { (place.site, &lines[..]) };
    let address: Vec<&str> = lines.iter().rev().copied().filter(|line| !line.is_empty()).collect();
    Some(Panel {
        number: place.number,
        title: title.to_owned(),
        address: address.join(", "),
        status: place.status.clone(),
        sign_up: place.sign_up.clone(),
    })
}

fn group_view(marker: &PlacedMarker, places: &[&Place]) -> Option<GroupView> {
    let own: Vec<&Place> = marker.sites.iter().map(|&site| places[site]).collect();
    (own.len() > 1).then(|| GroupView {
        id: group_id(&own),
        title: group_title(&own),
        places: own.iter().map(|place| group_place(place)).collect(),
    })
}

fn group_place(place: &Place) -> GroupPlace {
    GroupPlace { number: place.number, name: place.name.clone(), status: place.status.clone() }
}

fn group_id(places: &[&Place]) -> String {
    format!("near-{}", places[0].number)
}

fn group_title(places: &[&Place]) -> String {
    format!("{} sites near {}", places.len(), places[0].name)
}

fn numbers(places: &[&Place]) -> String {
    let numbers: Vec<String> = places.iter().map(|place| place.number.to_string()).collect();
    format!("numbers {}", numbers.join(", "))
}

fn legend(places: &[&Place]) -> Vec<Meaning> {
    let mut legend: Vec<Meaning> = Vec::new();
    for StatusBadge { label, tone } in places.iter().map(|place| place.status.clone()) {
        match legend.iter_mut().find(|meaning| meaning.tone == tone) {
            Some(known) if known.statuses.contains(&label) => {}
            Some(known) => known.statuses.push(label),
            None => legend.push(Meaning { tone, statuses: vec![label] }),
        }
    }
    legend
}

fn summary(places: &[&Place], layout: &Layout) -> String {
    let across = |&(_, dot): &(&&Place, &PicturePoint)| dot.across;
    let by_place = || places.iter().zip(&layout.dots);
    let west = by_place().min_by(|a, b| across(a).total_cmp(&across(b)));
    let east = by_place().max_by(|a, b| across(a).total_cmp(&across(b)));
    match (west, east) {
        (Some((west, _)), Some((east, _))) if places.len() > 1 => format!(
            "Map of {} sites, from {} in the west to {} in the east. The list says the same.",
            places.len(),
            west.name,
            east.name
        ),
        (Some((only, _)), _) => format!("Map with one site: {}.", only.name),
        _ => String::new(),
    }
}
