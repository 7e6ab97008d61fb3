//! Releases of the index: each in a folder of its own, one of them in use.
//!
//! ```text
//! index/
//!   current             the name of the release in use; changes at once, by renaming
//!   release-000007/     the one before, because somebody may still read it
//!   release-000008/
//!     release.json      what it was built of
//!     studies/          the index
//!     …                 what else was made with it
//! ```
//!
//! A release is written beside the one in use, brought to the disk, and then put in its place. Whatever
//! happens on the way, the old one stays in use, and the next build deletes what is left.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_vocabulary::Vocabulary;

use crate::{
    builder::IndexBuilder,
    index::{IndexError, SearchIndex},
    recruiting::Recruiting,
    schema::Fields,
};

/// Counts up when documents or entries change without a change of the fields.
const REVISION: u32 = 6;
const CURRENT: &str = "current";
const PREFIX: &str = "release-";
const ABOUT: &str = "release.json";
const STUDIES: &str = "studies";
/// How often a reader looks for a newer release.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// What an index is built of. Two that are equal make the same index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The shape of the index.
    pub format: String,
    /// The vocabulary.
    pub vocabulary: String,
    /// The state of the table.
    pub table: String,
}

impl Origin {
    /// An index by this build of the program, of this state of the table.
    #[must_use]
    pub fn of_table(table: impl Into<String>) -> Self {
        let (_, schema) = Fields::new();
        let shape = serde_json::to_string(&schema).unwrap_or_default();
        let vocabulary = format!("{:016x}", waypoint_vocabulary::fingerprint());
        let format = format!("{REVISION}-{:016x}", waypoint_vocabulary::fingerprint_of([shape.as_bytes()]));
        Self { format, vocabulary, table: table.into() }
    }
}

/// A release that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Its folder.
    pub folder: PathBuf,
    /// What it was built of.
    pub origin: Origin,
    /// How many studies it has.
    pub studies: usize,
}

#[derive(Serialize, Deserialize)]
struct About {
    origin: Origin,
    studies: usize,
}

/// A release can't be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// The index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A file or folder.
    #[error("the search index {path} {what}: {cause}; check free space and rights, and build it anew")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What can't be done.
        what: &'static str,
        /// Why.
        cause: io::Error,
    },
    /// There is none.
    #[error("there is no search index in {0}; build it with `cargo xtask registry sync`")]
    Missing(PathBuf),
}

/// The releases of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Releases {
    folder: PathBuf,
}

impl Releases {
    /// The releases of this folder, which need not be there yet.
    #[must_use]
    pub fn of(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The release in use.
    ///
    /// # Errors
    /// When there is none, or it can't be read.
    pub fn current(&self) -> Result<Release, ReleaseError> {
        let name = self.current_name()?.ok_or_else(|| ReleaseError::Missing(self.folder.clone()))?;
        self.release(&name)
    }

    /// Whether the release in use was built of this.
    #[must_use]
    pub fn fits(&self, origin: &Origin) -> bool {
        self.current().is_ok_and(|release| release.origin == *origin && release.open().is_ok())
    }

    /// Begins a release beside the one in use, and deletes what builds that were interrupted have left.
    /// Only one may be built at a time.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn begin<'a>(&self, origin: Origin, vocabulary: &'a Vocabulary) -> Result<Draft<'a>, ReleaseError> {
        fs::create_dir_all(&self.folder).map_err(failed("can't be made", &self.folder))?;
        // A name that can't be read names nothing that is worth keeping.
        let current = self.current_name().ok().flatten().and_then(|name| number_of(&name));
        let before = self.numbers()?.into_iter().filter(|number| Some(*number) < current).max();
        self.delete_all_but(&[current, before])?;
        let number = current.map_or(1, |number| number + 1);
        let folder = self.folder.join(name_of(number));
        fs::create_dir(&folder).map_err(failed("can't be made", &folder))?;
        let builder = IndexBuilder::new(&folder.join(STUDIES), vocabulary)?;
        Ok(Draft { releases: self.clone(), number, folder, origin, builder, studies: 0 })
    }

