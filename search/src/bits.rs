//! Bit sets with one bit per study, as stored in a file, and in memory.

use tantivy::DocId;

use crate::window::Places;

/// The size of a word in bytes.
const WORD_BYTES: usize = 8;
/// The size of a word in bits.
const WORD_BITS: usize = WORD_BYTES * 8;

/// A bit set over studies.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a>(&'a [[u8; WORD_BYTES]]);

/// A bit set over studies that grows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StudySet(Vec<u64>);

impl StudySet {
    pub(crate) fn has(&self, doc: DocId) -> bool {
        let word = self.0.get(doc as usize / WORD_BITS).copied().unwrap_or_default();
        word >> (doc as usize % WORD_BITS) & 1 == 1
    }

    pub(crate) fn remove(&mut self, doc: DocId) {
        if let Some(word) = self.0.get_mut(doc as usize / WORD_BITS) {
            *word &= !(1 << (doc as usize % WORD_BITS));
        }
    }

    /// Adds the studies of another set.
    pub(crate) fn unite(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Removes the studies that another set doesn't have.
    pub(crate) fn intersect(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }
}

impl Extend<DocId> for StudySet {
    fn extend<I: IntoIterator<Item = DocId>>(&mut self, docs: I) {
        for doc in docs {
            let place = doc as usize / WORD_BITS;
            if place >= self.0.len() {
                self.0.resize(place + 1, 0);
            }
            self.0[place] |= 1 << (doc as usize % WORD_BITS);
        }
    }
}

impl FromIterator<DocId> for StudySet {
    fn from_iter<I: IntoIterator<Item = DocId>>(docs: I) -> Self {
        let mut set = Self::default();
        set.extend(docs);
        set
    }
}

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
    fn study_sets_are_united_and_intersected() {
        let mut set: StudySet = [0, 63, 64, 200].into_iter().collect();
        set.remove(63);
        set.remove(1000);
        set.unite(&[5, 300].into_iter().collect());
        set.intersect(&[0, 5, 63, 64, 201].into_iter().collect());
        let members: Vec<DocId> = (0..400).filter(|doc| set.has(*doc)).collect();
        assert_eq!(members, [0, 5, 64]);
    }

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
