//! Releases of the index. Each has its own folder; one of them is in use.
//!
//! ```text
//! index/
//!   current             the name of the release in use, replaced atomically by a rename
//!   release-000007/     the previous one, kept for readers that still have it open
//!   release-000008/
//!     release.json      what it was built from
//!     studies/          the index
//!     figures.json      how fresh its records are
//!     …                 files derived from it
//! ```
//!
//! A new release is written next to the one in use, synced to disk, and then put into use. If that fails at any point,
//! the old release stays in use, and the next build deletes the leftovers.

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
    partner::PartnerStudies,
    recruiting::Recruiting,
    registry_figures::RegistryFigures,
    schema::Fields,
};

/// Increment this when documents or entries change but the fields don't.
const REVISION: u32 = 10;
const CURRENT: &str = "current";
const PREFIX: &str = "release-";
const METADATA: &str = "release.json";
const STUDIES: &str = "studies";
const FIGURES: &str = "figures.json";
/// How often a reader checks for a newer release.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// What an index is built from. Equal origins produce the same index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The format of the index.
    pub format: String,
    /// The fingerprint of the vocabulary.
    pub vocabulary: String,
    /// The version of the studies table.
    pub table: String,
}

impl Origin {
    /// Returns the origin of an index built by this program from this version of the table.
    #[must_use]
    pub fn from_table_version(table: impl Into<String>) -> Self {
        let (_, schema) = Fields::new();
        let shape = serde_json::to_string(&schema).unwrap_or_default();
        let vocabulary = format!("{:016x}", waypoint_vocabulary::fingerprint());
        let format =
            format!("{REVISION}-{:016x}", waypoint_vocabulary::fingerprint_bytes([shape.as_bytes()]));
        Self { format, vocabulary, table: table.into() }
    }
}

/// A complete release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The folder of the release.
    pub folder: PathBuf,
    /// What it was built from.
    pub origin: Origin,
    /// The number of studies.
    pub studies: usize,
}

#[derive(Serialize, Deserialize)]
struct Metadata {
    origin: Origin,
    studies: usize,
}

/// An error while writing or reading a release.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// The index can't be used.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A file or folder can't be used.
    #[error("the search index {path} {what}: {cause}; check disk space and permissions, then rebuild it")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The operation that failed.
        what: &'static str,
        cause: io::Error,
    },
    /// There is no release.
    #[error("there is no search index in {0}; build it with `cargo ops registry sync`")]
    Missing(PathBuf),
}

/// The releases of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Releases {
    folder: PathBuf,
}

impl Releases {
    /// Returns the releases of this folder, which may not exist yet.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the release in use.
    pub fn current(&self) -> Result<Release, ReleaseError> {
        let name = self.current_name()?.ok_or_else(|| ReleaseError::Missing(self.folder.clone()))?;
        self.release(&name)
    }

    /// Whether the release in use has this origin and can be opened.
    #[must_use]
    pub fn is_current(&self, origin: &Origin) -> bool {
        self.current().is_ok_and(|release| release.origin == *origin && release.open().is_ok())
    }

