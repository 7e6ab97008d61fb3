//! Children under 13 who sign up alone: without a parent or guardian, nothing about them is stored (COPPA, 16 CFR 312).

use waypoint_domain::{
    age_on_day::LocalToday,
    participant::BegunForm,
    question::{Answer, Question, may_reveal_minor},
};

use super::browser_session::CallingBrowser;
use crate::{
    http::problem::Problem,
    store::{Draft, Session},
    uploads::UploadedDocuments,
};

/// What a draft reveals about a child who signs up alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChildAlone {
    /// Nothing.
    No,
    /// An answer that a child may have given. The date of birth is unknown.
    Maybe,
    /// The date of birth is a child's.
    Yes,
}

impl ChildAlone {
    /// Returns what a form and the answers to these questions reveal.
    pub(super) fn revealed_by(
        form: &BegunForm,
        (questions, answers): (&[Question], &[Answer]),
        today: LocalToday,
    ) -> Self {
        if form.is_by_child_alone(today) {
            Self::Yes
        } else if form.signs_up_for().is_self() && may_reveal_minor(questions, answers) {
            Self::Maybe
        } else {
            Self::No
        }
    }
}

/// Erases everything that a session holds before a sign-up: forms, answers, documents, and medical records.
pub(super) async fn erase_entries(
    browser: &CallingBrowser,
    session: &Session,
    documents: &UploadedDocuments,
) -> Result<(), Problem> {
    let now = browser.clock.now();
    let names = browser.sessions.names_of_uploads(session, now).await?;
    let erase = |draft: &mut Draft| {
        draft.erase_entries();
        draft.uploads.remove(None);
    };
    browser.sessions.change_drafts(session, erase, now).await?;
    for name in &names {
        documents.try_remove(name, now).await;
    }
    browser.sessions.delete_records(session).await?;
    Ok(())
}
