//! The file of facts next to the index. It is written once and read through a memory map.
//!
//! For each study, in the order of the index's documents, it holds:
//!
//! - eight bytes of [`Facts`], which say whether the study passes the filters;
//! - a row with the study's number, update, and a list of its conditions and points. A short list is in the row itself, a
//!   longer one behind all rows. Data that is read together is stored together.
//!
//! Sites at the same point share its coordinates and region. For each country, a bit set marks the studies with an open
//! site there. Studies whose record states no site, such as those online, are in every country, and in the last bit set.

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
    bits::{self, Bits},
    condition_names::ConditionNames,
    facts::{FACTS_BYTES, Facts},
    place::{POINT_BYTES, Point},
    query::RecruitmentScope,
    registry_digits::digits,
};

const NAME: &str = "studies.facts";
/// The magic bytes. Change them with the file format.
const MAGIC: &[u8; 8] = b"facts  9";
const HEADER_BYTES: usize = 8 + 7 * 4;
/// The size of a row in bytes: number, date, the lengths of both lists, and the lists themselves or their offset.
const ROW_BYTES: usize = 32;
/// The size in bytes of the lists in a row.
const LIST_BYTES: usize = ROW_BYTES - 12;
/// The code for a point whose region is unknown.
pub(crate) const NO_REGION: u16 = u16::MAX;

/// The facts of a study.
pub(crate) struct Row {
    pub(crate) facts: Facts,
    /// The digits of its NCT number.
    pub(crate) number: u32,
    /// The date of the last update, as a number that grows with time.
    pub(crate) changed: u32,
    /// The positions of its open sites in the table of points.
    pub(crate) places: Box<[u32]>,
    /// The positions of the conditions that it states in the table of names.
    pub(crate) conditions: Box<[u32]>,
    /// The positions of its open sites' countries in the table of countries.
    pub(crate) countries: Box<[u16]>,
    /// Whether the record states no site, open or closed.
    pub(crate) is_without_sites: bool,
}

/// The tables to which rows refer by position.
pub(crate) struct LookupTables<'a> {
    /// The coordinates of sites.
    pub(crate) points: &'a [Point],
    /// For each point, the position of its region in `regions`.
    pub(crate) regions_of_points: &'a [u16],
    /// The names of states and provinces.
    pub(crate) regions: &'a [String],
    /// The lines of the names of conditions.
    pub(crate) conditions: &'a str,
    /// The countries of open sites.
    pub(crate) countries: &'a [Country],
}

