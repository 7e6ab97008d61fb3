//! The file of facts that stands beside the index: written once, read where it lies.
//!
//! It holds a column of each fact, in the order of the index's documents, so that what a search does not ask for is not
//! touched. Sites of one place share its coordinates.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    ops::Range,
    path::Path,
};

use tantivy::{
    DocId,
    directory::{Directory, MmapDirectory, OwnedBytes},
};

use crate::{
    asked::Standing,
    facts::Facts,
    facts_builder::Row,
    place::{POINT, Point},
};

const NAME: &str = "studies.facts";
/// Whatever changes in the file's shape changes its first bytes.
const MARK: &[u8; 8] = b"facts  2";
const HEAD: usize = 8 + 5 * 4;

/// Writes the rows, which refer to these points and to these ids of concepts.
pub(crate) fn write(folder: &Path, rows: &[&Row], points: &[Point], names: &[String]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(folder.join(NAME))?);
    let names = names.join("\n");
    let places: usize = rows.iter().map(|row| row.places.len()).sum();
    let concepts: usize = rows.iter().map(|row| row.concepts.len()).sum();
    file.write_all(MARK)?;
    let lengths = [rows.len(), places, points.len(), concepts, names.len()];
    lengths.into_iter().try_for_each(|length| file.write_all(&number(length)?))?;
    points.iter().try_for_each(|point| file.write_all(&point.written()))?;
    rows.iter().try_for_each(|row| file.write_all(&row.facts.written()))?;
    rows.iter().try_for_each(|row| file.write_all(&row.number.to_le_bytes()))?;
    rows.iter().try_for_each(|row| file.write_all(&row.changed.to_le_bytes()))?;
    ends(&mut file, rows.iter().map(|row| row.places.len()))?;
    ends(&mut file, rows.iter().map(|row| row.concepts.len()))?;
    let places = rows.iter().flat_map(|row| &row.places);
    places.into_iter().try_for_each(|place| file.write_all(&place.to_le_bytes()))?;
    let concepts = rows.iter().flat_map(|row| &row.concepts);
    concepts.into_iter().try_for_each(|concept| file.write_all(&concept.to_le_bytes()))?;
    file.write_all(names.as_bytes())?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Where lists of these lengths begin that stand behind one another, and where the last ends.
fn ends(file: &mut impl Write, lengths: impl Iterator<Item = usize>) -> io::Result<()> {
    let mut end = 0;
    file.write_all(&number(end)?)?;
    for length in lengths {
        end += length;
        file.write_all(&number(end)?)?;
    }
    Ok(())
}

fn number(number: usize) -> io::Result<[u8; 4]> {
    Ok(u32::try_from(number).map_err(io::Error::other)?.to_le_bytes())
}

/// The facts of an index, where they lie.
pub(crate) struct FactsFile {
    bytes: OwnedBytes,
    sections: Sections,
    names: Vec<String>,
}

struct Sections {
    points: Range<usize>,
    facts: Range<usize>,
    numbers: Range<usize>,
    changed: Range<usize>,
    places_from: Range<usize>,
    concepts_from: Range<usize>,
    places: Range<usize>,
    concepts: Range<usize>,
    names: Range<usize>,
}

/// A column of whole numbers.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a>(&'a [[u8; 4]]);

/// A list for each study.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a, const BYTES: usize> {
    from: Column<'a>,
    all: &'a [[u8; BYTES]],
}

/// What is known of each study, by its document.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    facts: &'a [[u8; 4]],
    /// The digits of its number.
    pub(crate) numbers: Column<'a>,
    /// The day of the last change, as a number that grows with time.
    pub(crate) changed: Column<'a>,
    /// Where its open sites are, by the places of the points.
    pub(crate) places: Lists<'a, 4>,
    /// The concepts that it is about, by their places among the names.
    pub(crate) concepts: Lists<'a, 2>,
    pub(crate) points: &'a [[u8; POINT]],
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
        let sections = Sections {
            points: section(points * POINT),
            facts: section(studies * 4),
            numbers: section(studies * 4),
            changed: section(studies * 4),
            places_from: section((studies + 1) * 4),
            concepts_from: section((studies + 1) * 4),
            places: section(places * 4),
            concepts: section(concepts * 2),
            names: section(names),
        };
        if end != bytes.len() {
            return None;
        }
        let names = str::from_utf8(&bytes[sections.names.clone()]).ok()?.lines().map(str::to_owned).collect();
        Some(Self { bytes, sections, names })
    }

    /// How many studies there are.
    pub(crate) fn studies(&self) -> usize {
        self.sections.facts.len() / 4
    }

    /// The first document of a study that does not take people as it is asked for. Those that take people come first.
    pub(crate) fn end_of(&self, standing: Standing) -> DocId {
        let end = self.columns().facts.partition_point(|facts| Facts::read(*facts).stands(standing));
        DocId::try_from(end).unwrap_or(DocId::MAX)
    }

    pub(crate) fn columns(&self) -> Columns<'_> {
        let sections = &self.sections;
        let column = |range: &Range<usize>| self.bytes[range.clone()].as_chunks::<4>().0;
        Columns {
            facts: column(&sections.facts),
            numbers: Column(column(&sections.numbers)),
            changed: Column(column(&sections.changed)),
            places: Lists { from: Column(column(&sections.places_from)), all: column(&sections.places) },
            concepts: Lists {
                from: Column(column(&sections.concepts_from)),
                all: self.bytes[sections.concepts.clone()].as_chunks().0,
            },
            points: self.bytes[sections.points.clone()].as_chunks().0,
        }
    }

    /// The place of a concept among the names; one that no study has when none is about it.
    pub(crate) fn place_of(&self, id: &str) -> u16 {
        let place = self.names.iter().position(|name| name == id);
        place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX)
    }

    /// The ids of the concepts that studies are about.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }
}

impl Columns<'_> {
    pub(crate) fn facts(&self, doc: DocId) -> Option<Facts> {
        self.facts.get(doc as usize).copied().map(Facts::read)
    }
}

impl Column<'_> {
    pub(crate) fn of(self, doc: DocId) -> u32 {
        self.0.get(doc as usize).map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }
}

impl<'a, const BYTES: usize> Lists<'a, BYTES> {
    pub(crate) fn of(self, doc: DocId) -> &'a [[u8; BYTES]] {
        self.all.get(self.from.of(doc) as usize..self.from.of(doc + 1) as usize).unwrap_or_default()
    }
}
