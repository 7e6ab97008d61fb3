//! The layout of a map: its visible part, and the positions of its markers.

use waypoint_domain::coordinates::Coordinates;

use super::{
    crop::{Crop, Frame, PicturePoint},
    mercator::{PlanePoint, project, side_by_side},
    spread::{Bounds, Marker, Offset, spread},
};

/// Width of the narrowest map, in pixels.
const MIN_WIDTH: f64 = 276.0;
/// Sites closer than this on the plane (half a kilometer) count as the same place.
const SAME_PLACE: f64 = 0.06;
/// Size of a marker for one site, in pixels.
pub(crate) const MARKER: f64 = 32.0;
/// Width of a marker for several sites, in pixels.
pub(crate) const WIDE_MARKER: f64 = 72.0;
/// Distance of markers from the edge, which leaves room for their outlines.
const OUTLINE: f64 = 3.0;
/// Maximum distance of a marker for one site from its place. A line connects them.
const REACH: f64 = 64.0;
/// Maximum distance of a marker for several sites from their place. It has no line.
const WIDE_REACH: f64 = 28.0;

/// A map of sites.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layout {
    pub(crate) crop: Crop,
    /// The position of each site, in the order of the sites.
    pub(crate) dots: Vec<PicturePoint>,
    /// The markers, ordered by their first site.
    pub(crate) markers: Vec<PlacedMarker>,
}

/// A marker for one site, or for several that are too close to each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedMarker {
    /// Indexes of the sites.
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
    /// Lays out a map of these places. Returns `None` without places.
    pub(crate) fn for_places(places: &[Coordinates], frame: Frame) -> Option<Self> {
        let points = side_by_side(&places.iter().copied().map(project).collect::<Vec<_>>());
        let crop = Crop::around(&points, frame)?;
        let mut groups = single_groups(&points);
        join_closest(&mut groups, &points, SAME_PLACE);
        let offsets = loop {
            if let Some(offsets) = fit_markers(&groups, &crop, frame) {
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

/// Offsets that keep the markers apart on the narrowest screen, or `None` if they don't fit.
fn fit_markers(groups: &[Group], crop: &Crop, frame: Frame) -> Option<Vec<Offset>> {
    let width = MIN_WIDTH / f64::from(crop.share) * 100.0;
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

fn single_groups(points: &[PlanePoint]) -> Vec<Group> {
    points.iter().enumerate().map(|(index, &center)| Group { sites: vec![index], center }).collect()
}

/// Joins groups until all are at least this far apart.
fn join_closest(groups: &mut Vec<Group>, points: &[PlanePoint], distance: f64) {
    while closest(groups).is_some_and(|(_, _, apart)| apart < distance) {
        join_one(groups, points);
    }
}

/// Joins the two closest groups.
fn join_one(groups: &mut Vec<Group>, points: &[PlanePoint]) {
    let Some((first, second, _)) = closest(groups) else { return };
    let mut sites = groups.remove(second).sites;
    sites.extend(groups[first].sites.iter().copied());
    sites.sort_unstable();
    groups[first] = Group { center: center(&sites, points), sites };
}

/// Returns the indexes of the two closest groups, lower index first, and their distance.
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

    use super::super::crop::{ABOVE_LIST, BESIDE_LIST};
    use super::*;

    fn place((latitude, longitude): (f64, f64)) -> Coordinates {
        Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap()
    }

    #[test]
    fn sites_at_one_place_share_a_marker() {
        let places = [(41.5, -81.7), (34.05, -118.2), (41.5, -81.7)].map(place);
        let layout = Layout::for_places(&places, BESIDE_LIST).unwrap();
        let sites: Vec<_> = layout.markers.iter().map(|marker| marker.sites.clone()).collect();
        assert_eq!(sites, [vec![0, 2], vec![1]]);
    }

    #[test]
    fn sites_of_neighboring_towns_have_separate_markers() {
        let places =
            [(40.77, -79.53), (40.82, -79.52), (40.44, -79.99), (34.05, -118.2), (25.9, -80.2)].map(place);
        assert_eq!(Layout::for_places(&places, BESIDE_LIST).unwrap().markers.len(), 5);
    }

    #[test]
    fn map_without_sites_is_none() {
        assert_eq!(Layout::for_places(&[], BESIDE_LIST), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn each_site_has_one_marker_and_every_marker_is_visible(
            places in prop::collection::vec((-75.0..=75.0, -180.0..=180.0), 1..40),
            above in any::<bool>(),
        ) {
            let places: Vec<Coordinates> = places.into_iter().map(place).collect();
            let layout = Layout::for_places(&places, if above { ABOVE_LIST } else { BESIDE_LIST }).unwrap();
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
