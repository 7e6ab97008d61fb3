//! The faults of a file of studies.

use std::{io, path::PathBuf};

use miette::Diagnostic;
use waypoint_domain::{
    recruitment_material::Unapproved, study_facts::MaterialHash, study_number::StudyNumber,
};
use waypoint_generator::content::{ContentError, approval_hint};

/// The maximum file size, far larger than any real export.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// A reason why a file of studies is rejected.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum FileFault {
    /// The file can't be read.
    #[error("{} could not be read: {cause}", path.display())]
    Unreadable {
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// The file is not valid UTF-8.
    #[error("{}, line {line}: the text is not valid UTF-8", path.display())]
    #[diagnostic(help("save the file as UTF-8; spreadsheets call it 'CSV UTF-8'"))]
    NotUtf8 {
        path: PathBuf,
        /// The line of the first invalid byte, counted from 1.
        line: usize,
    },
    /// The file exceeds the size limit.
    #[error("{} is larger than {MAX_BYTES} bytes", path.display())]
    #[diagnostic(help("split it into several files"))]
    TooLarge {
        /// The path as given to the program.
        path: PathBuf,
    },
    /// The file name has an unsupported extension.
    #[error("{} is not a file of studies", path.display())]
    #[diagnostic(help("use a file that ends in .json, .csv, or .toml"))]
    UnsupportedExtension {
        /// The path as given to the program.
        path: PathBuf,
    },
    /// The JSON is neither a study nor a list of studies.
    #[error("{file} is neither a study nor a list of studies: {reason}")]
    #[diagnostic(help("write {{ … }} for one study, or [{{ … }}, {{ … }}] for several"))]
    InvalidJson {
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
        number: StudyNumber,
        /// The kind of id.
        what: String,
        /// The id.
        value: String,
        /// The other study.
        other: StudyNumber,
    },
    /// A study's recruitment material is not approved.
    #[error("the recruitment material of study {number} can't be published: {reason}")]
    #[diagnostic(help("{}", approval_hint(*hash)))]
    Unapproved {
        number: StudyNumber,
        /// Why it isn't approved.
        reason: Box<Unapproved>,
        /// The hash to record after an approval.
        hash: MaterialHash,
    },
    /// The file contains a study twice.
    #[error("{file} contains the study {number} twice")]
    #[diagnostic(help("remove one of them from the file"))]
    Duplicate {
        /// The path of the file, as text.
        file: String,
        number: StudyNumber,
    },
}
