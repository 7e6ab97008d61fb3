//! The log of partner studies: a file with the state of every study, to which each change adds one line.
//!
//! ```text
//! {"log":"1-8f0c…","vocabulary":"5d2a…"}         the log's name, which is new each time the file is replaced
//! {"study":{"study":{…},"concepts":["D003924"],"markers":[],"ruled_out":[]}}
//! {"removed":"STU01009"}
//! {"listing":{…}}
//! ```
//!
//! Later lines win. A reader remembers how far it has read, so a change costs the same however many studies there are. An
//! interrupted write leaves an incomplete last line, which readers ignore and the next writer cuts off.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules};
use waypoint_vocabulary::{Vocabulary, fingerprint};

use super::{change::StudyChange, studies::PartnerStudies};

const FILE: &str = "partner-studies.jsonl";
/// Locked while the log is written.
const LOCK: &str = "partner-studies.lock";
/// Increment this when lines change.
const REVISION: u32 = 2;

/// The log can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// There is no log, or one of another version. The function at the stream of studies writes a new one.
    #[error("{0} is missing; any change of a study writes it")]
    Missing(PathBuf),
    /// The file can't be used.
    #[error("{path} can't be {what}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        what: &'static str,
        cause: io::Error,
    },
    /// A line is invalid.
    #[error("{path}, byte {offset}: {reason}; delete the file, and any change of a study writes it anew")]
    Line {
        /// The file.
        path: PathBuf,
        /// Where the line begins.
        offset: u64,
        /// The problem.
        reason: serde_json::Error,
    },
}

/// The first line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    /// The log's name.
    log: String,
    /// The fingerprint of the vocabulary that the concepts are from.
    vocabulary: String,
}

/// How far a reader has read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Position {
    name: String,
    offset: u64,
}

/// The lines after a position.
#[derive(Debug)]
pub(super) struct NewLines {
    /// Whether they replace everything before.
    pub(super) from_start: bool,
    pub(super) changes: Vec<StudyChange>,
    pub(super) position: Position,
}

/// The log in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyLog {
    folder: PathBuf,
}

impl StudyLog {
    /// Returns the log of the folder with the search index.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Whether the log exists, in this version and with the concepts of this vocabulary.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let header = File::open(self.folder.join(FILE)).map_err(drop).and_then(|file| {
            let mut first = String::new();
            BufReader::new(file).read_line(&mut first).map_err(drop)?;
            header(&first).ok_or(())
        });
        header.is_ok_and(|header| header.vocabulary == vocabulary())
    }

    /// Returns the studies of the log.
    pub fn studies(&self, vocabulary: &Vocabulary) -> Result<PartnerStudies, LogError> {
        let mut studies = PartnerStudies::default();
        for change in self.after(&Position::default())?.changes {
            studies.apply(change, vocabulary);
        }
        Ok(studies)
    }

    /// Adds changes.
    pub fn append(&self, changes: &[StudyChange]) -> Result<(), LogError> {
        let _lock = self.lock()?;
        let path = self.folder.join(FILE);
        let failed = failed("written", &path);
        let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LogError::Missing(path.clone()));
            }
            Err(error) => return Err(failed(error)),
        };
        let end = end_of_lines(&mut file).map_err(&failed)?;
        let lines = lines(changes).map_err(&failed)?;
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .and_then(|_| file.write_all(&lines))
            .and_then(|()| file.sync_data())
            .map_err(failed)
    }

    /// Replaces the log by one of these studies.
    pub fn replace_all<'a>(
        &self,
        listing: ListingRules,
        studies: impl IntoIterator<Item = &'a PartnerStudy>,
        vocabulary: &Vocabulary,
    ) -> Result<(), LogError> {
        let studies = studies.into_iter().map(|study| StudyChange::to(study, vocabulary));
        self.replace(&[StudyChange::Listing(listing)].into_iter().chain(studies).collect::<Vec<_>>())
    }

    /// Replaces the log. Readers start from its beginning.
    pub fn replace(&self, changes: &[StudyChange]) -> Result<(), LogError> {
        fs::create_dir_all(&self.folder).map_err(failed("created", &self.folder))?;
        let _lock = self.lock()?;
        let (path, new) = (self.folder.join(FILE), self.folder.join(format!("{FILE}.new")));
        let failed = failed("written", &path);
        let write = || {
            let mut bytes = serde_json::to_vec(&Header { log: new_name()?, vocabulary: vocabulary() })?;
            bytes.push(b'\n');
            bytes.extend(lines(changes)?);
            let mut file = File::create(&new)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&new, &path)
        };
        write().map_err(failed)
    }

    /// Returns the lines after a position.
    pub(super) fn after(&self, position: &Position) -> Result<NewLines, LogError> {
        let path = self.folder.join(FILE);
        let failed = failed("read", &path);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LogError::Missing(path.clone()));
            }
            Err(error) => return Err(failed(error)),
        };
        let mut file = BufReader::new(file);
        let mut first = String::new();
        let begin = file.read_line(&mut first).map_err(&failed)? as u64;
        let Some(Header { log: name, .. }) = header(&first) else {
            return Err(LogError::Missing(path.clone()));
        };
        let from_start = name != position.name;
        let mut offset = if from_start { begin } else { position.offset };
        file.seek(SeekFrom::Start(offset)).map_err(&failed)?;
        let mut changes = Vec::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            file.read_until(b'\n', &mut line).map_err(&failed)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            let change = serde_json::from_slice(&line);
            changes.push(change.map_err(|reason| LogError::Line { path: path.clone(), offset, reason })?);
            offset += line.len() as u64;
        }
        Ok(NewLines { from_start, changes, position: Position { name, offset } })
    }

    fn lock(&self) -> Result<File, LogError> {
        let path = self.folder.join(LOCK);
        let failed = failed("locked", &path);
        let file =
            OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(&failed)?;
        file.lock().map_err(failed)?;
        Ok(file)
    }
}

