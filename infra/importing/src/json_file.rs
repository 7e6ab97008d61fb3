//! Studies as JSON: one study, or a list of them, with the keys of a study's file.

use serde_json::value::RawValue;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_generator::content::read_study;

use crate::file::FileFault;

/// Reads a study or a list of studies.
pub(crate) fn read(file: &str, text: &str) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let no_list = |reason| vec![FileFault::NoList { file: file.to_owned(), reason }];
    if text.trim_start().starts_with('{') {
        return read_study(file, text).map(|study| vec![study]).map_err(told);
    }
    let parts: Vec<&RawValue> = serde_json::from_str(text).map_err(no_list)?;
    let mut studies = Vec::new();
    let mut faults = Vec::new();
    for part in parts {
        match read_study(file, &in_place(text, part.get())) {
            Ok(study) => studies.push(study),
            Err(errors) => faults.extend(told(errors)),
        }
    }
    if faults.is_empty() { Ok(studies) } else { Err(faults) }
}

fn told(errors: Vec<waypoint_generator::content::ContentError>) -> Vec<FileFault> {
    errors.into_iter().map(FileFault::from).collect()
}

/// A part of a text with nothing but its lines before it, so that what is said of it names the place in the text.
fn in_place(text: &str, part: &str) -> String {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let blank = |sign: char| if sign == '\n' { '\n' } else { ' ' };
    text[..start.min(text.len())].chars().map(blank).chain(part.chars()).collect()
}
