//! Cities and ZIP codes as they stand in the binary: records of one length each, read where they are.

/// Steps of a degree that a record can tell apart: eleven meters.
const STEPS: f64 = 10_000.0;

/// A city.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct City {
    /// Steps north of the south pole and east of the date line.
    pub(crate) place: (u32, u32),
    pub(crate) population: u32,
    /// Where its name begins among the names.
    pub(crate) name: u32,
    /// Which of the regions it is in.
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

    #[allow(dead_code, reason = "the table is made with it")]
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        three(self.place.0, out);
        three(self.place.1, out);
        three(self.name, out);
        out.extend(self.population.to_le_bytes());
        out.extend(self.region.to_le_bytes());
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (population, region) = (bytes.get(9..13)?, bytes.get(13..15)?);
        Some(Self {
            place: (three_at(bytes, 0)?, three_at(bytes, 3)?),
            name: three_at(bytes, 6)?,
            population: u32::from_le_bytes(population.try_into().ok()?),
            region: u16::from_le_bytes(region.try_into().ok()?),
        })
    }
}

impl Zip {
    pub(crate) const LENGTH: usize = 14;

    #[allow(dead_code, reason = "the table is made with it")]
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        for number in [self.code, self.place.0, self.place.1, self.name] {
            three(number, out);
        }
        out.extend(self.region.to_le_bytes());
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let region = bytes.get(12..14)?;
        Some(Self {
            code: three_at(bytes, 0)?,
            place: (three_at(bytes, 3)?, three_at(bytes, 6)?),
            name: three_at(bytes, 9)?,
            region: u16::from_le_bytes(region.try_into().ok()?),
        })
    }
}

/// Degrees north and east as steps.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the degrees are in their bounds")]
pub(crate) fn steps(latitude: f64, longitude: f64) -> (u32, u32) {
    (((latitude + 90.0) * STEPS).round() as u32, ((longitude + 180.0) * STEPS).round() as u32)
}

/// Steps as degrees north and east.
pub(crate) fn degrees(place: (u32, u32)) -> (f64, f64) {
    (f64::from(place.0) / STEPS - 90.0, f64::from(place.1) / STEPS - 180.0)
}

/// In which of the bands of one degree that go round the globe it lies.
pub(crate) fn band(place: (u32, u32)) -> u32 {
    place.0 / 10_000
}

#[allow(dead_code, reason = "the table is made with it")]
fn three(number: u32, out: &mut Vec<u8>) {
    out.extend(&number.to_le_bytes()[..3]);
}

fn three_at(bytes: &[u8], at: usize) -> Option<u32> {
    let three: &[u8; 3] = bytes.get(at..at + 3)?.try_into().ok()?;
    Some(three.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}
