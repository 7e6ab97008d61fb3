//! The file of list entries: what a search result shows of each study, in the order of the index's documents.
//!
//! A page of results shows ten studies from different places in the file. Each entry can be read on its own, with a
//! plain read: mapping the file into memory would load a whole memory page per entry.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    os::unix::fs::FileExt,
    path::Path,
};

use tantivy::{
    DocId,
    directory::{Directory, MmapDirectory, OwnedBytes},
};
use waypoint_domain::listed_study::ListedStudy;

const NAME: &str = "studies.entries";
/// The magic bytes. Change them with the file format.
const MAGIC: &[u8; 8] = b"entries5";
const HEADER_BYTES: usize = 8 + 4;

/// Encodes a study for the file.
pub(crate) fn encode(study: &ListedStudy) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(study).map_err(io::Error::other)
}

/// Writes the entries; `lengths` are their sizes in bytes.
pub(crate) fn write(
    folder: &Path,
    lengths: &[usize],
    mut study: impl FnMut(usize) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(folder.join(NAME))?);
    file.write_all(MAGIC)?;
    file.write_all(&u32::try_from(lengths.len()).map_err(io::Error::other)?.to_le_bytes())?;
    let mut end = 0;
    for length in lengths {
        end += *length as u64;
        file.write_all(&end.to_le_bytes())?;
    }
    for doc in 0..lengths.len() {
        file.write_all(&study(doc)?)?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// The open file of list entries.
pub(crate) struct Entries {
    file: File,
    /// The header with the end offset of each entry.
    head: OwnedBytes,
    /// The total size of the entries in bytes.
    studies_bytes: u64,
}

impl Entries {
    pub(crate) fn open(folder: &Path, directory: &MmapDirectory) -> io::Result<Self> {
        let mapped = directory.open_read(Path::new(NAME)).map_err(io::Error::other)?.read_bytes()?;
        let head =
            head(&mapped).ok_or_else(|| io::Error::other(format!("{NAME} has an unsupported format")))?;
        let studies_bytes = (mapped.len() - head.len()) as u64;
        Ok(Self { file: File::open(folder.join(NAME))?, head, studies_bytes })
    }

    /// Returns the number of studies.
    pub(crate) fn studies(&self) -> usize {
        self.ends().len()
    }

    /// Reads the list entry of a study.
    pub(crate) fn study(&self, doc: DocId) -> io::Result<ListedStudy> {
        let missing = || io::Error::other(format!("{NAME} lacks the entry of document {doc}"));
        let end = |doc: usize| self.ends().get(doc).map(|end| u64::from_le_bytes(*end));
        let to = end(doc as usize).ok_or_else(missing)?;
        let from = (doc as usize).checked_sub(1).and_then(end).unwrap_or_default();
        let length = to.checked_sub(from).filter(|_| to <= self.studies_bytes).ok_or_else(missing)?;
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        self.file.read_exact_at(&mut bytes, self.head.len() as u64 + from)?;
        postcard::from_bytes(&bytes).map_err(io::Error::other)
    }

    fn ends(&self) -> &[[u8; 8]] {
        self.head[HEADER_BYTES..].as_chunks().0
    }
}

fn head(file: &OwnedBytes) -> Option<OwnedBytes> {
    let studies = u32::from_le_bytes(*file.strip_prefix(MAGIC)?.first_chunk()?) as usize;
    let end = HEADER_BYTES.checked_add(studies.checked_mul(8)?)?;
    (end <= file.len()).then(|| file.slice(0..end))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn study(number: usize) -> ListedStudy {
        serde_json::from_value(serde_json::json!({
            "nct_id": format!("NCT{number:08}"), "brief_title": "a".repeat(number), "brief_summary": "",
            "conditions": ["Asthma"], "status": "Recruiting", "study_type": "Interventional",
            "phases": ["Phase 2"], "sex": "Female", "ages": ["18 Years", null], "sponsor": "Hospital",
            "last_updated": "2026-03-01", "participation": 1, "fact_summary": { "length": "12 weeks" },
            "places": [{"country": "United States", "sites": 2, "postal_code": "44106"}]
        }))
        .unwrap()
    }

    #[test]
    fn every_study_reads_back_as_written() {
        let folder = tempfile::tempdir().unwrap();
        let studies: Vec<Vec<u8>> = (0..3).map(|number| encode(&study(number)).unwrap()).collect();
        let lengths: Vec<usize> = studies.iter().map(Vec::len).collect();
        write(folder.path(), &lengths, |doc| Ok(studies[doc].clone())).unwrap();
        let entries = Entries::open(folder.path(), &MmapDirectory::open(folder.path()).unwrap()).unwrap();
        assert_eq!(entries.studies(), 3);
        for number in 0..3 {
            assert_eq!(entries.study(number).unwrap(), study(number as usize));
        }
        assert!(entries.study(3).is_err());
    }

    #[test]
    fn file_in_another_format_is_rejected() {
        for bytes in [&b""[..], b"entries0\0\0\0\0", b"entries3\x01\0\0\0"] {
            assert!(head(&OwnedBytes::new(bytes.to_vec())).is_none());
        }
    }
}
