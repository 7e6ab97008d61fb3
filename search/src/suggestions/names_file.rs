//! The file of suggested names next to the index. It is written once and read through a memory map.
//!
//! A finite-state map leads from each word of a name, and from each concept's id, to a list of concepts. Each concept
//! can be read on its own, so opening the file reads nothing.

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
const MAGIC: &[u8; 8] = b"names  2";
const HEADER_BYTES: usize = 8 + 3 * 4;
/// Begins the key of a concept's id.
const ID: u8 = 1;

/// Writes the file. Concepts are in the order in which they are suggested.
pub(crate) fn write(folder: &Path, concepts: &[SuggestedConcept], countries: &[Country]) -> io::Result<()> {
    let mut offsets_by_key: BTreeMap<Vec<u8>, Vec<u32>> = BTreeMap::new();
    let mut records = Vec::new();
    for concept in concepts {
        let offset = u32::try_from(records.len()).map_err(io::Error::other)?;
        let words = concept.names.iter().flat_map(|name| name.folded.split(' '));
        let keys: BTreeSet<Vec<u8>> = words.map(Vec::from).chain([id_key(&concept.id)]).collect();
        for key in keys {
            offsets_by_key.entry(key).or_default().push(offset);
        }
        records.extend(postcard::to_stdvec(concept).map_err(io::Error::other)?);
    }
    let mut map = MapBuilder::memory();
    let mut lists = Vec::new();
    for (key, offsets) in offsets_by_key {
        map.insert(key, lists.len() as u64).map_err(io::Error::other)?;
        lists.extend(u32::try_from(offsets.len()).map_err(io::Error::other)?.to_le_bytes());
        lists.extend(offsets.into_iter().flat_map(u32::to_le_bytes));
    }
    let map = map.into_inner().map_err(io::Error::other)?;
    let countries: Vec<&str> = countries.iter().map(Country::as_str).collect();
    let countries = countries.join("\n");
    let mut file = File::create(folder.join(NAME))?;
    file.write_all(MAGIC)?;
    for length in [map.len(), lists.len(), countries.len()] {
        file.write_all(&u32::try_from(length).map_err(io::Error::other)?.to_le_bytes())?;
    }
    for section in [&map, &lists, countries.as_bytes(), &records] {
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
    /// For each key, the number of concepts and their offsets, in ascending order.
    lists: OwnedBytes,
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
        let mut end = HEADER_BYTES;
        let mut section = |length: &[u8; 4]| {
            let begin = end;
            end = begin.checked_add(u32::from_le_bytes(*length) as usize)?;
            (end <= bytes.len()).then(|| bytes.slice(begin..end))
        };
        let [keys, lists, countries] = head.as_chunks::<4>().0 else { return None };
        let (keys, lists, countries) = (section(keys)?, section(lists)?, section(countries)?);
        let records = bytes.slice(end..bytes.len());
        Some(Self { keys: Map::new(keys).ok()?, lists, countries, records })
    }

    /// Returns the number of a country, or `None` if it has no recruiting study.
    pub(crate) fn country_number(&self, country: &Country) -> Option<usize> {
        let names = str::from_utf8(&self.countries).ok()?;
        names.lines().position(|name| name == country.as_str())
    }

    /// Returns the concepts with a word in a name that begins like this, most likely ones first. The work depends on their number
    /// only, and each is read when it is taken.
    pub(crate) fn concepts_with(
        &self,
        beginning: &str,
    ) -> impl Iterator<Item = io::Result<SuggestedConcept<'_>>> {
        let mut stream = self.keys.search(Str::new(beginning).starts_with()).into_stream();
        let mut offsets = Vec::new();
        while let Some((_, list)) = stream.next() {
            offsets
                .extend(self.list(list).unwrap_or_default().iter().map(|offset| u32::from_le_bytes(*offset)));
        }
        offsets.sort_unstable();
        offsets.dedup();
        offsets.into_iter().map(|offset| self.read(offset))
    }

    /// Returns the concept with this id, if it is suggested.
    pub(crate) fn concept(&self, id: &str) -> io::Result<Option<SuggestedConcept<'_>>> {
        let list = self.keys.get(id_key(id)).and_then(|list| self.list(list));
        let offset = list.and_then(|offsets| offsets.first());
        offset.map(|offset| self.read(u32::from_le_bytes(*offset))).transpose()
    }

    /// Returns the offsets of concepts in the list at this position.
    fn list(&self, position: u64) -> Option<&[[u8; 4]]> {
        let list = self.lists.get(usize::try_from(position).ok()?..)?;
        let (length, offsets) = list.split_first_chunk()?;
        offsets.as_chunks().0.get(..u32::from_le_bytes(*length) as usize)
    }

    fn read(&self, offset: u32) -> io::Result<SuggestedConcept<'_>> {
        let record = self.records.get(offset as usize..);
        let record = record.ok_or_else(|| io::Error::other(format!("{NAME} ends early")))?;
        postcard::take_from_bytes(record).map(|(concept, _)| concept).map_err(io::Error::other)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use waypoint_vocabulary::Language;

    use super::*;
    use crate::suggestions::suggested_concept::{Likelihood, NameRole, SuggestedName};

    fn concept(id: &'static str, name: &'static str) -> SuggestedConcept<'static> {
        let names = vec![SuggestedName::new(name, Language::English, NameRole::Preferred)];
        SuggestedConcept {
            id: id.into(),
            names,
            countries: vec![2].into(),
            partner_countries: Vec::new(),
            likelihood: Likelihood { is_condition: true, commonness: 7 },
        }
    }

    #[test]
    fn concepts_are_found_by_the_beginning_of_any_word_and_by_id() {
        let folder = tempfile::tempdir().unwrap();
        let concepts = [concept("D1", "Lung Cancer"), concept("D2", "Cancer"), concept("D3", "Lupus")];
        let countries = ["FRANCE", "PERU"].map(|name| Country::parse(name).unwrap());
        write(folder.path(), &concepts, &countries).unwrap();
        let file = NamesFile::open(&MmapDirectory::open(folder.path()).unwrap()).unwrap();
        let found = |beginning| file.concepts_with(beginning).collect::<io::Result<Vec<_>>>().unwrap();
        assert_eq!(found("canc"), concepts[..2]);
        assert_eq!(found("lu"), [concepts[0].clone(), concepts[2].clone()]);
        assert!(found("cancers").is_empty());
        assert_eq!(file.concept("D2").unwrap(), Some(concepts[1].clone()));
        assert!(file.concept("D").unwrap().is_none());
        let numbers = countries.each_ref().map(|country| file.country_number(country));
        assert_eq!(numbers, [Some(0), Some(1)]);
        assert!(concepts[0].has_results_in(1) && !concepts[0].has_results_in(0));
    }

    #[test]
    fn file_in_another_format_is_rejected() {
        for bytes in [&b""[..], b"names  0\0\0\0\0\0\0\0\0\0\0\0\0", b"names  2\x09\0\0\0\0\0\0\0\0\0\0\0"] {
            assert!(NamesFile::from_bytes(&OwnedBytes::new(bytes.to_vec())).is_none());
        }
    }
}
