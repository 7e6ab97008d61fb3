//! Binary records of cities and ZIP codes. They have fixed lengths and are read in place.

/// The resolution of coordinates, in steps per degree: about eleven meters.
const STEPS_PER_DEGREE: f64 = 10_000.0;

/// The record of a city.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct City {
    /// Steps north of the south pole, and east of the date line.
    pub(crate) place: (u32, u32),
    pub(crate) population: u32,
    /// The offset of its name.
    pub(crate) name: u32,
    /// The index of its region.
    pub(crate) region: u16,
}

/// A ZIP code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Zip {
    pub(crate) code: u32,
    pub(crate) place: (u32, u32),
    pub(crate) name: u32,
    pub(crate) region: u16,
}

impl City {
    pub(crate) const LENGTH: usize = 15;

    #[allow(dead_code, reason = "only the build script uses it")]
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        write_u24(self.place.0, out);
        write_u24(self.place.1, out);
        write_u24(self.name, out);
        out.extend(self.population.to_le_bytes());
        out.extend(self.region.to_le_bytes());
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (population, region) = (bytes.get(9..13)?, bytes.get(13..15)?);
        Some(Self {
            place: (read_u24(bytes, 0)?, read_u24(bytes, 3)?),
            name: read_u24(bytes, 6)?,
            population: u32::from_le_bytes(population.try_into().ok()?),
            region: u16::from_le_bytes(region.try_into().ok()?),
        })
    }
}

impl Zip {
    pub(crate) const LENGTH: usize = 14;

    #[allow(dead_code, reason = "only the build script uses it")]
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        for number in [self.code, self.place.0, self.place.1, self.name] {
            write_u24(number, out);
        }
        out.extend(self.region.to_le_bytes());
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let region = bytes.get(12..14)?;
        Some(Self {
            code: read_u24(bytes, 0)?,
            place: (read_u24(bytes, 3)?, read_u24(bytes, 6)?),
            name: read_u24(bytes, 9)?,
            region: u16::from_le_bytes(region.try_into().ok()?),
        })
    }
}

/// Converts degrees to steps.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the degrees are within bounds")]
pub(crate) fn steps(latitude: f64, longitude: f64) -> (u32, u32) {
    (
        ((latitude + 90.0) * STEPS_PER_DEGREE).round() as u32,
        ((longitude + 180.0) * STEPS_PER_DEGREE).round() as u32,
    )
}

/// Converts steps to degrees.
pub(crate) fn degrees(place: (u32, u32)) -> (f64, f64) {
    (f64::from(place.0) / STEPS_PER_DEGREE - 90.0, f64::from(place.1) / STEPS_PER_DEGREE - 180.0)
}

/// Returns the band of one degree of latitude that contains a place.
pub(crate) fn band(place: (u32, u32)) -> u32 {
    place.0 / 10_000
}

#[allow(dead_code, reason = "only the build script uses it")]
fn write_u24(number: u32, out: &mut Vec<u8>) {
    out.extend(&number.to_le_bytes()[..3]);
}

fn read_u24(bytes: &[u8], at: usize) -> Option<u32> {
    let three: &[u8; 3] = bytes.get(at..at + 3)?.try_into().ok()?;
    Some(three.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}
