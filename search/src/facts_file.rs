//! The file of facts that stands beside the index: written once, read where it lies.
//!
//! It holds for each study, in the order of the index's documents, four bytes that say whether it fits, and a row for those
//! that do, with a list of its concepts and places: in the row where it is short, as most are, and behind all rows
//! otherwise. What lies together is read together. Sites of one place share its coordinates and its state or province. For
//! each country, a bit of every study says whether it has an open site there.

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

use waypoint_domain::{country::Country, nct_id::NctId};

use crate::{
    asked::Standing,
    bits::{self, Bits},
    facts::Facts,
    facts_builder::{Row, digits},
    place::{POINT, Point},
};

const NAME: &str = "studies.facts";
/// Whatever changes in the file's shape changes its first bytes.
const MARK: &[u8; 8] = b"facts  5";
const HEAD: usize = 8 + 7 * 4;
/// How many bytes a row has: number, day, how many concepts and places there are, and their list, or where that begins.
const ROW: usize = 32;
/// How many bytes of a row its list has.
const LIST: usize = ROW - 12;
/// Stands for the region of a point of which nobody knows it.
pub(crate) const NO_REGION: u16 = u16::MAX;

/// What the rows refer to by places.
pub(crate) struct Named<'a> {
    /// Where sites are.
    pub(crate) points: &'a [Point],
    /// The place of each point's region among the regions.
    pub(crate) regions_of_points: &'a [u16],
    /// The names of states and provinces.
    pub(crate) regions: &'a [String],
    /// The ids of concepts.
    pub(crate) concepts: &'a [String],
    /// The countries.
    pub(crate) countries: &'a [Country],
}

/// Writes the rows.
pub(crate) fn write(folder: &Path, rows: &[&Row], named: &Named) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(folder.join(NAME))?);
    let concepts = named.concepts.join("\n");
    let countries: Vec<&str> = named.countries.iter().map(Country::as_str).collect();
    let names = countries.join("\n");
    let regions = named.regions.join("\n");
    let lists: Vec<Vec<u8>> = rows.iter().map(|row| list(row)).collect();
    let behind: usize = lists.iter().map(|list| length_behind(list)).sum();
    file.write_all(MARK)?;
    let texts = [&concepts, &names, &regions];
    let counts = [rows.len(), named.points.len(), behind, named.countries.len()];
    for length in counts.into_iter().chain(texts.map(String::len)) {
        file.write_all(&number(length)?)?;
    }
    for point in named.points {
        file.write_all(&point.written())?;
    }
    for row in rows {
        file.write_all(&row.facts.written())?;
    }
    let mut from = 0;
    for (row, list) in rows.iter().zip(&lists) {
        file.write_all(&row.number.to_le_bytes())?;
        file.write_all(&row.changed.to_le_bytes())?;
        file.write_all(&small(row.concepts.len())?)?;
        file.write_all(&small(row.places.len())?)?;
        let mut kept = [0; LIST];
        match kept.get_mut(..list.len()) {
            Some(kept) => kept.copy_from_slice(list),
            None => kept[..4].copy_from_slice(&number(from)?),
        }
        file.write_all(&kept)?;
        from += length_behind(list);
    }
    for list in lists.iter().filter(|list| length_behind(list) > 0) {
        file.write_all(list)?;
    }
    for country in 0..named.countries.len() {
        let has = |row: &&Row| row.countries.iter().any(|there| usize::from(*there) == country);
        file.write_all(&bits::written(rows.iter().map(has)))?;
    }
    for region in named.regions_of_points {
        file.write_all(&region.to_le_bytes())?;
    }
    for text in texts {
        file.write_all(text.as_bytes())?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// The concepts and the places of a row.
fn list(row: &Row) -> Vec<u8> {
    let concepts = row.concepts.iter().flat_map(|concept| concept.to_le_bytes());
    concepts.chain(row.places.iter().flat_map(|place| place.to_le_bytes())).collect()
}

/// How many bytes of a list stand behind the rows: none of one that fits into its row.
fn length_behind(list: &[u8]) -> usize {
    if list.len() <= LIST { 0 } else { list.len() }
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
    concepts: Vec<String>,
    countries: Vec<String>,
    regions: Vec<String>,
}

struct Sections {
    points: Range<usize>,
    facts: Range<usize>,
    rows: Range<usize>,
    lists: Range<usize>,
    countries: Range<usize>,
    regions_of_points: Range<usize>,
    concept_names: Range<usize>,
    country_names: Range<usize>,
    region_names: Range<usize>,
}

/// What is known of each study, by its document.
#[derive(Clone, Copy)]
pub(crate) struct Studies<'a> {
    facts: &'a [[u8; 4]],
    rows: &'a [[u8; ROW]],
    lists: &'a [u8],
    /// Where the sites are.
    pub(crate) points: &'a [[u8; POINT]],
    regions_of_points: &'a [[u8; 2]],
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
        let &[studies, points, behind, countries, concept_names, country_names, region_names] =
            lengths.as_slice()
        else {
            return None;
        };
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
            lists: section(behind),
            countries: section(countries * bits::length(studies)),
            regions_of_points: section(points * 2),
            concept_names: section(concept_names),
            country_names: section(country_names),
            region_names: section(region_names),
        };
        if end != bytes.len() {
            return None;
        }
        let lines = |section: &Range<usize>| -> Option<Vec<String>> {
            Some(str::from_utf8(&bytes[section.clone()]).ok()?.lines().map(str::to_owned).collect())
        };
        let concepts = lines(&sections.concept_names)?;
        let countries = lines(&sections.country_names)?;
        let regions = lines(&sections.region_names)?;
        Some(Self { bytes, sections, concepts, countries, regions })
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
            lists: &self.bytes[sections.lists.clone()],
            points: self.bytes[sections.points.clone()].as_chunks().0,
            regions_of_points: self.bytes[sections.regions_of_points.clone()].as_chunks().0,
        }
    }

    /// The place of a concept among the names; one that no study has when none is about it.
    pub(crate) fn place_of(&self, id: &str) -> u16 {
        let place = self.concepts.iter().position(|name| name == id);
        place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX)
    }

    /// The place of a state or province among the names; nothing when no open site is there.
    pub(crate) fn region(&self, name: &str) -> Option<u16> {
        let place = self.regions.iter().position(|known| known == name)?;
        u16::try_from(place).ok()
    }

    /// The ids of the concepts that studies are about.
    pub(crate) fn concepts(&self) -> &[String] {
        &self.concepts
    }

    /// The studies with an open site in a country; nothing when there is none.
    pub(crate) fn in_country(&self, country: &Country) -> Option<Bits<'_>> {
        let place = self.countries.iter().position(|name| name == country.as_str())?;
        let length = bits::length(self.studies());
        let all = self.bytes.get(self.sections.countries.clone())?;
        Some(Bits::of(all.get(place * length..(place + 1) * length)?))
    }
}

