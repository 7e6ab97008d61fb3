//! What can be done with a stack, by its status.

use anyhow::{Result, bail};

/// The type of the next change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextChange {
    /// There is no stack yet, or an empty one.
    Create,
    /// The stack can be updated.
    Update,
}

impl NextChange {
    /// Returns the cloud's name for it.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
        }
    }
}

/// Returns the next change for a stack with this status (`None` if it doesn't exist), or an error with what to do first.
pub(crate) fn next(stack: &str, status: Option<&str>) -> Result<NextChange> {
    let aws = "aws --region us-east-1 cloudformation";
    Ok(match status {
        None | Some("REVIEW_IN_PROGRESS" | "DELETE_COMPLETE") => NextChange::Create,
        Some(
            "CREATE_COMPLETE"
            | "UPDATE_COMPLETE"
            | "UPDATE_ROLLBACK_COMPLETE"
            | "IMPORT_COMPLETE"
            | "IMPORT_ROLLBACK_COMPLETE",
        ) => NextChange::Update,
        Some(status @ ("CREATE_FAILED" | "ROLLBACK_COMPLETE" | "ROLLBACK_FAILED")) => bail!(
            "the stack {stack} was never completed ({status}) and can't be changed. It is empty: delete it with `{aws} \
             delete-stack --stack-name {stack}` and `{aws} wait stack-delete-complete --stack-name {stack}`, and deploy again"
        ),
        Some("DELETE_FAILED") => bail!(
            "the stack {stack} could not be deleted completely (DELETE_FAILED). `{aws} describe-stack-events --stack-name {stack}` \
             says which resource remains; see docs/operations.md for what to release first"
        ),
        Some(status @ ("UPDATE_ROLLBACK_FAILED" | "UPDATE_FAILED")) => bail!(
            "the stack {stack} could not be rolled back ({status}). Fix what `{aws} describe-stack-events \
             --stack-name {stack}` names, continue with `{aws} continue-update-rollback --stack-name {stack}`, and \
             deploy again; use --resources-to-skip for a resource that can't be fixed"
        ),
        Some(status) if is_in_progress(status) => {
            bail!("the stack {stack} is already being changed ({status}); wait until that is done")
        }
        Some(status) => bail!("the stack {stack} has the unknown status {status}"),
    })
}

/// Whether a change is in progress.
pub(crate) fn is_in_progress(status: &str) -> bool {
    status.ends_with("_IN_PROGRESS")
}

/// Whether a change succeeded.
pub(crate) fn is_done(status: &str) -> bool {
    matches!(status, "CREATE_COMPLETE" | "UPDATE_COMPLETE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_for_a_stuck_stack_says_what_to_do() {
        for (status, expected) in [
            (None, Ok(NextChange::Create)),
            (Some("REVIEW_IN_PROGRESS"), Ok(NextChange::Create)),
            (Some("DELETE_COMPLETE"), Ok(NextChange::Create)),
            (Some("UPDATE_COMPLETE"), Ok(NextChange::Update)),
            (Some("UPDATE_ROLLBACK_COMPLETE"), Ok(NextChange::Update)),
            (Some("ROLLBACK_COMPLETE"), Err("delete-stack --stack-name w")),
            (Some("ROLLBACK_FAILED"), Err("delete-stack --stack-name w")),
            (Some("DELETE_FAILED"), Err("what to release first")),
            (Some("UPDATE_ROLLBACK_FAILED"), Err("continue-update-rollback --stack-name w")),
            (Some("UPDATE_IN_PROGRESS"), Err("wait until")),
            (Some("SINGING"), Err("SINGING")),
        ] {
            match (next("w", status), expected) {
                (Ok(next), Ok(expected)) => assert_eq!(next, expected, "{status:?}"),
                (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
                (actual, _) => panic!("{status:?}: {actual:?}"),
            }
        }
    }
}
