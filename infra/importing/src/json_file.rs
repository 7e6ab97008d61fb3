//! Studies as JSON: one study or a list of studies, with the keys of a study file.

use serde_json::value::RawValue;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_generator::content::read_study;

use crate::file_fault::FileFault;

/// Reads a study or a list of studies.
pub(crate) fn read(file: &str, text: &str) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let invalid_json = |reason| vec![FileFault::InvalidJson { file: file.to_owned(), reason }];
    if text.trim_start().starts_with('{') {
        return read_study(file, text).map(|study| vec![study]).map_err(file_faults);
    }
    let parts: Vec<&RawValue> = serde_json::from_str(text).map_err(invalid_json)?;
    let mut studies = Vec::new();
    let mut faults = Vec::new();
    for part in parts {
        match read_study(file, &with_position(text, part.get())) {
            Ok(study) => studies.push(study),
            Err(errors) => faults.extend(file_faults(errors)),
        }
    }
    if faults.is_empty() { Ok(studies) } else { Err(faults) }
}

fn file_faults(errors: Vec<waypoint_generator::content::ContentError>) -> Vec<FileFault> {
    errors.into_iter().map(FileFault::from).collect()
}

/// Blanks out everything before a part of a text except line breaks, so that errors in the part have the right
/// position.
fn with_position(text: &str, part: &str) -> String {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let blank = |character: char| if character == '\n' { '\n' } else { ' ' };
    text[..start.min(text.len())].chars().map(blank).chain(part.chars()).collect()
}