    fn current_name(&self) -> Result<Option<String>, ReleaseError> {
        let path = self.folder.join(CURRENT);
        match fs::read_to_string(&path) {
            Ok(name) if number_of(name.trim()).is_some() => Ok(Some(name.trim().to_owned())),
            Ok(_) => Err(failed("can't be read", &path)(io::ErrorKind::InvalidData.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed("can't be read", &path)(error)),
        }
    }

    fn release(&self, name: &str) -> Result<Release, ReleaseError> {
        let folder = self.folder.join(name);
        let path = folder.join(ABOUT);
        let text = fs::read_to_string(&path).map_err(failed("can't be read", &path))?;
        let about: About =
            serde_json::from_str(&text).map_err(|error| failed("can't be read", &path)(error.into()))?;
        Ok(Release { folder, origin: about.origin, studies: about.studies })
    }

    fn numbers(&self) -> Result<Vec<u64>, ReleaseError> {
        let failed = failed("can't be listed", &self.folder);
        let entries = fs::read_dir(&self.folder).map_err(&failed)?.collect::<Result<Vec<_>, _>>();
        let names = entries.map_err(&failed)?.into_iter().map(|entry| entry.file_name());
        Ok(names.filter_map(|name| number_of(name.to_str()?)).collect())
    }

    fn delete_all_but(&self, stay: &[Option<u64>]) -> Result<(), ReleaseError> {
        for number in self.numbers()?.into_iter().filter(|number| !stay.contains(&Some(*number))) {
            let folder = self.folder.join(name_of(number));
            fs::remove_dir_all(&folder).map_err(failed("can't be deleted", &folder))?;
        }
        Ok(())
    }

    /// Puts a release in the place of the one in use.
    fn switch_to(&self, number: u64) -> Result<(), ReleaseError> {
        let new = self.folder.join(format!("{CURRENT}.new"));
        let failed = failed("can't be put into use", &self.folder);
        fs::write(&new, name_of(number)).map_err(&failed)?;
        fs::File::open(&new).and_then(|file| file.sync_all()).map_err(&failed)?;
        fs::rename(&new, self.folder.join(CURRENT)).map_err(&failed)?;
        sync_folder(&self.folder).map_err(&failed)
    }
}

impl Release {
    /// The folder of the index.
    #[must_use]
    pub fn index_folder(&self) -> PathBuf {
        self.folder.join(STUDIES)
    }

    /// Opens the index.
    ///
    /// # Errors
    /// When it has another shape, or can't be read.
    pub fn open(&self) -> Result<SearchIndex, IndexError> {
        SearchIndex::open(&self.index_folder())
    }
}

/// A release that is being built. Nobody reads it before it is published.
pub struct Draft<'a> {
    releases: Releases,
    number: u64,
    folder: PathBuf,
    origin: Origin,
    builder: IndexBuilder<'a>,
    studies: usize,
}

impl Draft<'_> {
    /// Adds a study.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn add(&mut self, study: &RegistryStudy) -> Result<(), ReleaseError> {
        self.builder.add(study)?;
        self.studies += 1;
        Ok(())
    }

    /// Finishes the release and puts it into use. `with` gets it before that, to add files of its own to
    /// the folder.
    ///
    /// # Errors
    /// When the disk is full, or `with` fails; then the old release stays in use.
    pub fn publish(
        self,
        with: impl FnOnce(&Release) -> Result<(), ReleaseError>,
    ) -> Result<Release, ReleaseError> {
        let Self { releases, number, folder, origin, builder, studies } = self;
        builder.finish()?;
        let release = Release { folder: folder.clone(), origin: origin.clone(), studies };
        with(&release)?;
        let about = serde_json::to_vec_pretty(&About { origin, studies });
        let path = folder.join(ABOUT);
        let about = about.map_err(|error| failed("can't be written", &path)(error.into()))?;
        fs::write(&path, about).map_err(failed("can't be written", &path))?;
        sync_all(&folder).map_err(failed("can't be brought to the disk", &folder))?;
        sync_folder(&releases.folder).map_err(failed("can't be brought to the disk", &releases.folder))?;
        let before = releases.current_name().ok().flatten().and_then(|name| number_of(&name));
        releases.switch_to(number)?;
        releases.delete_all_but(&[Some(number), before])?;
        Ok(release)
    }
}

/// A release that is open.
pub struct InUse {
    /// The folder of the index.
    pub folder: PathBuf,
    /// The index.
    pub index: SearchIndex,
    /// How many studies that take people now are about each concept.
    pub recruiting: Recruiting,
}

