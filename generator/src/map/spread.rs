//! Moves overlapping markers apart.
//!
//! A marker has a size in pixels, while its place is a fraction of the picture. Two markers are separated in the
//! direction of their places. They therefore stay apart in a larger picture, where the places are farther apart.

/// Maximum number of passes over all pairs before giving up.
const MAX_ROUNDS: usize = 200;
/// Space between two markers, including their outlines.
const GAP: f64 = 5.0;

/// A marker at its place in a picture of a given size, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Marker {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Maximum distance from its place.
    pub(crate) reach: f64,
}

/// The rectangle that must contain all markers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// Distance of a marker from its place, right and down.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Offset {
    pub(crate) right: f64,
    pub(crate) down: f64,
}

/// Returns the offset of each marker, or `None` if there is no room.
pub(crate) fn spread(markers: &[Marker], bounds: Bounds) -> Option<Vec<Offset>> {
    let mut moved = markers.to_vec();
    for _ in 0..MAX_ROUNDS {
        for marker in &mut moved {
            keep_inside(marker, bounds);
        }
        if !push_apart(markers, &mut moved) {
            pull_back(markers, &mut moved, bounds);
            return markers.iter().zip(&moved).map(|(from, to)| offset(from, to)).collect();
        }
    }
    None
}

/// Moves both markers of each overlapping pair by half of the overlap. Returns whether any pair overlapped.
fn push_apart(places: &[Marker], moved: &mut [Marker]) -> bool {
    let mut moved_any = false;
    for second in 1..moved.len() {
        for first in 0..second {
            let overlap = overlap([&places[first], &places[second]], [&moved[first], &moved[second]]);
            let Some(Offset { right, down }) = overlap else { continue };
            moved_any = true;
            if right.abs() < down.abs() {
                moved[first].x -= right / 2.0;
                moved[second].x += right / 2.0;
            } else {
                moved[first].y -= down / 2.0;
                moved[second].y += down / 2.0;
            }
        }
    }
    moved_any
}

/// Moves each marker back toward its place as far as the other markers allow.
fn pull_back(places: &[Marker], moved: &mut [Marker], bounds: Bounds) {
    for index in 0..moved.len() {
        let (place, now) = (places[index], moved[index]);
        for part in [0.0, 0.25, 0.5, 0.75] {
            let (x, y) = (place.x + (now.x - place.x) * part, place.y + (now.y - place.y) * part);
            let mut nearer = Marker { x, y, ..now };
            keep_inside(&mut nearer, bounds);
            let touches = |other: usize| {
                let pair = [&places[other], &places[index]];
                other != index
                    && overlap(ordered(pair, other < index), ordered([&moved[other], &nearer], other < index))
                        .is_some()
            };
            if !(0..moved.len()).any(touches) {
                moved[index] = nearer;
                break;
            }
        }
    }
}

fn ordered([other, own]: [&Marker; 2], other_first: bool) -> [&Marker; 2] {
    if other_first { [other, own] } else { [own, other] }
}

/// The overlap of two markers, including the gap, to the right of or below the first; `None` if they are apart.
fn overlap(places: [&Marker; 2], [first, second]: [&Marker; 2]) -> Option<Offset> {
    let right = direction(places[0].x, places[1].x);
    let down = direction(places[0].y, places[1].y);
    let overlap_right = f64::midpoint(first.width, second.width) + GAP - right * (second.x - first.x);
    let overlap_down = f64::midpoint(first.height, second.height) + GAP - down * (second.y - first.y);
    (overlap_right >= 0.01 && overlap_down >= 0.01)
        .then_some(Offset { right: right * overlap_right, down: down * overlap_down })
}

/// Returns -1 if the second place is before the first, otherwise 1.
fn direction(first: f64, second: f64) -> f64 {
    if second < first { -1.0 } else { 1.0 }
}

fn keep_inside(marker: &mut Marker, bounds: Bounds) {
    let (x, y) = (marker.width / 2.0, marker.height / 2.0);
    marker.x = marker.x.min(bounds.right - x).max(bounds.left + x);
    marker.y = marker.y.min(bounds.bottom - y).max(bounds.top + y);
}

/// The offset of a marker from its place, or `None` if it is out of reach.
fn offset(from: &Marker, to: &Marker) -> Option<Offset> {
    let (right, down) = (to.x - from.x, to.y - from.y);
    (right.hypot(down) <= from.reach).then_some(Offset { right, down })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOUNDS: Bounds = Bounds { left: 0.0, top: 0.0, right: 300.0, bottom: 200.0 };

    fn markers(places: &[(f64, f64)]) -> Vec<Marker> {
        places.iter().map(|&(x, y)| Marker { x, y, width: 32.0, height: 32.0, reach: 64.0 }).collect()
    }

    #[test]
    fn marker_with_room_stays_at_its_place() {
        let alone = markers(&[(100.0, 100.0), (200.0, 100.0)]);
        assert_eq!(spread(&alone, BOUNDS), Some(vec![Offset::default(); 2]));
    }

    #[test]
    fn two_markers_at_one_place_are_stacked() {
        let offsets = spread(&markers(&[(100.0, 100.0), (100.0, 100.0)]), BOUNDS);
        assert_eq!(offsets.map(|offsets| offsets[1].down - offsets[0].down), Some(37.0));
    }

    #[test]
    fn too_many_markers_at_one_place_have_no_room() {
        assert_eq!(spread(&markers(&[(100.0, 100.0); 30]), BOUNDS), None);
    }

    proptest! {
        #[test]
        fn markers_never_touch_and_stay_inside_a_picture_of_any_larger_size(
            places in prop::collection::vec((0.05..0.95, 0.1..0.9), 1..12),
            growth in 1.0..4.0,
        ) {
            let places: Vec<(f64, f64)> = places;
            let at = |scale: f64| -> Vec<Marker> {
                markers(&places.iter().map(|(x, y)| (x * 300.0 * scale, y * 200.0 * scale)).collect::<Vec<_>>())
            };
            if let Some(offsets) = spread(&at(1.0), BOUNDS) {
                let grown: Vec<(f64, f64)> =
                    at(growth).iter().zip(&offsets).map(|(m, o)| (m.x + o.right, m.y + o.down)).collect();
                for (index, a) in grown.iter().enumerate() {
                    prop_assert!(a.0 > 15.9 && a.0 < 300.0 * growth - 15.9 && a.1 > 15.9 && a.1 < 200.0 * growth - 15.9);
                    for b in &grown[..index] {
                        prop_assert!((a.0 - b.0).abs() > 36.9 || (a.1 - b.1).abs() > 36.9, "{a:?} {b:?}");
                    }
                }
            }
        }
    }
}