    /// Starts a new release and deletes the leftovers of interrupted builds. Only one release may be built at a time.
    pub fn begin<'a>(
        &self,
        origin: Origin,
        vocabulary: &'a Vocabulary,
    ) -> Result<ReleaseBuilder<'a>, ReleaseError> {
        fs::create_dir_all(&self.folder).map_err(failed("can't be created", &self.folder))?;
        // If the current name is unreadable, there is no release to keep.
        let current = self.current_name().ok().flatten().and_then(|name| parse_number(&name));
        let before = self.numbers()?.into_iter().filter(|number| Some(*number) < current).max();
        self.delete_all_but(&[current, before])?;
        let number = current.map_or(1, |number| number + 1);
        let folder = self.folder.join(folder_name(number));
        fs::create_dir(&folder).map_err(failed("can't be created", &folder))?;
        let builder = IndexBuilder::new(&folder.join(STUDIES), vocabulary)?;
        Ok(ReleaseBuilder { releases: self.clone(), number, folder, origin, builder, studies: 0 })
    }

    fn current_name(&self) -> Result<Option<String>, ReleaseError> {
        let path = self.folder.join(CURRENT);
        match fs::read_to_string(&path) {
            Ok(name) if parse_number(name.trim()).is_some() => Ok(Some(name.trim().to_owned())),
            Ok(_) => Err(failed("can't be read", &path)(io::ErrorKind::InvalidData.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed("can't be read", &path)(error)),
        }
    }

    fn release(&self, name: &str) -> Result<Release, ReleaseError> {
        let folder = self.folder.join(name);
        let path = folder.join(METADATA);
        let text = fs::read_to_string(&path).map_err(failed("can't be read", &path))?;
        let metadata: Metadata =
            serde_json::from_str(&text).map_err(|error| failed("can't be read", &path)(error.into()))?;
        Ok(Release { folder, origin: metadata.origin, studies: metadata.studies })
    }

    fn numbers(&self) -> Result<Vec<u64>, ReleaseError> {
        let failed = failed("can't be listed", &self.folder);
        let entries = fs::read_dir(&self.folder).map_err(&failed)?.collect::<Result<Vec<_>, _>>();
        let names = entries.map_err(&failed)?.into_iter().map(|entry| entry.file_name());
        Ok(names.filter_map(|name| parse_number(name.to_str()?)).collect())
    }

    fn delete_all_but(&self, kept: &[Option<u64>]) -> Result<(), ReleaseError> {
        for number in self.numbers()?.into_iter().filter(|number| !kept.contains(&Some(*number))) {
            let folder = self.folder.join(folder_name(number));
            fs::remove_dir_all(&folder).map_err(failed("can't be deleted", &folder))?;
        }
        Ok(())
    }

    /// Puts a release into use.
    fn switch_to(&self, number: u64) -> Result<(), ReleaseError> {
        let new = self.folder.join(format!("{CURRENT}.new"));
        let failed = failed("can't be put into use", &self.folder);
        fs::write(&new, folder_name(number)).map_err(&failed)?;
        fs::File::open(&new).and_then(|file| file.sync_all()).map_err(&failed)?;
        fs::rename(&new, self.folder.join(CURRENT)).map_err(&failed)?;
        sync_folder(&self.folder).map_err(&failed)
    }
}

impl Release {
    /// Returns the folder of the index.
    #[must_use]
    pub fn index_folder(&self) -> PathBuf {
        self.folder.join(STUDIES)
    }

    /// Adds the figures of its records.
    pub fn write_figures(&self, figures: &RegistryFigures) -> Result<(), ReleaseError> {
        let path = self.folder.join(FIGURES);
        let json = serde_json::to_vec(figures);
        let json = json.map_err(|error| failed("can't be written", &path)(error.into()))?;
        fs::write(&path, json).map_err(failed("can't be written", &path))
    }

    /// Returns the figures of its records. Releases of an earlier program have none.
    #[must_use]
    pub fn figures(&self) -> Option<RegistryFigures> {
        serde_json::from_slice(&fs::read(self.folder.join(FIGURES)).ok()?).ok()
    }

    /// Opens the index.
    pub fn open(&self) -> Result<SearchIndex, IndexError> {
        SearchIndex::open(&self.index_folder())
    }
}

/// A release that is being built. It is invisible to readers until published.
pub struct ReleaseBuilder<'a> {
    releases: Releases,
    number: u64,
    folder: PathBuf,
    origin: Origin,
    builder: IndexBuilder<'a>,
    studies: usize,
}

impl<'a> ReleaseBuilder<'a> {
    /// Suggests names as for searches that also show these partner studies. Call it before any study is added.
    #[must_use]
    pub fn with_partners(self, partners: &'a PartnerStudies) -> Self {
        Self { builder: self.builder.with_partners(partners), ..self }
    }

    /// Adds a study.
    pub fn add(&mut self, study: &RegistryStudy) -> Result<(), ReleaseError> {
        self.builder.add(study)?;
        self.studies += 1;
        Ok(())
    }

    /// Finishes the release and puts it into use. `with` runs before that and can add files to the folder. If it fails, the
    /// old release stays in use.
    pub fn publish(
        self,
        with: impl FnOnce(&Release) -> Result<(), ReleaseError>,
    ) -> Result<Release, ReleaseError> {
        let Self { releases, number, folder, origin, builder, studies } = self;
        builder.finish()?;
        let release = Release { folder: folder.clone(), origin: origin.clone(), studies };
        with(&release)?;
        let metadata = serde_json::to_vec_pretty(&Metadata { origin, studies });
        let path = folder.join(METADATA);
        let metadata = metadata.map_err(|error| failed("can't be written", &path)(error.into()))?;
        fs::write(&path, metadata).map_err(failed("can't be written", &path))?;
        sync_all(&folder).map_err(failed("can't be synced to disk", &folder))?;
        sync_folder(&releases.folder).map_err(failed("can't be synced to disk", &releases.folder))?;
        let before = releases.current_name().ok().flatten().and_then(|name| parse_number(&name));
        releases.switch_to(number)?;
        releases.delete_all_but(&[Some(number), before])?;
        Ok(release)
    }
}

