//! Studies on the disk, from when they are added until their order is known.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use crate::{asked::Standing, document::Indexed};

const NAME: &str = "spool";

/// Studies that wait for their order.
pub(crate) struct Spool {
    path: PathBuf,
    file: BufWriter<File>,
    /// As they were added.
    waiting: Vec<Waiting>,
    end: u64,
}

/// Where a study lies in the file: what it is indexed under, and behind that what lists show of it.
struct Waiting {
    standing: Standing,
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

    /// Adds a study: whether it takes people, its place among its kin, what it is indexed under and what lists show.
    pub(crate) fn add(
        &mut self,
        standing: Standing,
        kin: u16,
        study: &Indexed,
        entry: &[u8],
    ) -> io::Result<()> {
        let indexed = postcard::to_stdvec(study).map_err(io::Error::other)?;
        self.file.write_all(&indexed)?;
        self.file.write_all(entry)?;
        let (indexed, entry) = (indexed.len(), entry.len());
        self.waiting.push(Waiting { standing, kin, from: self.end, indexed, entry });
        self.end += (indexed + entry) as u64;
        Ok(())
    }

    /// Hands out what the studies of a standing are indexed under: beside their kin, then as they were added.
    pub(crate) fn each<E: From<io::Error>>(
        &mut self,
        standing: Standing,
        mut take: impl FnMut(Indexed) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.flush()?;
        let mut waiting: Vec<&Waiting> =
            self.waiting.iter().filter(|study| study.standing == standing).collect();
        waiting.sort_by_key(|study| study.kin);
        for study in waiting {
            let bytes = self.read(study.from, study.indexed)?;
            take(postcard::from_bytes(&bytes).map_err(io::Error::other)?)?;
        }
        Ok(())
    }

    /// How many bytes say what lists show of the so manieth study.
    pub(crate) fn length_of_entry(&self, added: u64) -> usize {
        self.at(added).map_or(0, |study| study.entry)
    }

    /// What lists show of the so manieth study, after [`Self::each`].
    pub(crate) fn entry(&self, added: u64) -> io::Result<Vec<u8>> {
        let Some(study) = self.at(added) else { return Ok(Vec::new()) };
        self.read(study.from + study.indexed as u64, study.entry)
    }

    fn at(&self, added: u64) -> Option<&Waiting> {
        self.waiting.get(usize::try_from(added).ok()?)
    }

    fn read(&self, from: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.file.get_ref().read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    /// Frees the disk.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn studies_of_a_standing_come_beside_their_kin_then_as_they_were_added() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::begin(folder.path()).unwrap();
        let added = [
            (Standing::OrClosed, 1),
            (Standing::Recruiting, 7),
            (Standing::OrSoon, 2),
            (Standing::Recruiting, 3),
            (Standing::Recruiting, 7),
        ];
        for (added, (standing, kin)) in (0..).zip(added) {
            let mut study = Indexed::default();
            study.added = added;
            spool.add(standing, kin, &study, &[kin.to_le_bytes()[0]]).unwrap();
        }
        let orders = Standing::ALL.map(|standing| {
            let mut order = Vec::new();
            let all: io::Result<()> = spool.each(standing, |study| {
                order.push(study.added);
                Ok(())
            });
            all.unwrap();
            order
        });
        assert_eq!(orders, [vec![3, 1, 4], vec![2], vec![0]]);
        let entries = [3, 1].map(|added| spool.entry(added).unwrap());
        assert_eq!(entries, [[3], [7]]);
        spool.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the file is gone");
    }
}
