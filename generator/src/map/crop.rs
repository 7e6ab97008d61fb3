//! The visible part of the map plane.

use std::ops::RangeInclusive;

use super::mercator::{PlanePoint, WORLD};

/// Maximum share of the visible part that the sites may span, across and down. The rest is margin.
const MAX_SPAN: (f64, f64) = (0.82, 0.68);
/// The shares of the picture, in percent, that narrow screens may show.
const SHARES: [u8; 4] = [50, 65, 80, 100];

/// Size of a map picture in pixels, at its widest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The height that wide screens show, around the vertical center.
    pub(crate) shown_height: f64,
}

/// The map beside the list of a trial's sites.
pub(crate) const BESIDE_LIST: Frame = Frame { width: 720.0, height: 480.0, shown_height: 480.0 };
/// The map above a list: 1100 × 400 pixels on wide screens, and relatively higher on narrow ones.
pub(crate) const ABOVE_LIST: Frame = Frame { width: 1100.0, height: 700.0, shown_height: 400.0 };

/// A part of the plane. It may extend beyond the right edge of the world, where the world repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crop {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The share around the center, in percent, that contains all sites.
    pub(crate) share: u8,
}

/// A point of the picture, as fractions of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PicturePoint {
    pub(crate) across: f64,
    pub(crate) down: f64,
}

impl Crop {
    /// Returns the part around these points, or `None` without points.
    ///
    /// It never exceeds zoom level 4 at the frame's full width. It is never wider than the world unless sites near
    /// both poles require it.
    pub(crate) fn around(points: &[PlanePoint], frame: Frame) -> Option<Self> {
        let (left, right) = extent(points.iter().map(|point| point.x))?;
        let (top, bottom) = extent(points.iter().map(|point| point.y))?;
        let (across, down) = ((right - left) / MAX_SPAN.0, (bottom - top) / MAX_SPAN.1);
        let wide_enough = across.clamp(frame.width, WORLD);
        let high_enough = down * frame.width / frame.shown_height;
        let width = wide_enough.max(high_enough);
        let height = width * frame.height / frame.width;
        let needed = (across.min(width) / width).max(down / height) * 100.0;
        let share = SHARES.into_iter().find(|share| f64::from(*share) >= needed).unwrap_or(100);
        Some(Self {
            left: f64::midpoint(left, right) - width / 2.0,
            top: f64::midpoint(top, bottom) - height / 2.0,
            width,
            height,
            share,
        })
    }

    /// Converts a point of the plane to a point of the picture.
    pub(crate) fn place(&self, point: PlanePoint) -> PicturePoint {
        PicturePoint { across: (point.x - self.left) / self.width, down: (point.y - self.top) / self.height }
    }

    /// The left edge of each copy of the world that the picture shows.
    pub(crate) fn world_left_edges(&self) -> Vec<f64> {
        let mut left = (self.left / WORLD).floor() * WORLD;
        let mut worlds = Vec::new();
        while left < self.left + self.width {
            worlds.push(left);
            left += WORLD;
        }
        worlds
    }

    /// The range of the picture, across and down, that narrow screens show.
    pub(crate) fn shown(&self) -> RangeInclusive<f64> {
        let half = f64::from(self.share) / 200.0;
        0.5 - half..=0.5 + half
    }
}

fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extent, value| {
        let (least, most) = extent.unwrap_or((value, value));
        Some((value.min(least), value.max(most)))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use proptest::prelude::*;
    use waypoint_domain::coordinates::Coordinates;

    use super::super::mercator::{project, side_by_side};
    use super::*;

    type Places = &'static [(f64, f64)];

    const AROUND_THE_WORLD: [(f64, f64); 6] =
        [(1.0, -170.0), (1.0, -110.0), (1.0, -50.0), (1.0, 10.0), (1.0, 70.0), (1.0, 130.0)];

    const LOS_ANGELES: (f64, f64) = (34.05, -118.22);
    const NEW_JERSEY: (f64, f64) = (39.97, -74.58);

    fn points(places: &[(f64, f64)]) -> Vec<PlanePoint> {
        let project =
            |&(north, east): &(f64, f64)| Coordinates::new(Some(north), Some(east)).unwrap().map(project);
        side_by_side(&places.iter().filter_map(project).collect::<Vec<_>>())
    }

    #[test]
    fn crop_fits_its_sites() {
        let table: [(&str, Places, f64, u8); 6] = [
            ("one site, at zoom level 4", &[LOS_ANGELES], 720.0, 50),
            ("two sites of one city", &[LOS_ANGELES, (34.01, -118.48)], 720.0, 50),
            ("from coast to coast", &[LOS_ANGELES, NEW_JERSEY], 720.0, 100),
            ("both sides of the Pacific", &[LOS_ANGELES, (35.7, 139.7)], 1416.0, 100),
            ("both sides of the Atlantic", &[NEW_JERSEY, (48.1, 11.6)], 1196.0, 100),
            ("all around the world", &AROUND_THE_WORLD, 4096.0, 100),
        ];
        for (name, places, width, share) in table {
            let crop = Crop::around(&points(places), BESIDE_LIST).unwrap();
            assert!((crop.width - width).abs() < 5.0, "{name}: {crop:?}");
            assert!((crop.height / crop.width - 2.0 / 3.0).abs() < 1e-9, "{name}");
            assert_eq!(crop.share, share, "{name}");
        }
        assert_eq!(Crop::around(&[], BESIDE_LIST), None);
    }

    #[test]
    fn crop_across_the_date_line_shows_two_worlds() {
        let pacific = Crop::around(&points(&[(35.7, 139.7), (34.05, -118.2)]), BESIDE_LIST).unwrap();
        assert_eq!(pacific.world_left_edges(), [0.0, WORLD]);
        let america = Crop::around(&points(&[(34.05, -118.2)]), BESIDE_LIST).unwrap();
        assert_eq!(america.world_left_edges(), [0.0]);
    }

    proptest! {
        #[test]
        fn every_site_is_visible_on_any_screen(
            places in prop::collection::vec((-90.0..=90.0, -180.0..=180.0), 1..70),
            above in any::<bool>(),
        ) {
            let frame = if above { ABOVE_LIST } else { BESIDE_LIST };
            let points = points(&places);
            prop_assume!(!points.is_empty());
            let crop = Crop::around(&points, frame).unwrap();
            let band = frame.shown_height / frame.height / 2.0;
            for point in points {
                let at = crop.place(point);
                prop_assert!(crop.shown().contains(&at.across) && crop.shown().contains(&at.down), "{at:?} in {crop:?}");
                prop_assert!((at.down - 0.5).abs() <= band, "{at:?} in {crop:?}");
            }
        }

        #[test]
        fn crop_never_exceeds_zoom_level_4(
            places in prop::collection::vec((-60.0..=60.0, -180.0..=180.0), 1..20),
        ) {
            let crop = Crop::around(&points(&places), BESIDE_LIST).unwrap();
            prop_assert!(crop.width >= BESIDE_LIST.width && crop.width <= WORLD);
        }
    }
}
