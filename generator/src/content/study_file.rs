//! Studies by themselves, before they are part of the content: from a file, or from where they are stored.

use std::path::Path;

use waypoint_domain::partner_study::PartnerStudy;

use super::{Content, ContentError, Faults, Sourced, checks, source_file::SourceFile, with_disabled};

/// Reads and checks the file of one study: TOML as under `studies/`, or JSON with the same keys. Its
/// name need not be the study's number.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_study(path: &Path) -> Result<PartnerStudy, Vec<ContentError>> {
    checked_one(SourceFile::read(path, None).map_err(|error| vec![error])?)
}

/// Reads and checks a study that is JSON in no file; errors give it this name, which ends in `.json`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_study(name: &str, json: &str) -> Result<PartnerStudy, Vec<ContentError>> {
    checked_one(SourceFile::of_text(name, json))
}

fn checked_one(file: SourceFile) -> Result<PartnerStudy, Vec<ContentError>> {
    let study = Sourced { value: file.parse().map_err(in_order)?, file };
    let mut errors = Vec::new();
    checks::check_study(&study, &mut errors);
    errors.sort_by_cached_key(ContentError::order);
    if errors.is_empty() { Ok(study.value) } else { Err(errors) }
}

fn in_order(faults: Faults) -> Vec<ContentError> {
    let mut errors = faults.into_errors();
    errors.sort_by_cached_key(ContentError::order);
    errors
}

impl Content {
    /// The content with a study in the place of the one of the same number, or beside the others.
    #[must_use]
    pub fn with_study(mut self, study: PartnerStudy) -> Self {
        let number = &study.snow_study_number;
        match self.studies.iter_mut().find(|known| known.snow_study_number == *number) {
            Some(known) => *known = study,
            None => self.studies.push(study),
        }
        self
    }

    /// Puts these studies in the place of all that the content has.
    pub fn replace_studies(&mut self, studies: Vec<PartnerStudy>) {
        self.studies = with_disabled(studies, &self.site.disabled_trials);
        self.studies.sort_by(|one, other| one.snow_study_number.cmp(&other.snow_study_number));
    }
}
