//! Bit sets with one bit per study, as stored in a file.

use tantivy::DocId;

use crate::window::Places;

/// The size of a word in bytes.
const WORD_BYTES: usize = 8;
/// The size of a word in bits.
const WORD_BITS: usize = WORD_BYTES * 8;

/// A bit set over studies.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a>(&'a [[u8; WORD_BYTES]]);

/// Returns the size in bytes of a bit set over this many studies.
pub(crate) fn length(studies: usize) -> usize {
    studies.div_ceil(WORD_BITS) * WORD_BYTES
}

/// Encodes the bits as bytes.
pub(crate) fn to_bytes(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bytes = vec![0; length(bits.len())];
    for (place, _) in bits.enumerate().filter(|(_, bit)| *bit) {
        bytes[place / 8] |= 1 << (place % 8);
    }
    bytes
}

impl<'a> Bits<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    pub(crate) fn has(self, doc: DocId) -> bool {
        self.word(doc as usize / WORD_BITS) >> (doc as usize % WORD_BITS) & 1 == 1
    }

    /// Removes from a window the places of studies outside this set. `from` is a multiple of the word size.
    pub(crate) fn retain_in_window(self, from: DocId, places: &mut Places) {
        places.retain_bits(|word| self.word(from as usize / WORD_BITS + word));
    }

    fn word(self, place: usize) -> u64 {
        self.0.get(place).map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_read_back_one_by_one_and_in_windows() {
        let members_in = [0, 63, 64, 130, 199];
        let bytes = to_bytes((0..200).map(|doc| members_in.contains(&doc)));
        assert_eq!(bytes.len(), length(200));
        let bits = Bits::new(&bytes);
        let members: Vec<DocId> = (0..400).filter(|doc| bits.has(*doc)).collect();
        assert_eq!(members, members_in);
        let mut places = Places::NONE;
        for place in [0, 1, 66, 135, 1000] {
            places.insert(place);
        }
        bits.retain_in_window(64, &mut places);
        let mut retained = Vec::new();
        places.for_each(|place| retained.push(place));
        assert_eq!(retained, [0, 66, 135]);
    }
}
