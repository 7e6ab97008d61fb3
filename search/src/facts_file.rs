//! The file of facts that stands beside the index: written once, read where it lies.
//!
//! It holds for each study, in the order of the index's documents, four bytes that say whether it fits; a row for those
//! that do; and a list of its concepts and places. What lies together is read together. Sites of one place share its
//! coordinates.

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

use waypoint_domain::nct_id::NctId;

use crate::{
    asked::Standing,
    facts::Facts,
    facts_builder::{Row, digits},
    place::{POINT, Point},
};

const NAME: &str = "studies.facts";
/// Whatever changes in the file's shape changes its first bytes.
const MARK: &[u8; 8] = b"facts  3";
const HEAD: usize = 8 + 4 * 4;
/// How many bytes a row has: number, day, where its list begins, and how many concepts and places that has.
const ROW: usize = 16;

/// Writes the rows, which refer to these points and to these ids of concepts.
pub(crate) fn write(folder: &Path, rows: &[&Row], points: &[Point], names: &[String]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(folder.join(NAME))?);
    let names = names.join("\n");
    let listed: usize = rows.iter().map(|row| length(row)).sum();
    file.write_all(MARK)?;
    for length in [rows.len(), points.len(), listed, names.len()] {
        file.write_all(&number(length)?)?;
    }
    for point in points {
        file.write_all(&point.written())?;
    }
    for row in rows {
        file.write_all(&row.facts.written())?;
    }
    let mut from = 0;
    for row in rows {
        file.write_all(&row.number.to_le_bytes())?;
        file.write_all(&row.changed.to_le_bytes())?;
        file.write_all(&number(from)?)?;
        file.write_all(&small(row.concepts.len())?)?;
        file.write_all(&small(row.places.len())?)?;
        from += length(row);
    }
    for row in rows {
        for concept in &row.concepts {
            file.write_all(&concept.to_le_bytes())?;
        }
        for place in &row.places {
            file.write_all(&place.to_le_bytes())?;
        }
    }
    file.write_all(names.as_bytes())?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// How long the list of a row is, in steps of two bytes: a concept takes one, a place two.
fn length(row: &Row) -> usize {
    row.concepts.len() + 2 * row.places.len()
}

fn small(number: usize) -> io::Result<[u8; 2]> {
    Ok(u16::try_from(number).map_err(io::Error::other)?.to_le_bytes())
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
    rows: Range<usize>,
    lists: Range<usize>,
    names: Range<usize>,
}

/// What is known of each study, by its document.
#[derive(Clone, Copy)]
pub(crate) struct Studies<'a> {
    facts: &'a [[u8; 4]],
    rows: &'a [[u8; ROW]],
    lists: &'a [[u8; 2]],
    /// Where the sites are.
    pub(crate) points: &'a [[u8; POINT]],
}

/// What is known of a study beside whom it admits.
#[derive(Clone, Copy)]
pub(crate) struct StudyRow<'a> {
    /// The digits of its number.
    pub(crate) number: u32,
    /// The day of the last change, as a number that grows with time.
    pub(crate) changed: u32,
    /// The concepts that it is about, by their places among the names.
    pub(crate) concepts: &'a [[u8; 2]],
    /// Where its open sites are, by the places of the points.
    pub(crate) places: &'a [[u8; 4]],
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
        let &[studies, points, listed, names] = lengths.as_slice() else { return None };
        let mut end = HEAD;
        let mut section = |length: usize| {
            let begin = end;
            end += length;
            begin..end
        };
        let sections = Sections {
            points: section(points * POINT),
            facts: section(studies * 4),
            rows: section(studies * ROW),
            lists: section(listed * 2),
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
        let end = self.of_studies().facts.partition_point(|facts| Facts::read(*facts).stands(standing));
        DocId::try_from(end).unwrap_or(DocId::MAX)
    }

    pub(crate) fn of_studies(&self) -> Studies<'_> {
        let sections = &self.sections;
        Studies {
            facts: self.bytes[sections.facts.clone()].as_chunks().0,
            rows: self.bytes[sections.rows.clone()].as_chunks().0,
            lists: self.bytes[sections.lists.clone()].as_chunks().0,
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

impl<'a> Studies<'a> {
    pub(crate) fn facts(&self, doc: DocId) -> Option<Facts> {
        self.facts.get(doc as usize).copied().map(Facts::read)
    }

    /// The document of a study's number.
    pub(crate) fn doc_of(&self, number: &NctId) -> Option<DocId> {
        let number = digits(number).to_le_bytes();
        let doc = self.rows.iter().position(|row| row.starts_with(&number))?;
        DocId::try_from(doc).ok()
    }

    pub(crate) fn row(&self, doc: DocId) -> Option<StudyRow<'a>> {
        let [numbers @ .., concepts, places] = self.rows.get(doc as usize)?.as_chunks::<2>().0 else {
            return None;
        };
        let &[number, changed, from] = numbers.as_flattened().as_chunks::<4>().0 else { return None };
        let list = self.lists.get(u32::from_le_bytes(from) as usize..)?;
        let (concepts, list) = list.split_at_checked(u16::from_le_bytes(*concepts).into())?;
        let places = list.get(..usize::from(u16::from_le_bytes(*places)) * 2)?;
        Some(StudyRow {
            number: u32::from_le_bytes(number),
            changed: u32::from_le_bytes(changed),
            concepts,
            places: places.as_flattened().as_chunks().0,
        })
    }
}
