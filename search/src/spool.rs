//! Studies on the disk, from when they are added until their order is known.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::{asked::Standing, document::Indexed};

const NAME: &str = "spool";

/// The place of a study in the index: by whether it takes people, then beside its kin, then as it was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) standing: Standing,
    pub(crate) kin: u16,
    pub(crate) added: u64,
}

/// Studies that wait for their order.
pub(crate) struct Spool {
    path: PathBuf,
    file: BufWriter<File>,
    /// As they were added.
    waiting: Vec<Waiting>,
    end: u64,
}

/// Where a study lies in the file: what it is indexed under, and behind that what lists show of it.
#[derive(Clone, Copy)]
struct Waiting {
    place: Place,
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

    pub(crate) fn add(&mut self, place: Place, study: &Indexed, entry: &[u8]) -> io::Result<()> {
        let indexed = postcard::to_stdvec(study).map_err(io::Error::other)?;
        self.file.write_all(&indexed)?;
        self.file.write_all(entry)?;
        let (indexed, entry) = (indexed.len(), entry.len());
        self.waiting.push(Waiting { place, from: self.end, indexed, entry });
        self.end += (indexed + entry) as u64;
        Ok(())
    }

    /// Hands out what the studies of a standing are indexed under, in their order.
    pub(crate) fn each<E: From<io::Error>>(
        &mut self,
        standing: Standing,
        mut take: impl FnMut(Indexed) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.flush()?;
        let mut file = self.reader();
        let waiting = self.waiting.iter().filter(|study| study.place.standing == standing);
        let mut waiting: Vec<&Waiting> = waiting.collect();
        waiting.sort_unstable_by_key(|study| study.place);
        for study in waiting {
            let bytes = read(&mut file, study.from, study.indexed)?;
            take(postcard::from_bytes(&bytes).map_err(io::Error::other)?)?;
        }
        Ok(())
    }

    pub(crate) fn reader(&self) -> BufReader<&File> {
        BufReader::new(self.file.get_ref())
    }

    /// How many bytes say what lists show of the so manieth study.
    pub(crate) fn length_of_entry(&self, added: u64) -> usize {
        self.at(added).map_or(0, |study| study.entry)
    }

    /// What lists show of the so manieth study.
    pub(crate) fn entry(&self, added: u64, file: &mut BufReader<&File>) -> io::Result<Vec<u8>> {
        self.at(added)
            .map_or(Ok(Vec::new()), |study| read(file, study.from + study.indexed as u64, study.entry))
    }

    fn at(&self, added: u64) -> Option<&Waiting> {
        self.waiting.get(usize::try_from(added).ok()?)
    }

    /// Frees the disk.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

fn read(file: &mut BufReader<&File>, from: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(from))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
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
            spool.add(Place { standing, kin, added }, &study, &[kin.to_le_bytes()[0]]).unwrap();
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
        let mut file = spool.reader();
        let entries: Vec<Vec<u8>> = [3, 1].map(|added| spool.entry(added, &mut file).unwrap()).into();
        assert_eq!(entries, [[3], [7]]);
        spool.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the file is gone");
    }
}
