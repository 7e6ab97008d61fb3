//! The file of suggested names next to the index. It is written once and read through a memory map.
//!
//! A finite-state map leads from each word of each name, and from each concept's id, to the offset of the concept. Each concept can
//! be read on its own, so opening the file reads nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, Write},
    path::Path,
};

use fst::{Automaton, IntoStreamer, Map, MapBuilder, Streamer, automaton::Str};
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};
use waypoint_domain::country::Country;

use super::suggested_concept::SuggestedConcept;

const NAME: &str = "suggestions.names";
/// The magic bytes. Change them with the file format.
const MAGIC: &[u8; 8] = b"names  1";
const HEADER_BYTES: usize = 8 + 2 * 4;
/// Separates a word from the number of the concept in a key, so that keys differ.
const SEPARATOR: u8 = 0;
/// Begins the key of a concept's id.
const ID: u8 = 1;

/// Writes the file.
pub(crate) fn write(folder: &Path, concepts: &[SuggestedConcept], countries: &[Country]) -> io::Result<()> {
    let mut keys: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    let mut records = Vec::new();
    for (concept, number) in concepts.iter().zip(0_u32..) {
        let offset = records.len() as u64;
        let words: BTreeSet<&str> = concept.names.iter().flat_map(|name| name.folded.split(' ')).collect();
        for word in words {
            keys.insert([word.as_bytes(), &[SEPARATOR], &number.to_be_bytes()].concat(), offset);
        }
        keys.insert(id_key(&concept.id), offset);
        records.extend(postcard::to_stdvec(concept).map_err(io::Error::other)?);
    }
    let mut map = MapBuilder::memory();
    map.extend_iter(keys).map_err(io::Error::other)?;
    let map = map.into_inner().map_err(io::Error::other)?;
    let countries: Vec<&str> = countries.iter().map(Country::as_str).collect();
    let countries = countries.join("\n");
    let mut file = File::create(folder.join(NAME))?;
    file.write_all(MAGIC)?;
    for length in [map.len(), countries.len()] {
        file.write_all(&u32::try_from(length).map_err(io::Error::other)?.to_le_bytes())?;
    }
    for section in [&map, countries.as_bytes(), &records] {
        file.write_all(section)?;
    }
    file.sync_all()
}

fn id_key(id: &str) -> Vec<u8> {
    [&[ID], id.as_bytes()].concat()
}

/// The open file.
pub(crate) struct NamesFile {
    keys: Map<OwnedBytes>,
    /// The names of countries, one per line.
    countries: OwnedBytes,
    records: OwnedBytes,
}

impl NamesFile {
    pub(crate) fn open(directory: &MmapDirectory) -> io::Result<Self> {
        let file = directory.open_read(Path::new(NAME)).map_err(io::Error::other)?;
        let bytes = file.read_bytes()?;
        Self::from_bytes(&bytes).ok_or_else(|| io::Error::other(format!("{NAME} has an unsupported format")))
    }

    fn from_bytes(bytes: &OwnedBytes) -> Option<Self> {
        let head = bytes.get(..HEADER_BYTES)?.strip_prefix(MAGIC)?;
        let &[keys, countries] = head.as_chunks::<4>().0 else { return None };
        let keys_end = HEADER_BYTES.checked_add(u32::from_le_bytes(keys) as usize)?;
        let countries_end = keys_end.checked_add(u32::from_le_bytes(countries) as usize)?;
        if countries_end > bytes.len() {
            return None;
        }
        Some(Self {
            keys: Map::new(bytes.slice(HEADER_BYTES..keys_end)).ok()?,
            countries: bytes.slice(keys_end..countries_end),
            records: bytes.slice(countries_end..bytes.len()),
        })
    }

    /// Returns the number of a country, or `None` if it has no recruiting study.
    pub(crate) fn country_number(&self, country: &Country) -> Option<usize> {
        let names = str::from_utf8(&self.countries).ok()?;
        names.lines().position(|name| name == country.as_str())
    }

    /// Returns the concepts with a word in a name that begins like this. The work depends on their number only.
    pub(crate) fn concepts_with(&self, beginning: &str) -> io::Result<Vec<SuggestedConcept<'_>>> {
        let mut stream = self.keys.search(Str::new(beginning).starts_with()).into_stream();
        let mut offsets = BTreeSet::new();
        while let Some((_, offset)) = stream.next() {
            offsets.insert(offset);
        }
        offsets.into_iter().map(|offset| self.read(offset)).collect()
    }

    /// Returns the concept with this id, if it is suggested.
    pub(crate) fn concept(&self, id: &str) -> io::Result<Option<SuggestedConcept<'_>>> {
        self.keys.get(id_key(id)).map(|offset| self.read(offset)).transpose()
    }

    fn read(&self, offset: u64) -> io::Result<SuggestedConcept<'_>> {
        let record = usize::try_from(offset).ok().and_then(|offset| self.records.get(offset..));
        let record = record.ok_or_else(|| io::Error::other(format!("{NAME} ends early")))?;
        postcard::take_from_bytes(record).map(|(concept, _)| concept).map_err(io::Error::other)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use waypoint_vocabulary::Language;

    use super::*;
    use crate::suggestions::suggested_concept::{NameRole, SuggestedName};

    fn concept(id: &'static str, name: &'static str) -> SuggestedConcept<'static> {
        let names = vec![SuggestedName::new(name, Language::English, NameRole::Preferred)];
        SuggestedConcept { id: id.into(), names, countries: vec![2].into(), score: 7 }
    }

    #[test]
    fn concepts_are_found_by_the_beginning_of_any_word_and_by_id() {
        let folder = tempfile::tempdir().unwrap();
        let concepts = [concept("D1", "Lung Cancer"), concept("D2", "Cancer"), concept("D3", "Lupus")];
        let countries = ["FRANCE", "PERU"].map(|name| Country::parse(name).unwrap());
        write(folder.path(), &concepts, &countries).unwrap();
        let file = NamesFile::open(&MmapDirectory::open(folder.path()).unwrap()).unwrap();
        assert_eq!(file.concepts_with("canc").unwrap(), concepts[..2]);
        assert_eq!(file.concepts_with("lu").unwrap(), [concepts[0].clone(), concepts[2].clone()]);
        assert!(file.concepts_with("cancers").unwrap().is_empty());
        assert_eq!(file.concept("D2").unwrap(), Some(concepts[1].clone()));
        assert!(file.concept("D").unwrap().is_none());
        let numbers = countries.each_ref().map(|country| file.country_number(country));
        assert_eq!(numbers, [Some(0), Some(1)]);
        assert!(concepts[0].has_results_in(1) && !concepts[0].has_results_in(0));
    }

    #[test]
    fn file_in_another_format_is_rejected() {
        for bytes in [&b""[..], b"names  0\0\0\0\0\0\0\0\0", b"names  1\x09\0\0\0\0\0\0\0"] {
            assert!(NamesFile::from_bytes(&OwnedBytes::new(bytes.to_vec())).is_none());
        }
    }
}
