//! A bit for each study, as a file keeps them.

use tantivy::DocId;

use crate::window::Places;

/// How many bytes the bits of a number have.
const NUMBER: usize = 8;
/// How many bits that is.
const WIDE: usize = NUMBER * 8;

/// Studies of which each has a bit.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a>(&'a [[u8; NUMBER]]);

/// How many bytes the bits of so many studies take.
pub(crate) fn length(studies: usize) -> usize {
    studies.div_ceil(WIDE) * NUMBER
}

/// The bytes of these bits.
pub(crate) fn written(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bytes = vec![0; length(bits.len())];
    for (place, _) in bits.enumerate().filter(|(_, bit)| *bit) {
        bytes[place / 8] |= 1 << (place % 8);
    }
    bytes
}

impl<'a> Bits<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    pub(crate) fn has(self, doc: DocId) -> bool {
        self.number(doc as usize / WIDE) >> (doc as usize % WIDE) & 1 == 1
    }

    /// Keeps the places of a window, which begins where a number does, whose studies have the bit.
    pub(crate) fn keep_among(self, from: DocId, places: &mut Places) {
        places.keep_bits(|word| self.number(from as usize / WIDE + word));
    }

    fn number(self, place: usize) -> u64 {
        self.0.get(place).map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_are_known_by_their_bits_one_by_one_and_in_windows() {
        let with = [0, 63, 64, 130, 199];
        let bytes = written((0..200).map(|doc| with.contains(&doc)));
        assert_eq!(bytes.len(), length(200));
        let bits = Bits::of(&bytes);
        let having: Vec<DocId> = (0..400).filter(|doc| bits.has(*doc)).collect();
        assert_eq!(having, with);
        let mut places = Places::NONE;
        for place in [0, 1, 66, 135, 1000] {
            places.insert(place);
        }
        bits.keep_among(64, &mut places);
        let mut kept = Vec::new();
        places.each(|place| kept.push(place));
        assert_eq!(kept, [0, 66, 135]);
    }
}
