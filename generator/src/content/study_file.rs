//! Reads single studies that are not part of the content yet.

use std::path::Path;

use waypoint_domain::partner_study::PartnerStudy;

use super::{
    checks,
    error::ContentError,
    faults::Faults,
    site_content::{Content, with_sign_ups_disabled},
    source_file::{SourceFile, Sourced},
};

/// Reads and checks a study's file: TOML as in `studies/`, or JSON with the same keys. The file name need not be the
/// study's number. Returns all errors if there are any.
pub fn load_study(path: &Path) -> Result<PartnerStudy, Vec<ContentError>> {
    parse_and_check(SourceFile::read(path, None).map_err(|error| vec![error])?)
}

/// Reads and checks a study in JSON. Errors refer to it by `name`, which must end in `.json`. Returns all errors if
/// there are any.
pub fn read_study(name: &str, json: &str) -> Result<PartnerStudy, Vec<ContentError>> {
    parse_and_check(SourceFile::from_text(name, json))
}

fn parse_and_check(file: SourceFile) -> Result<PartnerStudy, Vec<ContentError>> {
    let study = Sourced { value: file.parse().map_err(sorted_errors)?, file };
    let mut errors = Vec::new();
    checks::check_study(&study, &mut errors);
    errors.sort_by_cached_key(ContentError::sort_key);
    if errors.is_empty() { Ok(study.value) } else { Err(errors) }
}

fn sorted_errors(faults: Faults) -> Vec<ContentError> {
    let mut errors = faults.into_errors();
    errors.sort_by_cached_key(ContentError::sort_key);
    errors
}

impl Content {
    /// Adds a study, replacing the one with the same number.
    #[must_use]
    pub fn with_study(mut self, study: PartnerStudy) -> Self {
        let number = &study.snow_study_number;
        match self.studies.iter_mut().find(|known| known.snow_study_number == *number) {
            Some(known) => *known = study,
            None => self.studies.push(study),
        }
        self
    }

    /// Replaces all studies.
    pub fn replace_studies(&mut self, studies: Vec<PartnerStudy>) {
        self.studies = with_sign_ups_disabled(studies, &self.site.disabled_trials);
        self.studies.sort_by(|one, other| one.snow_study_number.cmp(&other.snow_study_number));
    }
}