/// Writes the file.
pub(crate) fn write(folder: &Path, rows: &[&Row], tables: &LookupTables) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(folder.join(NAME))?);
    let countries: Vec<&str> = tables.countries.iter().map(Country::as_str).collect();
    let names = countries.join("\n");
    let regions = tables.regions.join("\n");
    let lists: Vec<Vec<u8>> = rows.iter().map(|row| list(row)).collect();
    let behind: usize = lists.iter().map(|list| length_behind(list)).sum();
    file.write_all(MAGIC)?;
    let texts = [tables.conditions, &names, &regions];
    let counts = [rows.len(), tables.points.len(), behind, tables.countries.len()];
    for length in counts.into_iter().chain(texts.map(str::len)) {
        file.write_all(&number(length)?)?;
    }
    for point in tables.points {
        file.write_all(&point.to_bytes())?;
    }
    for row in rows {
        file.write_all(&row.facts.to_bytes())?;
    }
    let mut from = 0;
    for (row, list) in rows.iter().zip(&lists) {
        file.write_all(&row.number.to_le_bytes())?;
        file.write_all(&row.changed.to_le_bytes())?;
        file.write_all(&small(row.conditions.len())?)?;
        file.write_all(&small(row.places.len())?)?;
        let mut inline = [0; LIST_BYTES];
        match inline.get_mut(..list.len()) {
            Some(inline) => inline.copy_from_slice(list),
            None => inline[..4].copy_from_slice(&number(from)?),
        }
        file.write_all(&inline)?;
        from += length_behind(list);
    }
    for list in lists.iter().filter(|list| length_behind(list) > 0) {
        file.write_all(list)?;
    }
    for country in 0..=tables.countries.len() {
        let has = |row: &&Row| {
            row.is_without_sites || row.countries.iter().any(|there| usize::from(*there) == country)
        };
        file.write_all(&bits::to_bytes(rows.iter().map(has)))?;
    }
    for region in tables.regions_of_points {
        file.write_all(&region.to_le_bytes())?;
    }
    for text in texts {
        file.write_all(text.as_bytes())?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Encodes the conditions and points of a row.
fn list(row: &Row) -> Vec<u8> {
    row.conditions.iter().chain(&row.places).flat_map(|position| position.to_le_bytes()).collect()
}

/// Returns how many bytes of a list are stored behind the rows: 0 if it fits in its row.
fn length_behind(list: &[u8]) -> usize {
    if list.len() <= LIST_BYTES { 0 } else { list.len() }
}

fn small(number: usize) -> io::Result<[u8; 2]> {
    Ok(u16::try_from(number).map_err(io::Error::other)?.to_le_bytes())
}

fn number(number: usize) -> io::Result<[u8; 4]> {
    Ok(u32::try_from(number).map_err(io::Error::other)?.to_le_bytes())
}

/// The facts of an index, read from mapped memory.
pub(crate) struct FactsFile {
    bytes: OwnedBytes,
    sections: Sections,
    conditions: ConditionNames,
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
    condition_names: Range<usize>,
    country_names: Range<usize>,
    region_names: Range<usize>,
}

/// The facts of each study, by document.
#[derive(Clone, Copy)]
pub(crate) struct Studies<'a> {
    facts: &'a [[u8; FACTS_BYTES]],
    rows: &'a [[u8; ROW_BYTES]],
    lists: &'a [u8],
    /// The coordinates of sites.
    pub(crate) points: &'a [[u8; POINT_BYTES]],
    regions_of_points: &'a [[u8; 2]],
}

/// A study's row in the file, decoded.
#[derive(Clone, Copy)]
pub(crate) struct StudyRow<'a> {
    /// The digits of its NCT number.
    pub(crate) number: u32,
    /// The date of the last update, as a number that grows with time.
    pub(crate) changed: u32,
    /// The positions of the conditions that it states in the table of names.
    pub(crate) conditions: &'a [[u8; 4]],
    /// The positions of its open sites in the table of points.
    pub(crate) places: &'a [[u8; 4]],
}

impl FactsFile {
    pub(crate) fn open(directory: &MmapDirectory) -> io::Result<Self> {
        let file = directory.open_read(Path::new(NAME)).map_err(io::Error::other)?;
        let bytes = file.read_bytes()?;
        Self::from_bytes(bytes).ok_or_else(|| io::Error::other(format!("{NAME} has an unsupported format")))
    }