impl<'a> Studies<'a> {
    pub(crate) fn facts(&self, doc: DocId) -> Option<Facts> {
        self.facts.get(doc as usize).copied().map(Facts::read)
    }

    /// Whether a study has an open site in a region.
    pub(crate) fn has_site_in(&self, region: u16, study: StudyRow) -> bool {
        let region = region.to_le_bytes();
        let mut places = study.places.iter().map(|place| u32::from_le_bytes(*place) as usize);
        places.any(|place| self.regions_of_points.get(place) == Some(&region))
    }

    /// The document of a study's number.
    pub(crate) fn doc_of(&self, number: &NctId) -> Option<DocId> {
        let number = digits(number).to_le_bytes();
        let doc = self.rows.iter().position(|row| row.starts_with(&number))?;
        DocId::try_from(doc).ok()
    }

    pub(crate) fn row(&self, doc: DocId) -> Option<StudyRow<'a>> {
        let (head, kept) = self.rows.get(doc as usize)?.split_at(ROW - LIST);
        let [numbers @ .., concepts, places] = head.as_chunks::<2>().0 else { return None };
        let &[number, changed] = numbers.as_flattened().as_chunks::<4>().0 else { return None };
        let concepts = usize::from(u16::from_le_bytes(*concepts)) * 2;
        let length = concepts + usize::from(u16::from_le_bytes(*places)) * 4;
        let list = match kept.get(..length) {
            Some(list) => list,
            None => self.lists.get(u32::from_le_bytes(*kept.first_chunk()?) as usize..)?.get(..length)?,
        };
        let (concepts, places) = list.split_at(concepts);
        Some(StudyRow {
            number: u32::from_le_bytes(number),
            changed: u32::from_le_bytes(changed),
            concepts: concepts.as_chunks().0,
            places: places.as_chunks().0,
        })
    }
}
