//! Checks of condition pages.

use super::{addresses::check_slug, facts::check_sources};
use crate::content::{condition::Condition, error::ContentError, source_file::Sourced};

pub(super) fn check(conditions: &[Sourced<Condition>], errors: &mut Vec<ContentError>) {
    for condition in conditions {
        check_slug(&condition.file, &condition.value.slug, errors);
        check_sources(&condition.file, &condition.value.front.sources, errors);
    }
}
