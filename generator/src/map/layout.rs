//! A map as a whole: what it shows, and where its markers stand.

use waypoint_domain::coordinates::Coordinates;

use super::{
    crop::{Crop, Frame, PicturePoint},
    mercator::{PlanePoint, project, side_by_side},
    spread::{Bounds, Marker, Offset, spread},
};

/// The width of the narrowest box that a map stands in.
const NARROWEST: f64 = 276.0;
/// Sites that are closer than this on the plane, half a kilometer, are at the same place.
const SAME_PLACE: f64 = 0.06;
/// The size of the marker of one site, and the width of one that stands for several.
pub(crate) const MARKER: f64 = 32.0;
pub(crate) const WIDE_MARKER: f64 = 72.0;
/// What markers keep from the edge, so that their outlines are whole.
const OUTLINE: f64 = 3.0;
/// How far they may stand from their places; a line leads from the first to its place, none from the second.
const REACH: f64 = 64.0;
const WIDE_REACH: f64 = 28.0;

/// A map of sites.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layout {
    pub(crate) crop: Crop,
    /// Where each site is, in the order of the sites.
    pub(crate) dots: Vec<PicturePoint>,
    /// The markers, by the first of their sites.
    pub(crate) markers: Vec<PlacedMarker>,
}

/// A marker that stands for one site, or for several that are too close to be told apart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedMarker {
    /// The sites, by their index.
    pub(crate) sites: Vec<usize>,
    pub(crate) at: PicturePoint,
    pub(crate) offset: Offset,
}

/// Sites that share a marker.
#[derive(Debug, Clone)]
struct Group {
    sites: Vec<usize>,
    center: PlanePoint,
}

impl Layout {
    /// The map of these places; nothing without any.
    pub(crate) fn of(places: &[Coordinates], frame: Frame) -> Option<Self> {
        let points = side_by_side(&places.iter().copied().map(project).collect::<Vec<_>>());
        let crop = Crop::around(&points, frame)?;
        let mut groups = each_alone(&points);
        join_closest(&mut groups, &points, SAME_PLACE);
        let offsets = loop {
            if let Some(offsets) = room(&groups, &crop, frame) {
                break offsets;
            }
            if groups.len() < 2 {
                break vec![Offset::default(); groups.len()];
            }
            join_one(&mut groups, &points);
        };
        let mut markers: Vec<PlacedMarker> = groups
            .into_iter()
            .zip(offsets)
            .map(|(group, offset)| PlacedMarker { at: crop.place(group.center), sites: group.sites, offset })
            .collect();
        markers.sort_by(|a, b| a.sites.cmp(&b.sites));
        Some(Self { crop, dots: points.into_iter().map(|point| crop.place(point)).collect(), markers })
    }
}

/// How far the markers have to move to stand apart on the narrowest screen.
fn room(groups: &[Group], crop: &Crop, frame: Frame) -> Option<Vec<Offset>> {
    let width = NARROWEST / f64::from(crop.share) * 100.0;
    let height = width * frame.height / frame.width;
    let shown = crop.shown();
    let bounds = Bounds {
        left: shown.start() * width + OUTLINE,
        top: shown.start() * height + OUTLINE,
        right: shown.end() * width - OUTLINE,
        bottom: shown.end() * height - OUTLINE,
    };
    let marker = |group: &Group| {
        let at = crop.place(group.center);
        let (size, reach) = if group.sites.len() == 1 { (MARKER, REACH) } else { (WIDE_MARKER, WIDE_REACH) };
        Marker { x: at.across * width, y: at.down * height, width: size, height: MARKER, reach }
    };
    spread(&groups.iter().map(marker).collect::<Vec<_>>(), bounds)
}

fn each_alone(points: &[PlanePoint]) -> Vec<Group> {
    points.iter().enumerate().map(|(index, &center)| Group { sites: vec![index], center }).collect()
}

/// Joins groups until no two of them are closer than this.
fn join_closest(groups: &mut Vec<Group>, points: &[PlanePoint], distance: f64) {
    while closest(groups).is_some_and(|(_, _, apart)| apart < distance) {
        join_one(groups, points);
    }
}

/// Joins the two groups that are closest to each other.
fn join_one(groups: &mut Vec<Group>, points: &[PlanePoint]) {
    let Some((first, second, _)) = closest(groups) else { return };
    let mut sites = groups.remove(second).sites;
    sites.extend(groups[first].sites.iter().copied());
    sites.sort_unstable();
    groups[first] = Group { center: center(&sites, points), sites };
}

/// The two groups that are closest to each other, the first of them first, and how far they are apart.
fn closest(groups: &[Group]) -> Option<(usize, usize, f64)> {
    let pairs = (1..groups.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs
        .map(|(first, second)| {
            let (a, b) = (groups[first].center, groups[second].center);
            (first, second, (a.x - b.x).hypot(a.y - b.y))
        })
        .min_by(|a, b| a.2.total_cmp(&b.2))
}

#[allow(clippy::cast_precision_loss, reason = "a map has far fewer sites than 2^52")]
fn center(sites: &[usize], points: &[PlanePoint]) -> PlanePoint {
    let sum = sites.iter().fold((0.0, 0.0), |(x, y), &site| (x + points[site].x, y + points[site].y));
    let count = sites.len() as f64;
    PlanePoint { x: sum.0 / count, y: sum.1 / count }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use proptest::prelude::*;

    use super::super::crop::{ABOVE, BESIDE};
    use super::*;

    fn place((latitude, longitude): (f64, f64)) -> Coordinates {
        Coordinates::of(Some(latitude), Some(longitude)).unwrap().unwrap()
    }

    #[test]
    fn sites_of_one_place_share_a_marker() {
        let places = [(41.5, -81.7), (34.05, -118.2), (41.5, -81.7)].map(place);
        let layout = Layout::of(&places, BESIDE).unwrap();
        let sites: Vec<_> = layout.markers.iter().map(|marker| marker.sites.clone()).collect();
        assert_eq!(sites, [vec![0, 2], vec![1]]);
    }

    #[test]
    fn sites_of_neighboring_towns_keep_markers_of_their_own() {
        let places =
            [(40.77, -79.53), (40.82, -79.52), (40.44, -79.99), (34.05, -118.2), (25.9, -80.2)].map(place);
        assert_eq!(Layout::of(&places, BESIDE).unwrap().markers.len(), 5);
    }

    #[test]
    fn a_map_without_sites_is_none() {
        assert_eq!(Layout::of(&[], BESIDE), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn each_site_has_one_marker_and_every_marker_lies_inside_the_view(
            places in prop::collection::vec((-75.0..=75.0, -180.0..=180.0), 1..40),
            above in any::<bool>(),
        ) {
            let places: Vec<Coordinates> = places.into_iter().map(place).collect();
            let layout = Layout::of(&places, if above { ABOVE } else { BESIDE }).unwrap();
            let mut sites: Vec<usize> = layout.markers.iter().flat_map(|m| m.sites.clone()).collect();
            sites.sort_unstable();
            prop_assert_eq!(sites, (0..places.len()).collect::<Vec<_>>());
            for marker in &layout.markers {
                prop_assert!(layout.crop.shown().contains(&marker.at.across));
                prop_assert!(layout.crop.shown().contains(&marker.at.down));
            }
        }
    }
}
