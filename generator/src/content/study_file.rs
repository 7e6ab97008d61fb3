//! A study's file by itself, before it is part of the content.

use std::path::Path;

use waypoint_domain::partner_study::PartnerStudy;

use super::{Content, ContentError, Faults, Sourced, checks, source_file::SourceFile};

/// Reads and checks the file of one study: TOML as under `studies/`, or JSON with the same keys. Its
/// name need not be the study's number.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_study(path: &Path) -> Result<PartnerStudy, Vec<ContentError>> {
    let file = SourceFile::read(path, None).map_err(|error| vec![error])?;
    let value = file.parse().map_err(|faults: Faults| {
        let mut errors = faults.into_errors();
        errors.sort_by_cached_key(ContentError::order);
        errors
    })?;
    let study = Sourced { file, value };
    let mut errors = Vec::new();
    checks::check_study(&study, &mut errors);
    errors.sort_by_cached_key(ContentError::order);
    if errors.is_empty() { Ok(study.value) } else { Err(errors) }
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
}
