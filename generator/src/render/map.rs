//! Maps in pages, drawn without scripts or inline styles.

use serde::Serialize;
use waypoint_domain::{coordinates::Coordinates, recruitment_status::StatusTone, study_card::StatusBadge};

use super::places::Place;
use crate::map::{
    crop::{Frame, PicturePoint},
    layout::{Layout, MARKER, PlacedMarker, WIDE_MARKER},
    mercator::WORLD,
};

/// The most places that the name of a group's marker contains.
const MAX_NAMED: usize = 5;

/// Template data of a map.
#[derive(Serialize)]
pub(crate) struct MapView {
    /// The visible part of the basemap.
    view_box: String,
    world: i32,
    /// Left edge of each copy of the world in the visible part.
    worlds: Vec<i32>,
    /// The part of the picture that contains all places, in percent.
    share: u8,
    dots: Vec<Dot>,
    markers: Vec<MarkerView>,
    /// The sites that accept participants, as JSON for the nearest-site search; `None` if there is only one.
    candidates: Option<String>,
    panels: Vec<Panel>,
    groups: Vec<GroupView>,
    /// The kinds of markers.
    legend: Vec<LegendEntry>,
    /// Text alternative of the map.
    summary: String,
}

/// A kind of marker, and the statuses that share it.
#[derive(Serialize)]
struct LegendEntry {
    tone: StatusTone,
    statuses: Vec<String>,
}

/// Position of a place in the picture.
#[derive(Serialize)]
struct Dot {
    across: String,
    down: String,
}

/// A marker: a number that opens the panel of its place, or a count that opens the list of its group.
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
    /// The status of the place, or `None` for a group.
    status: Option<StatusBadge>,
    /// Whether a line connects the marker to its dot.
    apart: bool,
}

/// The panel of a place, shown when its marker is selected (D-109).
#[derive(Serialize)]
struct Panel {
    number: usize,
    title: String,
    address: String,
    status: StatusBadge,
    /// Path of the sign-up at this place (D-110).
    sign_up: Option<String>,
}

/// A place that may be the nearest one (D-098).
#[derive(Serialize)]
struct Candidate<'a> {
    number: usize,
    name: &'a str,
    sign_up: Option<&'a str>,
    latitude: f64,
    longitude: f64,
}

impl<'a> Candidate<'a> {
    fn from_place(place: &'a Place) -> Option<Self> {
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
    /// Draws the places with known coordinates. Returns `None` if there are none.
    pub(crate) fn for_places(places: &[Place], frame: Frame) -> Option<Self> {
        let placed: Vec<(&Place, Coordinates)> =
            places.iter().filter_map(|place| Some((place, place.coordinates?))).collect();
        let coordinates: Vec<Coordinates> = placed.iter().map(|(_, coordinates)| *coordinates).collect();
        let layout = Layout::for_places(&coordinates, frame)?;
        let placed: Vec<&Place> = placed.into_iter().map(|(place, _)| place).collect();
        let crop = layout.crop;
        Some(Self {
            view_box: format!("{:.1} {:.1} {:.1} {:.1}", crop.left, crop.top, crop.width, crop.height),
            world: rounded(WORLD),
            worlds: crop.world_left_edges().into_iter().map(rounded).collect(),
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

fn hundredths(fraction: f64) -> String {
    format!("{:.2}%", fraction * 100.0)
}

#[allow(clippy::cast_possible_truncation, reason = "the world is far smaller than 2^31 pixels")]
fn rounded(pixels: f64) -> i32 {
    pixels.round() as i32
}

fn marker_view(marker: &PlacedMarker, places: &[&Place]) -> MarkerView {
    let group: Vec<&Place> = marker.sites.iter().map(|&site| places[site]).collect();
    let is_single = group.len() == 1;
    let (right, below) = (rounded(marker.offset.right), rounded(marker.offset.down));
    let single_label = || {
        let place = group[0];
        let names = [place.site, &place.name].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>();
        format!("Site {}: {}. {}", place.number, names.join(", "), place.status.label)
    };
    MarkerView {
        across: hundredths(marker.at.across),
        down: hundredths(marker.at.down),
        right,
        below,
        width: rounded(if is_single { MARKER } else { WIDE_MARKER }),
        height: rounded(MARKER),
        text: if is_single { group[0].number.to_string() } else { format!("{} sites", group.len()) },
        href: if is_single {
            format!("#place-{}", group[0].number)
        } else {
            format!("#{}", group_id(&group))
        },
        label: if is_single {
            single_label()
        } else {
            format!("{}: {}", group_title(&group), members(&group))
        },
        status: is_single.then(|| group[0].status.clone()),
        apart: is_single && (right, below) != (0, 0),
    }
}

fn candidates(places: &[&Place]) -> Option<String> {
    let accepts_participants =
        |place: &&&Place| matches!(place.status.tone, StatusTone::Open | StatusTone::Soon);
    let candidates: Vec<Candidate> =
        places.iter().filter(accepts_participants).filter_map(|place| Candidate::from_place(place)).collect();
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
    let group: Vec<&Place> = marker.sites.iter().map(|&site| places[site]).collect();
    (group.len() > 1).then(|| GroupView {
        id: group_id(&group),
        title: group_title(&group),
        places: group.iter().map(|place| group_place(place)).collect(),
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

/// Names the first places of a group. Its panel lists all of them.
fn members(places: &[&Place]) -> String {
    let named = places.iter().take(MAX_NAMED).map(|place| {
        let name = if place.site.is_empty() { &place.name } else { place.site };
        format!("{}. {name}", place.number)
    });
    let rest = places.len().saturating_sub(MAX_NAMED);
    let rest = (rest > 0).then(|| format!("and {rest} more"));
    named.chain(rest).collect::<Vec<_>>().join("; ")
}

fn legend(places: &[&Place]) -> Vec<LegendEntry> {
    let mut legend: Vec<LegendEntry> = Vec::new();
    for StatusBadge { label, tone } in places.iter().map(|place| place.status.clone()) {
        match legend.iter_mut().find(|entry| entry.tone == tone) {
            Some(known) if known.statuses.contains(&label) => {}
            Some(known) => known.statuses.push(label),
            None => legend.push(LegendEntry { tone, statuses: vec![label] }),
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