fn failed(what: &'static str, path: &Path) -> impl Fn(io::Error) -> LogError {
    move |cause| LogError::File { path: path.to_owned(), what, cause }
}

/// Reads the first line of a log of this version.
fn header(line: &str) -> Option<Header> {
    let header: Header = serde_json::from_str(line).ok()?;
    header.log.starts_with(&format!("{REVISION}-")).then_some(header)
}

fn vocabulary() -> String {
    format!("{:016x}", fingerprint())
}

fn new_name() -> io::Result<String> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(format!("{REVISION}-{:016x}", u64::from_be_bytes(random)))
}

fn lines(changes: &[StudyChange]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for change in changes {
        serde_json::to_writer(&mut bytes, change)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Returns where the last complete line ends.
fn end_of_lines(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 4096;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let begin = end.saturating_sub(STEP);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(begin))?;
        Read::by_ref(file).take(end - begin).read_to_end(&mut bytes)?;
        if let Some(at) = bytes.iter().rposition(|byte| *byte == b'\n') {
            return Ok(begin + at as u64 + 1);
        }
        end = begin;
    }
    Ok(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn removal(number: &str) -> StudyChange {
        StudyChange::Removed(number.parse().unwrap())
    }

    #[test]
    fn reader_gets_only_lines_after_its_position_until_the_log_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let log = StudyLog::in_folder(folder.path());
        assert!(matches!(log.after(&Position::default()), Err(LogError::Missing(_))));
        assert!(matches!(log.append(&[removal("STU01")]), Err(LogError::Missing(_))));
        log.replace(&[removal("STU01")]).unwrap();
        let first = log.after(&Position::default()).unwrap();
        assert_eq!((first.from_start, &first.changes), (true, &vec![removal("STU01")]));
        log.append(&[removal("STU02"), removal("STU03")]).unwrap();
        let next = log.after(&first.position).unwrap();
        assert_eq!((next.from_start, &next.changes), (false, &vec![removal("STU02"), removal("STU03")]));
        assert!(log.after(&next.position).unwrap().changes.is_empty());
        log.replace(&[removal("STU04")]).unwrap();
        let replaced = log.after(&next.position).unwrap();
        assert_eq!((replaced.from_start, &replaced.changes), (true, &vec![removal("STU04")]));
    }

    #[test]
    fn incomplete_last_line_is_ignored_and_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let log = StudyLog::in_folder(folder.path());
        log.replace(&[removal("STU01")]).unwrap();
        let path = folder.path().join(FILE);
        let whole = fs::read(&path).unwrap();
        log.append(&[removal("STU0123456")]).unwrap();
        let longer = fs::read(&path).unwrap();
        for end in whole.len()..longer.len() {
            fs::write(&path, &longer[..end]).unwrap();
            let read = log.after(&Position::default()).unwrap();
            assert_eq!(read.changes, [removal("STU01")], "cut at {end}");
            log.append(&[removal("STU02")]).unwrap();
            let added = log.after(&read.position).unwrap().changes;
            assert_eq!(added, [removal("STU02")], "cut at {end}");
        }
    }

    #[test]
    fn log_of_another_version_counts_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let log = StudyLog::in_folder(folder.path());
        let write = |header: &str| fs::write(folder.path().join(FILE), format!("{header}\n")).unwrap();
        write(r#"{"log":"0-1","vocabulary":"1"}"#);
        assert!(matches!(log.after(&Position::default()), Err(LogError::Missing(_))) && !log.is_current());
        write(&format!(r#"{{"log":"{REVISION}-1","vocabulary":"1"}}"#));
        assert!(log.after(&Position::default()).is_ok() && !log.is_current());
        log.replace(&[]).unwrap();
        assert!(log.is_current());
    }

    #[test]
    fn invalid_line_is_reported_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let log = StudyLog::in_folder(folder.path());
        log.replace(&[]).unwrap();
        let path = folder.path().join(FILE);
        let begin = fs::metadata(&path).unwrap().len();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"removed\":7}\n").unwrap();
        let error = log.after(&Position::default()).unwrap_err();
        assert!(matches!(error, LogError::Line { offset, .. } if offset == begin), "{error}");
    }
}
