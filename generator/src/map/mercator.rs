//! Web Mercator projection, the same as in `site/maps/mercator.ts` for the basemap.

use std::f64::consts::PI;

use waypoint_domain::coordinates::Coordinates;

/// Width and height of the world: its pixels at zoom level 4, the closest zoom of a map.
pub(crate) const WORLD: f64 = 4096.0;
/// The northern and southern limit of Web Mercator, in degrees.
const MAX_LATITUDE: f64 = 85.051_129;

/// A point of the plane, measured right and down from the world's upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlanePoint {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// Projects a place onto the plane.
pub(crate) fn project(place: Coordinates) -> PlanePoint {
    let latitude = place.latitude().clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians();
    let north = latitude.tan().asinh() / PI;
    PlanePoint { x: (place.longitude() + 180.0) / 360.0 * WORLD, y: (1.0 - north) / 2.0 * WORLD }
}

/// Shifts points across the date line so that the widest gap between them is outside. For example, places on both
/// sides of the Pacific become neighbors, with the eastern ones beyond the right edge.
pub(crate) fn side_by_side(points: &[PlanePoint]) -> Vec<PlanePoint> {
    let mut across: Vec<f64> = points.iter().map(|point| point.x).collect();
    across.sort_by(f64::total_cmp);
    let last_gap = across.first().zip(across.last()).map_or(0.0, |(first, last)| first + WORLD - last);
    let widest = across
        .windows(2)
        .map(|pair| (pair[1] - pair[0], pair[1]))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(gap, _)| *gap > last_gap);
    let first = widest.map_or(0.0, |(_, first)| first);
    points.iter().map(|p| PlanePoint { x: if p.x < first { p.x + WORLD } else { p.x }, y: p.y }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> PlanePoint {
        project(Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap())
    }

    #[test]
    fn cities_match_other_maps_at_zoom_level_4() {
        let table = [
            ("Los Angeles", 34.0522, -118.2437, 702.6, 1635.6),
            ("London", 51.5072, -0.1276, 2046.5, 1362.0),
            ("Sydney", -33.8688, 151.2093, 3768.4, 2457.8),
        ];
        for (city, latitude, longitude, x, y) in table {
            let point = at(latitude, longitude);
            assert!((point.x - x).abs() < 0.5 && (point.y - y).abs() < 0.5, "{city}: {point:?}");
        }
    }

    #[test]
    fn poles_are_at_the_edges() {
        assert!(at(90.0, 10.0).y.abs() < 0.01 && (at(-90.0, 10.0).y - WORLD).abs() < 0.01);
    }

    #[test]
    fn places_on_both_sides_of_the_pacific_become_neighbors() {
        let [tokyo, los_angeles] = [at(35.7, 139.7), at(34.1, -118.2)];
        let points = side_by_side(&[tokyo, los_angeles]);
        assert_eq!(points[0], tokyo);
        assert!((points[1].x - points[0].x) < WORLD / 3.0 && points[1].x > points[0].x);
    }

    #[test]
    fn places_on_both_sides_of_the_atlantic_do_not_move() {
        let points = [at(40.7, -74.0), at(51.5, -0.1), at(26.1, 85.4)];
        assert_eq!(side_by_side(&points), points);
        assert!(side_by_side(&[]).is_empty());
    }
}
