//! The studies of the log as it is now.

use std::{
    ops::Deref,
    sync::{Mutex, PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

use waypoint_vocabulary::Vocabulary;

use super::{
    log::{LogError, Position, StudyLog},
    studies::PartnerStudies,
};

/// How often a reader checks for changes.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// A log with at most this many lines is not worth rewriting.
const SHORT_LOG: usize = 1_000;

/// The partner studies of a log, brought up to date when they are read.
#[derive(Debug)]
pub struct LatestPartnerStudies {
    log: StudyLog,
    state: RwLock<State>,
    checked_at: Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct State {
    studies: PartnerStudies,
    position: Option<Position>,
    /// How many lines the log has.
    lines: usize,
}

/// The partner studies, which don't change while this exists.
#[derive(Debug)]
pub struct OpenPartnerStudies<'a> {
    state: RwLockReadGuard<'a, State>,
    /// Why these studies may be outdated.
    pub outdated: Option<LogError>,
}

impl LatestPartnerStudies {
    /// Returns the studies of a log, which is read on first use.
    #[must_use]
    pub fn new(log: StudyLog) -> Self {
        Self { log, state: RwLock::default(), checked_at: Mutex::default() }
    }

    /// Returns the log.
    #[must_use]
    pub fn log(&self) -> &StudyLog {
        &self.log
    }

    /// Returns the studies, at most 0.2 seconds old. If the log can't be read any more, they are those read last.
    ///
    /// # Errors
    /// When the log was never readable.
    pub fn read(&self, vocabulary: &Vocabulary) -> Result<OpenPartnerStudies<'_>, LogError> {
        let now = Instant::now();
        let mut checked_at = self.checked_at.lock().unwrap_or_else(PoisonError::into_inner);
        if checked_at.is_some_and(|at| now.duration_since(at) < CHECK_INTERVAL) {
            drop(checked_at);
            return Ok(OpenPartnerStudies { state: self.state(), outdated: None });
        }
        // Others wait for the first reading, and read the studies so far during later ones.
        let is_first = checked_at.is_none();
        *checked_at = Some(now);
        let checking = is_first.then_some(checked_at);
        let result = self.read_now(vocabulary);
        if let (Some(mut checked_at), Err(_)) = (checking, &result) {
            *checked_at = None;
        }
        result
    }

    /// Returns the studies as the log is now.
    ///
    /// # Errors
    /// When the log was never readable.
    pub fn read_now(&self, vocabulary: &Vocabulary) -> Result<OpenPartnerStudies<'_>, LogError> {
        let before = self.state().position.clone();
        let read = self.log.after(&before.clone().unwrap_or_default());
        let outdated = match read {
            Ok(lines) => {
                if lines.from_start || !lines.changes.is_empty() {
                    let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
                    // Another thread may have read the same lines.
                    if state.position == before {
                        if lines.from_start {
                            *state = State::default();
                        }
                        state.lines += lines.changes.len();
                        for change in lines.changes {
                            state.studies.apply(change, vocabulary);
                        }
                        state.position = Some(lines.position);
                    }
                }
                None
            }
            Err(error) if before.is_none() => return Err(error),
            Err(error) => Some(error),
        };
        Ok(OpenPartnerStudies { state: self.state(), outdated })
    }

    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenPartnerStudies<'_> {
    /// Whether later lines replace most of the log's lines.
    #[must_use]
    pub fn is_mostly_outdated(&self) -> bool {
        self.state.lines > SHORT_LOG.max(2 * self.count())
    }
}

impl Deref for OpenPartnerStudies<'_> {
    type Target = PartnerStudies;

    fn deref(&self) -> &PartnerStudies {
        &self.state.studies
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use waypoint_domain::partner_study::PartnerStudy;

    use super::*;
    use crate::partner::StudyChange;

    fn study(number: &str) -> PartnerStudy {
        serde_json::from_value(serde_json::json!({
            "snow_study_number": number, "study_sys_id": "0".repeat(32), "study_name": "A",
            "brief_title": "A", "brief_summary": "Tests a gel.", "conditions": ["Asthma"], "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        }))
        .unwrap()
    }

    fn numbers(studies: &PartnerStudies) -> Vec<String> {
        studies.iter().map(|study| study.snow_study_number.to_string()).collect()
    }

    #[test]
    fn changes_are_read_and_survive_an_unreadable_log() {
        let folder = tempfile::tempdir().unwrap();
        let (log, vocabulary) = (StudyLog::in_folder(folder.path()), Vocabulary::default());
        let latest = LatestPartnerStudies::new(log.clone());
        assert!(latest.read(&vocabulary).is_err());
        let change = |number| StudyChange::to(&study(number), &vocabulary);
        log.replace(&[change("STU01"), change("STU02")]).unwrap();
        assert_eq!(numbers(&latest.read(&vocabulary).unwrap()), ["STU01", "STU02"]);
        log.append(&[change("STU03"), StudyChange::Removed("STU01".parse().unwrap())]).unwrap();
        assert_eq!(numbers(&latest.read_now(&vocabulary).unwrap()), ["STU02", "STU03"]);
        log.replace(&[change("STU04")]).unwrap();
        assert_eq!(numbers(&latest.read_now(&vocabulary).unwrap()), ["STU04"]);
        drop(folder);
        let open = latest.read_now(&vocabulary).unwrap();
        assert!(open.outdated.is_some());
        assert_eq!(numbers(&open), ["STU04"]);
    }
}
