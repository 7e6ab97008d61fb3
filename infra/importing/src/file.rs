//! Reads the studies of a file, or reports all its faults.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    string::FromUtf8Error,
};

use miette::Diagnostic;
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};
use waypoint_generator::content::{ContentError, read_study};

use crate::{csv_file, json_file};

/// The maximum file size, far larger than any real export.
const MAX_BYTES: u64 = 64 << 20;

/// The readable studies of the table, by number.
pub type StudiesByNumber = BTreeMap<StudyNumber, PartnerStudy>;

/// A fault of a file.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum FileFault {
    /// The file can't be read.
    #[error("{} could not be read: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// The file is not valid UTF-8.
    #[error("{}, line {line}: the text is not valid UTF-8", path.display())]
    #[diagnostic(help("save the file as UTF-8; spreadsheets call it 'CSV UTF-8'"))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first invalid byte, counted from 1.
        line: usize,
    },
    /// The file exceeds the size limit.
    #[error("{} is larger than {MAX_BYTES} bytes", path.display())]
    #[diagnostic(help("split it into several files"))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file name has an unsupported extension.
    #[error("{} is not a file of studies", path.display())]
    #[diagnostic(help("use a file that ends in .json, .csv, or .toml"))]
    UnsupportedExtension {
        /// The file.
        path: PathBuf,
    },
    /// The JSON is neither a study nor a list of studies.
    #[error("{file} is neither a study nor a list of studies: {reason}")]
    #[diagnostic(help("write {{ … }} for one study, or [{{ … }}, {{ … }}] for several"))]
    InvalidJson {
        /// The file.
        file: String,
        /// The parser's error, with line and column.
        reason: serde_json::Error,
    },
    /// A study is invalid.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Study(#[from] ContentError),
    /// A row or a column of a CSV file is invalid.
    #[error("{file}, line {line}{}: {message}", column.as_ref().map(|name| format!(", column {name}")).unwrap_or_default())]
    Cell {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: u64,
        /// The column, if the fault has one.
        column: Option<String>,
        /// Description of the fault.
        message: String,
        /// A hint for fixing it.
        #[help]
        hint: Option<String>,
    },
    /// An id is already taken by another study.
    #[error("the {what} '{value}' of {number} is already used by {other}")]
    #[diagnostic(help(
        "give each study and each question a unique id; a copied study still has the ids of the original"
    ))]
    IdTaken {
        /// The study.
        number: StudyNumber,
        /// The kind of id.
        what: String,
        /// The id.
        value: String,
        /// The other study.
        other: StudyNumber,
    },
    /// The file contains a study twice.
    #[error("{file} contains the study {number} twice")]
    #[diagnostic(help("remove one of them from the file"))]
    Duplicate {
        /// The file.
        file: String,
        /// The study.
        number: StudyNumber,
    },
}

/// Reads the studies of a file. A CSV row only contains changes, so the studies of the table are needed as well.
pub fn read(path: &Path, known: &StudiesByNumber) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let unreadable = |cause| vec![FileFault::Unreadable { path: path.to_owned(), cause }];
    if fs::metadata(path).map_err(unreadable)?.len() > MAX_BYTES {
        return Err(vec![FileFault::TooLarge { path: path.to_owned() }]);
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| vec![not_utf8(path, error)])?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    let studies = match extension.as_deref() {
        Some("json") => json_file::read(&name, text)?,
        Some("csv") => csv_file::read(&name, text, known)?,
        Some("toml") => vec![
            read_study(&name, text)
                .map_err(|errors| errors.into_iter().map(FileFault::from).collect::<Vec<_>>())?,
        ],
        _ => return Err(vec![FileFault::UnsupportedExtension { path: path.to_owned() }]),
    };
    let duplicates = duplicates(&name, &studies);
    if duplicates.is_empty() { Ok(studies) } else { Err(duplicates) }
}

fn not_utf8(path: &Path, error: FromUtf8Error) -> FileFault {
    let valid_length = error.utf8_error().valid_up_to();
    let line = error.into_bytes().iter().take(valid_length).filter(|byte| **byte == b'\n').count() + 1;
    FileFault::NotUtf8 { path: path.to_owned(), line }
}

fn duplicates(file: &str, studies: &[PartnerStudy]) -> Vec<FileFault> {
    let mut counts: BTreeMap<&StudyNumber, usize> = BTreeMap::new();
    for study in studies {
        *counts.entry(&study.snow_study_number).or_default() += 1;
    }
    let duplicates = counts.into_iter().filter(|(_, count)| *count > 1);
    duplicates
        .map(|(number, _)| FileFault::Duplicate { file: file.to_owned(), number: number.clone() })
        .collect()
}
