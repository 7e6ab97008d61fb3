//! The average location of people.

use crate::record::steps;

/// A population-weighted sum of locations, as vectors from the center of the Earth.
#[derive(Default, Clone)]
pub(crate) struct Middle {
    sum: [f64; 3],
    people: u64,
}

impl Middle {
    pub(crate) fn add(&mut self, latitude: f64, longitude: f64, people: u32) {
        let (north, east) = (latitude.to_radians(), longitude.to_radians());
        let arrow = [north.cos() * east.cos(), north.cos() * east.sin(), north.sin()];
        for (sum, part) in self.sum.iter_mut().zip(arrow) {
            *sum += part * f64::from(people.max(1));
        }
        self.people += u64::from(people);
    }

    pub(crate) fn place(&self) -> (u32, u32) {
        let [x, y, z] = self.sum;
        steps(z.atan2(x.hypot(y)).to_degrees(), y.atan2(x).to_degrees())
    }

    pub(crate) fn people(&self) -> u32 {
        u32::try_from(self.people).unwrap_or(u32::MAX)
    }
}
