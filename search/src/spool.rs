//! A temporary file of studies, from when they are added until their order is known.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use crate::{document::IndexedStudy, query::RecruitmentScope};

const NAME: &str = "spool";

/// Studies waiting for their order.
pub(crate) struct Spool {
    path: PathBuf,
    file: BufWriter<File>,
    /// In the order of addition.
    waiting: Vec<SpooledStudy>,
    end: u64,
}

/// Where a study is in the file: its indexed data, followed by its list entry.
struct SpooledStudy {
    scope: RecruitmentScope,
    kin: u16,
    from: u64,
    indexed: usize,
    entry: usize,
}

impl Spool {
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(NAME);
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        Ok(Self { path, file: BufWriter::new(file), waiting: Vec::new(), end: 0 })
    }

    /// Adds a study with its scope, sort key, indexed data, and list entry.
    pub(crate) fn add(
        &mut self,
        scope: RecruitmentScope,
        kin: u16,
        study: &IndexedStudy,
        entry: &[u8],
    ) -> io::Result<()> {
        let indexed = postcard::to_stdvec(study).map_err(io::Error::other)?;
        self.file.write_all(&indexed)?;
        self.file.write_all(entry)?;
        let (indexed, entry) = (indexed.len(), entry.len());
        self.waiting.push(SpooledStudy { scope, kin, from: self.end, indexed, entry });
        self.end += (indexed + entry) as u64;
        Ok(())
    }

    /// Calls `take` with the indexed data of a recruitment scope's studies, by sort key and then in the order of addition.
    pub(crate) fn for_each<E: From<io::Error>>(
        &mut self,
        scope: RecruitmentScope,
        mut take: impl FnMut(IndexedStudy) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.flush()?;
        let mut waiting: Vec<&SpooledStudy> =
            self.waiting.iter().filter(|study| study.scope == scope).collect();
        waiting.sort_by_key(|study| study.kin);
        for study in waiting {
            let bytes = self.read(study.from, study.indexed)?;
            take(postcard::from_bytes(&bytes).map_err(io::Error::other)?)?;
        }
        Ok(())
    }

    /// Returns the size in bytes of the list entry of the study added at this position.
    pub(crate) fn entry_length(&self, added: u64) -> usize {
        self.study(added).map_or(0, |study| study.entry)
    }

    /// Returns the list entry of the study added at this position. Call this after [`Self::for_each`].
    pub(crate) fn entry(&self, added: u64) -> io::Result<Vec<u8>> {
        let Some(study) = self.study(added) else { return Ok(Vec::new()) };
        self.read(study.from + study.indexed as u64, study.entry)
    }

    fn study(&self, added: u64) -> Option<&SpooledStudy> {
        self.waiting.get(usize::try_from(added).ok()?)
    }

    fn read(&self, from: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.file.get_ref().read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    /// Deletes the file.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn studies_of_a_standing_sort_by_kin_then_by_addition() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::begin(folder.path()).unwrap();
        let added = [
            (RecruitmentScope::AnyStatus, 1),
            (RecruitmentScope::Recruiting, 7),
            (RecruitmentScope::RecruitingOrSoon, 2),
            (RecruitmentScope::Recruiting, 3),
            (RecruitmentScope::Recruiting, 7),
        ];
        for (added, (scope, kin)) in (0..).zip(added) {
            let mut study = IndexedStudy::default();
            study.added = added;
            spool.add(scope, kin, &study, &[kin.to_le_bytes()[0]]).unwrap();
        }
        let orders = RecruitmentScope::ALL.map(|scope| {
            let mut order = Vec::new();
            let result: io::Result<()> = spool.for_each(scope, |study| {
                order.push(study.added);
                Ok(())
            });
            result.unwrap();
            order
        });
        assert_eq!(orders, [vec![3, 1, 4], vec![2], vec![0]]);
        let entries = [3, 1].map(|added| spool.entry(added).unwrap());
        assert_eq!(entries, [[3], [7]]);
        spool.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the file was not deleted");
    }
}
