//! Keeps the log of partner studies, which searches read, in step with the table.

use std::{path::PathBuf, sync::Arc};

use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules, study_number::StudyNumber};
use waypoint_functions::store::{StoreError, Studies};
use waypoint_generator::content::ApprovalRule;
use waypoint_search::partner::{LatestPartnerStudies, LogError, StudyChange, StudyLog};
use waypoint_vocabulary::Vocabulary;

use crate::{
    changes::Changes,
    checked_studies::{CheckedStudies, Problems},
};

/// The table of studies, and the log that follows it.
#[derive(Debug, Clone)]
pub struct Catalogue {
    table: Studies,
    partners: Arc<LatestPartnerStudies>,
    vocabulary: Arc<Vocabulary>,
    /// The approvals that studies need, on a site for patients.
    approvals: Option<Arc<ApprovalRule>>,
}

/// The log can't follow the table.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The table failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log failed.
    #[error(transparent)]
    Log(#[from] LogError),
}

impl Catalogue {
    /// Combines the table with the log in the folder of the search index.
    #[must_use]
    pub fn new(table: Studies, folder: impl Into<PathBuf>) -> Self {
        let partners = LatestPartnerStudies::new(StudyLog::in_folder(folder)).into();
        Self { table, partners, vocabulary: Arc::default(), approvals: None }
    }

    /// Keeps studies as they were if this rule refuses their recruitment material.
    #[must_use]
    pub fn requiring_approvals(self, rule: ApprovalRule) -> Self {
        Self { approvals: Some(rule.into()), ..self }
    }

    /// Adds the changes of a batch to the log. Reads only the changed studies, unless there is no log yet. A study that
    /// can't become pages stays as it was. Returns the problems of such studies.
    pub async fn update(&self, changes: &Changes) -> Result<Problems, CatalogueError> {
        let log = self.partners.log();
        if !log.is_current() {
            let all = CheckedStudies::check(self.table.stored_studies().await?, self.approvals.as_deref());
            self.replace(&all.valid, self.table.listing().await?)?;
            return Ok(all.problems);
        }
        let mut lines = Vec::new();
        if changes.has_settings {
            lines.push(StudyChange::Listing(self.table.listing().await?));
        }
        let mut problems = Problems::new();
        for number in changes.studies.keys() {
            let stored = self.table.stored_study(number).await?;
            if stored.is_none() {
                lines.extend(number.parse::<StudyNumber>().ok().map(StudyChange::Removed));
            }
            let checked = CheckedStudies::check(stored, self.approvals.as_deref());
            lines.extend(checked.valid.iter().map(|study| StudyChange::to(study, &self.vocabulary)));
            problems.extend(checked.problems);
        }
        log.append(&lines)?;
        self.shorten()?;
        Ok(problems)
    }

    /// Replaces the log.
    pub fn replace(&self, studies: &[PartnerStudy], listing: ListingRules) -> Result<(), CatalogueError> {
        Ok(self.partners.log().replace_all(listing, studies, &self.vocabulary)?)
    }

    /// Returns the studies of the log, without their questions, by number.
    pub fn studies(&self) -> Result<Vec<PartnerStudy>, CatalogueError> {
        Ok(self.partners.read_now(&self.vocabulary)?.iter().cloned().collect())
    }

    /// Rewrites the log when most of its lines are outdated, so that its length stays in proportion to the studies.
    fn shorten(&self) -> Result<(), CatalogueError> {
        let studies = self.partners.read_now(&self.vocabulary)?;
        if studies.is_mostly_outdated() {
            self.partners.log().replace(&studies.changes(&self.vocabulary))?;
        }
        Ok(())
    }
}