/// The index in use, which becomes a newer one when there is one. A release that can't be opened does not
/// take the place of one that can.
pub struct LatestIndex {
    releases: Releases,
    open: Mutex<Open>,
}

struct Open {
    name: String,
    in_use: Arc<InUse>,
    looked: Instant,
}

impl LatestIndex {
    /// Opens the release in use.
    ///
    /// # Errors
    /// When there is none, or it can't be opened.
    pub fn open(releases: Releases, vocabulary: &Vocabulary) -> Result<Self, ReleaseError> {
        let release = releases.current()?;
        let in_use = InUse::open(&release, vocabulary)?.into();
        let open = Open { name: name_in(&release.folder), in_use, looked: Instant::now() };
        Ok(Self { releases, open: Mutex::new(open) })
    }

    /// The release in use. At most once a minute it is looked for a newer one.
    pub fn in_use(&self, vocabulary: &Vocabulary) -> Arc<InUse> {
        self.in_use_at(Instant::now(), vocabulary)
    }

    fn in_use_at(&self, now: Instant, vocabulary: &Vocabulary) -> Arc<InUse> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(open.looked) >= LOOK_EVERY {
            open.looked = now;
            if let Ok(release) = self.releases.current()
                && name_in(&release.folder) != open.name
                && let Ok(in_use) = InUse::open(&release, vocabulary)
            {
                open.name = name_in(&release.folder);
                open.in_use = in_use.into();
            }
        }
        Arc::clone(&open.in_use)
    }
}

impl InUse {
    fn open(release: &Release, vocabulary: &Vocabulary) -> Result<Self, IndexError> {
        let index = release.open()?;
        let recruiting = index.recruiting(vocabulary)?;
        Ok(Self { folder: release.index_folder(), index, recruiting })
    }
}

fn failed(what: &'static str, path: &Path) -> impl Fn(io::Error) -> ReleaseError {
    move |cause| ReleaseError::File { path: path.to_owned(), what, cause }
}

fn name_of(number: u64) -> String {
    format!("{PREFIX}{number:06}")
}

fn number_of(name: &str) -> Option<u64> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

fn name_in(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Brings a folder with everything in it to the disk.
fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_all(&entry.path())?;
        } else {
            fs::File::open(entry.path())?.sync_all()?;
        }
    }
    sync_folder(folder)
}

/// Brings the names in a folder to the disk, where systems let one.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use super::*;

    fn publish(releases: &Releases, table: &str, vocabulary: &Vocabulary) {
        let draft = releases.begin(Origin::of_table(table), vocabulary).unwrap();
        draft.publish(|_| Ok(())).unwrap();
    }

    #[test]
    fn a_reader_notices_a_newer_release_within_a_minute_and_keeps_what_it_has_when_that_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let (releases, vocabulary) = (Releases::of(folder.path()), Vocabulary::default());
        publish(&releases, "1", &vocabulary);
        let reader = LatestIndex::open(releases.clone(), &vocabulary).unwrap();
        let began = Instant::now();
        let same = |in_use: &Arc<InUse>, at: Duration| {
            Arc::ptr_eq(in_use, &reader.in_use_at(began + at, &vocabulary))
        };
        let first = reader.in_use_at(began, &vocabulary);
        publish(&releases, "2", &vocabulary);
        assert!(same(&first, LOOK_EVERY / 2));
        assert!(!same(&first, LOOK_EVERY * 2));

        let second = reader.in_use_at(began + LOOK_EVERY * 2, &vocabulary);
        publish(&releases, "3", &vocabulary);
        fs::remove_file(releases.current().unwrap().index_folder().join("meta.json")).unwrap();
        assert!(same(&second, LOOK_EVERY * 4));
    }

    #[test]
    fn a_torn_name_of_the_release_in_use_does_not_stop_the_next_build() {
        let folder = tempfile::tempdir().unwrap();
        let (releases, vocabulary) = (Releases::of(folder.path()), Vocabulary::default());
        publish(&releases, "1", &vocabulary);
        fs::write(folder.path().join(CURRENT), "rel").unwrap();
        assert!(releases.current().is_err());
        publish(&releases, "2", &vocabulary);
        assert!(releases.fits(&Origin::of_table("2")));
    }
}
