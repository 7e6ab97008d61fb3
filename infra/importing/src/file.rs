//! Reads the studies of a file, or reports all its faults.

use std::{collections::BTreeMap, fs, path::Path, string::FromUtf8Error};

use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};
use waypoint_generator::content::read_study;

use crate::{
    csv_file::{self, StudiesByNumber},
    file_fault::{FileFault, MAX_BYTES},
    json_file,
};

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
