//! The file of facts that stands beside the index: written once, read where it lies.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufWriter, Write},
    ops::Range,
    path::Path,
};

use tantivy::{
    DocId,
    directory::{Directory, MmapDirectory, OwnedBytes},
};
use waypoint_domain::{coordinates::Coordinates, registry_study::RegistryStudy, study_site::StudySite};

use crate::{
    facts::{Facts, ROW, Row},
    place::{POINT, Point, packed},
};

const NAME: &str = "studies.facts";
/// Whatever changes in the file's shape changes its first bytes.
const MARK: &[u8; 8] = b"facts  1";
const HEAD: usize = 8 + 5 * 4;

/// Facts of studies in the order in which they are added.
#[derive(Default)]
pub(crate) struct FactsBuilder {
    rows: Vec<Row>,
    places: Vec<u32>,
    known_places: HashMap<u64, u32>,
    points: Vec<Point>,
    concepts: Vec<u16>,
    known_concepts: HashMap<String, u16>,
    names: Vec<String>,
}

impl FactsBuilder {
    /// Adds a study that is about these concepts, and says how many were added before it.
    pub(crate) fn add<'a>(&mut self, study: &RegistryStudy, about: impl Iterator<Item = &'a str>) -> u64 {
        let place = self.rows.len() as u64;
        self.rows.push(Row {
            facts: Facts::of(study),
            places: length(&self.places),
            concepts: length(&self.concepts),
        });
        let mut places: Vec<u32> = coordinates(study).into_iter().map(|place| self.point(place)).collect();
        places.sort_unstable();
        places.dedup();
        self.places.extend(places);
        for id in about {
            let concept = self.concept(id);
            self.concepts.push(concept);
        }
        place
    }

    fn point(&mut self, place: Coordinates) -> u32 {
        let next = length(&self.points);
        let known = *self.known_places.entry(packed(place)).or_insert(next);
        if known == next {
            self.points.push(Point::of(place));
        }
        known
    }

    fn concept(&mut self, id: &str) -> u16 {
        if let Some(known) = self.known_concepts.get(id) {
            return *known;
        }
        // The vocabulary counts its concepts in as many bits.
        let next = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        self.names.push(id.to_owned());
        self.known_concepts.insert(id.to_owned(), next);
        next
    }

    /// Writes the studies in this order, which names each by how many were added before it.
    pub(crate) fn write(&self, folder: &Path, order: &[u64]) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(folder.join(NAME))?);
        let names = self.names.join("\n");
        file.write_all(MARK)?;
        let lengths = [order.len(), self.places.len(), self.points.len(), self.concepts.len(), names.len()];
        for length in lengths {
            file.write_all(&u32::try_from(length).map_err(io::Error::other)?.to_le_bytes())?;
        }
        for point in &self.points {
            file.write_all(&point.written())?;
        }
        let rows: Vec<_> = order.iter().filter_map(|place| self.row(*place)).collect();
        let (mut places, mut concepts) = (0, 0);
        for (row, of_places, of_concepts) in &rows {
            file.write_all(&Row { facts: row.facts.clone(), places, concepts }.written())?;
            places += length(of_places);
            concepts += length(of_concepts);
        }
        if let Some((row, ..)) = rows.last() {
            file.write_all(&Row { facts: row.facts.clone(), places, concepts }.written())?;
        }
        for place in rows.iter().flat_map(|(_, places, _)| *places) {
            file.write_all(&place.to_le_bytes())?;
        }
        for concept in rows.iter().flat_map(|(.., concepts)| *concepts) {
            file.write_all(&concept.to_le_bytes())?;
        }
        file.write_all(names.as_bytes())?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    fn row(&self, place: u64) -> Option<(&Row, &[u32], &[u16])> {
        let place = usize::try_from(place).ok()?;
        let row = self.rows.get(place)?;
        let end =
            Row { facts: row.facts.clone(), places: length(&self.places), concepts: length(&self.concepts) };
        let (places, concepts) = row.lists(self.rows.get(place + 1).unwrap_or(&end));
        Some((row, &self.places[places], &self.concepts[concepts]))
    }
}

/// The facts of an index, where they lie.
pub(crate) struct FactsFile {
    bytes: OwnedBytes,
    rows: Range<usize>,
    places: Range<usize>,
    points: Range<usize>,
    concepts: Range<usize>,
    names: Vec<String>,
}

impl FactsFile {
    pub(crate) fn open(directory: &MmapDirectory) -> io::Result<Self> {
        let file = directory.open_read(Path::new(NAME)).map_err(io::Error::other)?;
        let bytes = file.read_bytes()?;
        Self::over(bytes).ok_or_else(|| io::Error::other(format!("{NAME} has another shape")))
    }

    fn over(bytes: OwnedBytes) -> Option<Self> {
        if !bytes.starts_with(MARK) {
            return None;
        }
        let head = bytes.get(8..HEAD)?;
        let lengths: Vec<usize> =
            head.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes) as usize).collect();
        let &[studies, places, points, concepts, names] = lengths.as_slice() else { return None };
        let mut end = HEAD;
        let mut section = |length: usize| {
            let begin = end;
            end += length;
            begin..end
        };
        let points = section(points * POINT);
        let rows = section(if studies == 0 { 0 } else { (studies + 1) * ROW });
        let places = section(places * 4);
        let concepts = section(concepts * 2);
        let names = section(names);
        if end != bytes.len() {
            return None;
        }
        let names = std::str::from_utf8(&bytes[names]).ok()?.lines().map(str::to_owned).collect();
        Some(Self { bytes, rows, places, points, concepts, names })
    }

    /// How many studies there are.
    pub(crate) fn studies(&self) -> usize {
        (self.rows.len() / ROW).saturating_sub(1)
    }

    /// The rows of all studies, and one more that says where the last one's lists end.
    pub(crate) fn rows(&self) -> &[[u8; ROW]] {
        self.bytes[self.rows.clone()].as_chunks().0
    }

    /// The places of the sites of these rows.
    pub(crate) fn places(&self) -> &[[u8; 4]] {
        self.bytes[self.places.clone()].as_chunks().0
    }

    /// Where the places are.
    pub(crate) fn points(&self) -> &[[u8; POINT]] {
        self.bytes[self.points.clone()].as_chunks().0
    }

    /// The concepts that studies are about, by their places among the names.
    pub(crate) fn concepts(&self) -> &[[u8; 2]] {
        self.bytes[self.concepts.clone()].as_chunks().0
    }

    /// The place of a concept among the names; one that no study has when none is about it.
    pub(crate) fn place_of(&self, id: &str) -> u16 {
        let place = self.names.iter().position(|name| name == id);
        place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX)
    }

    /// The ids of these concepts.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }
}

/// Whether a document of the index has a row.
pub(crate) fn holds(facts: &FactsFile, documents: DocId) -> bool {
    facts.studies() == documents as usize
}

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// Where the open sites of a study are, each place once.
fn coordinates(study: &RegistryStudy) -> Vec<Coordinates> {
    let mut known: Vec<Coordinates> = Vec::new();
    for place in study.open_sites().filter_map(StudySite::coordinates) {
        if !known.contains(&place) {
            known.push(place);
        }
    }
    known
}
