//! Markers that would cover one another, moved apart.
//!
//! A marker has a size in pixels and stands beside its place, which is a share of the picture. Two markers
//! are parted in the direction in which their places lie, so that they stay apart when the picture grows
//! and their places move away from each other.

/// How often all pairs are looked at before there is said to be no room.
const ROUNDS: usize = 200;
/// Two markers have this much between them; a part of it is their outline.
const GAP: f64 = 5.0;

/// A marker at its place in a picture of some size, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Marker {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// How far it may stand from its place.
    pub(crate) reach: f64,
}

/// The rectangle that markers have to keep inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// How far a marker stands from its place, right and down.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Offset {
    pub(crate) right: f64,
    pub(crate) down: f64,
}

/// How far each marker has to move; nothing when there is no room.
pub(crate) fn spread(markers: &[Marker], bounds: Bounds) -> Option<Vec<Offset>> {
    let mut moved = markers.to_vec();
    for _ in 0..ROUNDS {
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

/// Moves each pair that is too close by half of what is missing; whether there was one.
fn push_apart(places: &[Marker], moved: &mut [Marker]) -> bool {
    let mut any = false;
    for second in 1..moved.len() {
        for first in 0..second {
            let missing = missing([&places[first], &places[second]], [&moved[first], &moved[second]]);
            let Some(Offset { right, down }) = missing else { continue };
            any = true;
            if right.abs() < down.abs() {
                moved[first].x -= right / 2.0;
                moved[second].x += right / 2.0;
            } else {
                moved[first].y -= down / 2.0;
                moved[second].y += down / 2.0;
            }
        }
    }
    any
}

/// Brings each marker back towards its place, as far as the others leave room.
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
                    && missing(
                        in_order(pair, other < index),
                        in_order([&moved[other], &nearer], other < index),
                    )
                    .is_some()
            };
            if !(0..moved.len()).any(touches) {
                moved[index] = nearer;
                break;
            }
        }
    }
}

fn in_order([other, own]: [&Marker; 2], other_first: bool) -> [&Marker; 2] {
    if other_first { [other, own] } else { [own, other] }
}

/// What two markers lack to be apart, to the right or down of the first; nothing when they are apart.
fn missing(places: [&Marker; 2], [first, second]: [&Marker; 2]) -> Option<Offset> {
    let right = order(places[0].x, places[1].x);
    let down = order(places[0].y, places[1].y);
    let missing_right = f64::midpoint(first.width, second.width) + GAP - right * (second.x - first.x);
    let missing_down = f64::midpoint(first.height, second.height) + GAP - down * (second.y - first.y);
    (missing_right >= 0.01 && missing_down >= 0.01)
        .then_some(Offset { right: right * missing_right, down: down * missing_down })
}

/// Whether the second place comes after the first, 1, or before it, -1.
fn order(first: f64, second: f64) -> f64 {
    if second < first { -1.0 } else { 1.0 }
}

fn keep_inside(marker: &mut Marker, bounds: Bounds) {
    let (x, y) = (marker.width / 2.0, marker.height / 2.0);
    marker.x = marker.x.min(bounds.right - x).max(bounds.left + x);
    marker.y = marker.y.min(bounds.bottom - y).max(bounds.top + y);
}

/// The way from a place to its marker; nothing when it is too far.
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
    fn a_marker_with_room_stays_at_its_place() {
        let alone = markers(&[(100.0, 100.0), (200.0, 100.0)]);
        assert_eq!(spread(&alone, BOUNDS), Some(vec![Offset::default(); 2]));
    }

    #[test]
    fn two_at_one_place_stand_beside_each_other() {
        let offsets = spread(&markers(&[(100.0, 100.0), (100.0, 100.0)]), BOUNDS);
        assert_eq!(offsets.map(|offsets| offsets[1].down - offsets[0].down), Some(37.0));
    }

    #[test]
    fn too_many_at_one_place_have_no_room() {
        assert_eq!(spread(&markers(&[(100.0, 100.0); 30]), BOUNDS), None);
    }

    proptest! {
        #[test]
        fn markers_never_touch_and_stay_inside_in_a_picture_of_any_greater_size(
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
