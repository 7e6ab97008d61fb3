//! The studies of a file, or everything that is wrong with it.

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

/// More than any portal has.
const MOST_BYTES: u64 = 64 << 20;

/// The studies that the table has, by number.
pub type Known = BTreeMap<StudyNumber, PartnerStudy>;

/// Something that is wrong with a file.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum FileFault {
    /// The file can't be read.
    #[error("{} can't be read: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The file has bytes that are no text.
    #[error("{}, line {line}: these bytes are no text in UTF-8", path.display())]
    #[diagnostic(help("save the file as UTF-8; a spreadsheet calls it 'CSV UTF-8'"))]
    NoText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The file is larger than one of studies can be.
    #[error("{} has more than {MOST_BYTES} bytes", path.display())]
    #[diagnostic(help("import it in parts"))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file is neither JSON, nor CSV, nor a study of the content by its name.
    #[error("{} is no file of studies", path.display())]
    #[diagnostic(help("name a file that ends in .json, .csv or .toml"))]
    NoStudies {
        /// The file.
        path: PathBuf,
    },
    /// JSON that is neither a study nor a list of them.
    #[error("{file} is neither a study nor a list of studies: {reason}")]
    #[diagnostic(help("write {{ … }} for one study, or [{{ … }}, {{ … }}] for several"))]
    NoList {
        /// The file.
        file: String,
        /// What the parser says, with line and column.
        reason: serde_json::Error,
    },
    /// A study can't be one of ours.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Study(#[from] ContentError),
    /// A row or a column of a table can't be right.
    #[error("{file}, line {line}{}: {message}", column.as_ref().map(|name| format!(", column {name}")).unwrap_or_default())]
    Cell {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The column's name, if the fault has one.
        column: Option<String>,
        /// What is wrong.
        message: String,
        /// What to do.
        #[help]
        hint: Option<String>,
    },
    /// An id is that of another study, too.
    #[error("the {what} '{value}' of {number} is that of {other}, too")]
    #[diagnostic(help(
        "give each study and each question an id of its own; a study that was copied brings those of the first"
    ))]
    Taken {
        /// The study.
        number: StudyNumber,
        /// What the id is.
        what: String,
        /// The id.
        value: String,
        /// The other study.
        other: StudyNumber,
    },
    /// A study stands twice.
    #[error("{file} has the study {number} twice")]
    #[diagnostic(help("leave one of them in the file"))]
    Twice {
        /// The file.
        file: String,
        /// The study.
        number: StudyNumber,
    },
}

/// Reads the studies of a file. A row of CSV changes what the table has of its study, so those are needed, too.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &Path, known: &Known) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let unreadable = |cause| vec![FileFault::Unreadable { path: path.to_owned(), cause }];
    if fs::metadata(path).map_err(unreadable)?.len() > MOST_BYTES {
        return Err(vec![FileFault::TooLarge { path: path.to_owned() }]);
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| vec![not_utf8(path, error)])?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.display().to_string();
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let studies = match ending.as_deref() {
        Some("json") => json_file::read(&name, text)?,
        Some("csv") => csv_file::read(&name, text, known)?,
        Some("toml") => vec![
            read_study(&name, text)
                .map_err(|errors| errors.into_iter().map(FileFault::from).collect::<Vec<_>>())?,
        ],
        _ => return Err(vec![FileFault::NoStudies { path: path.to_owned() }]),
    };
    let twice = twice(&name, &studies);
    if twice.is_empty() { Ok(studies) } else { Err(twice) }
}

fn not_utf8(path: &Path, error: FromUtf8Error) -> FileFault {
    let sound = error.utf8_error().valid_up_to();
    let line = error.into_bytes().iter().take(sound).filter(|byte| **byte == b'\n').count() + 1;
    FileFault::NoText { path: path.to_owned(), line }
}

fn twice(file: &str, studies: &[PartnerStudy]) -> Vec<FileFault> {
    let mut times: BTreeMap<&StudyNumber, usize> = BTreeMap::new();
    for study in studies {
        *times.entry(&study.snow_study_number).or_default() += 1;
    }
    let twice = times.into_iter().filter(|(_, times)| *times > 1);
    twice.map(|(number, _)| FileFault::Twice { file: file.to_owned(), number: number.clone() }).collect()
}
