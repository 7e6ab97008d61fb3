//! What studies are indexed under, on the disk from when they are added until their order is known.

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
    /// Where each begins, and how long it is.
    waiting: Vec<(Place, u64, usize)>,
    end: u64,
}

impl Spool {
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(NAME);
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        Ok(Self { path, file: BufWriter::new(file), waiting: Vec::new(), end: 0 })
    }

    pub(crate) fn add(&mut self, place: Place, study: &Indexed) -> io::Result<()> {
        let bytes = postcard::to_stdvec(study).map_err(io::Error::other)?;
        self.file.write_all(&bytes)?;
        self.waiting.push((place, self.end, bytes.len()));
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Hands out the studies of a standing in their order.
    pub(crate) fn each<E: From<io::Error>>(
        &mut self,
        standing: Standing,
        mut take: impl FnMut(Indexed) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.flush()?;
        let mut file = BufReader::new(self.file.get_ref());
        let mut waiting: Vec<_> =
            self.waiting.iter().filter(|(place, ..)| place.standing == standing).collect();
        waiting.sort_unstable();
        for (_, from, length) in waiting {
            file.seek(SeekFrom::Start(*from))?;
            let mut bytes = vec![0; *length];
            file.read_exact(&mut bytes)?;
            take(postcard::from_bytes(&bytes).map_err(io::Error::other)?)?;
        }
        Ok(())
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
            spool.add(Place { standing, kin, added }, &study).unwrap();
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
        spool.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the file is gone");
    }
}