/// A release that is open for searching.
pub struct OpenRelease {
    /// The folder of the index.
    pub folder: PathBuf,
    pub index: SearchIndex,
    /// The number of recruiting studies per concept.
    pub recruiting: Recruiting,
    /// How fresh its records are, if it is known.
    pub figures: Option<RegistryFigures>,
}

/// The index in use, replaced when a newer release appears. A release that can't be opened is ignored.
pub struct LatestIndex {
    releases: Releases,
    open: Mutex<Open>,
}

struct Open {
    name: String,
    in_use: Arc<OpenRelease>,
    checked_at: Instant,
}

impl LatestIndex {
    /// Opens the release in use.
    pub fn open(releases: Releases, vocabulary: &Vocabulary) -> Result<Self, ReleaseError> {
        let release = releases.current()?;
        let in_use = OpenRelease::open(&release, vocabulary)?.into();
        let open = Open { name: name_of(&release.folder), in_use, checked_at: Instant::now() };
        Ok(Self { releases, open: Mutex::new(open) })
    }

    /// Returns the release in use. Checks for a newer one at most once a minute.
    pub fn in_use(&self, vocabulary: &Vocabulary) -> Arc<OpenRelease> {
        self.in_use_at(Instant::now(), vocabulary)
    }

    fn in_use_at(&self, now: Instant, vocabulary: &Vocabulary) -> Arc<OpenRelease> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(open.checked_at) >= CHECK_INTERVAL {
            open.checked_at = now;
            if let Ok(release) = self.releases.current()
                && name_of(&release.folder) != open.name
                && let Ok(in_use) = OpenRelease::open(&release, vocabulary)
            {
                open.name = name_of(&release.folder);
                open.in_use = in_use.into();
            }
        }
        Arc::clone(&open.in_use)
    }
}

impl OpenRelease {
    fn open(release: &Release, vocabulary: &Vocabulary) -> Result<Self, IndexError> {
        let index = release.open()?;
        let recruiting = index.recruiting(vocabulary)?;
        Ok(Self { folder: release.index_folder(), index, recruiting, figures: release.figures() })
    }
}

fn failed(what: &'static str, path: &Path) -> impl Fn(io::Error) -> ReleaseError {
    move |cause| ReleaseError::File { path: path.to_owned(), what, cause }
}

fn folder_name(number: u64) -> String {
    format!("{PREFIX}{number:06}")
}

fn parse_number(name: &str) -> Option<u64> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

fn name_of(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Syncs a folder and everything in it to disk.
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

/// Syncs the entries of a folder to disk, on systems that support it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    fn publish(releases: &Releases, table: &str, vocabulary: &Vocabulary) {
        let draft = releases.begin(Origin::from_table_version(table), vocabulary).unwrap();
        draft.publish(|_| Ok(())).unwrap();
    }

    #[test]
    fn reader_adopts_a_newer_release_within_a_minute_unless_it_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let (releases, vocabulary) = (Releases::in_folder(folder.path()), Vocabulary::default());
        publish(&releases, "1", &vocabulary);
        let reader = LatestIndex::open(releases.clone(), &vocabulary).unwrap();
        let began = Instant::now();
        let same = |in_use: &Arc<OpenRelease>, at: Duration| {
            Arc::ptr_eq(in_use, &reader.in_use_at(began + at, &vocabulary))
        };
        let first = reader.in_use_at(began, &vocabulary);
        publish(&releases, "2", &vocabulary);
        assert!(same(&first, CHECK_INTERVAL / 2));
        assert!(!same(&first, CHECK_INTERVAL * 2));

        let second = reader.in_use_at(began + CHECK_INTERVAL * 2, &vocabulary);
        publish(&releases, "3", &vocabulary);
        fs::remove_file(releases.current().unwrap().index_folder().join("meta.json")).unwrap();
        assert!(same(&second, CHECK_INTERVAL * 4));
    }

    #[test]
    fn unreadable_current_file_does_not_stop_the_next_build() {
        let folder = tempfile::tempdir().unwrap();
        let (releases, vocabulary) = (Releases::in_folder(folder.path()), Vocabulary::default());
        publish(&releases, "1", &vocabulary);
        fs::write(folder.path().join(CURRENT), "rel").unwrap();
        assert!(releases.current().is_err());
        publish(&releases, "2", &vocabulary);
        assert!(releases.is_current(&Origin::from_table_version("2")));
    }
}