    fn from_bytes(bytes: OwnedBytes) -> Option<Self> {
        if !bytes.starts_with(MAGIC) {
            return None;
        }
        let head = bytes.get(8..HEADER_BYTES)?;
        let lengths: Vec<usize> =
            head.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes) as usize).collect();
        let &[studies, points, behind, countries, condition_names, country_names, region_names] =
            lengths.as_slice()
        else {
            return None;
        };
        let mut end = HEADER_BYTES;
        let mut section = |length: usize| {
            let begin = end;
            end += length;
            begin..end
        };
        let sections = Sections {
            points: section(points * POINT_BYTES),
            facts: section(studies * FACTS_BYTES),
            rows: section(studies * ROW_BYTES),
            lists: section(behind),
            countries: section((countries + 1) * bits::length(studies)),
            regions_of_points: section(points * 2),
            condition_names: section(condition_names),
            country_names: section(country_names),
            region_names: section(region_names),
        };
        if end != bytes.len() {
            return None;
        }
        let text = |section: &Range<usize>| str::from_utf8(&bytes[section.clone()]).ok();
        let lines =
            |section| -> Option<Vec<String>> { Some(text(section)?.lines().map(str::to_owned).collect()) };
        let conditions = ConditionNames::from_lines(text(&sections.condition_names)?);
        let countries = lines(&sections.country_names)?;
        let regions = lines(&sections.region_names)?;
        Some(Self { bytes, sections, conditions, countries, regions })
    }

    /// Returns the number of studies.
    pub(crate) fn studies(&self) -> usize {
        self.sections.facts.len() / FACTS_BYTES
    }

    /// Returns the first document whose status is outside `standing`. Documents are sorted by status.
    pub(crate) fn end_of(&self, standing: RecruitmentScope) -> DocId {
        let end = self
            .studies_data()
            .facts
            .partition_point(|facts| Facts::from_bytes(*facts).is_included_in(standing));
        DocId::try_from(end).unwrap_or(DocId::MAX)
    }

    pub(crate) fn studies_data(&self) -> Studies<'_> {
        let sections = &self.sections;
        Studies {
            facts: self.bytes[sections.facts.clone()].as_chunks().0,
            rows: self.bytes[sections.rows.clone()].as_chunks().0,
            lists: &self.bytes[sections.lists.clone()],
            points: self.bytes[sections.points.clone()].as_chunks().0,
            regions_of_points: self.bytes[sections.regions_of_points.clone()].as_chunks().0,
        }
    }

    /// Returns the position of a state or province, or `None` if it has no open site.
    pub(crate) fn region(&self, name: &str) -> Option<u16> {
        let place = self.regions.iter().position(|known| known == name)?;
        u16::try_from(place).ok()
    }

    /// Returns the names of the conditions that studies state.
    pub(crate) fn conditions(&self) -> &ConditionNames {
        &self.conditions
    }

    /// Returns the studies with an open site in a country, and those whose record states no site. `None` if the file is
    /// damaged.
    pub(crate) fn in_country(&self, country: &Country) -> Option<Bits<'_>> {
        let place = self.countries.iter().position(|name| name == country.as_str());
        let place = place.unwrap_or(self.countries.len());
        let length = bits::length(self.studies());
        let all = self.bytes.get(self.sections.countries.clone())?;
        Some(Bits::new(all.get(place * length..(place + 1) * length)?))
    }
}

impl<'a> Studies<'a> {
    pub(crate) fn facts(&self, doc: DocId) -> Option<Facts> {
        self.facts.get(doc as usize).copied().map(Facts::from_bytes)
    }

    /// Whether a study has an open site in a region.
    pub(crate) fn has_site_in(&self, region: u16, study: StudyRow) -> bool {
        let region = region.to_le_bytes();
        let mut places = study.places.iter().map(|place| u32::from_le_bytes(*place) as usize);
        places.any(|place| self.regions_of_points.get(place) == Some(&region))
    }

    /// Returns the document of a study.
    pub(crate) fn doc_of(&self, number: &NctId) -> Option<DocId> {
        let number = digits(number).to_le_bytes();
        let doc = self.rows.iter().position(|row| row.starts_with(&number))?;
        DocId::try_from(doc).ok()
    }

    pub(crate) fn row(&self, doc: DocId) -> Option<StudyRow<'a>> {
        let (head, inline) = self.rows.get(doc as usize)?.split_at(ROW_BYTES - LIST_BYTES);
        let [numbers @ .., conditions, places] = head.as_chunks::<2>().0 else { return None };
        let &[number, changed] = numbers.as_flattened().as_chunks::<4>().0 else { return None };
        let conditions = usize::from(u16::from_le_bytes(*conditions)) * 4;
        let length = conditions + usize::from(u16::from_le_bytes(*places)) * 4;
        let list = match inline.get(..length) {
            Some(list) => list,
            None => self.lists.get(u32::from_le_bytes(*inline.first_chunk()?) as usize..)?.get(..length)?,
        };
        let (conditions, places) = list.split_at(conditions);
        Some(StudyRow {
            number: u32::from_le_bytes(number),
            changed: u32::from_le_bytes(changed),
            conditions: conditions.as_chunks().0,
            places: places.as_chunks().0,
        })
    }
}
