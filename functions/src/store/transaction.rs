//! All-or-nothing writes.

use std::time::Duration;

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;

use super::{StoreError, condition::Guard, table::Table, write::Write};

/// How many times to try a change when other changes interfere.
const MAX_TRIES: u32 = 6;
/// The first pause before another try. Each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// The tries that a change has left, each of which must read again what the change depends on.
pub(super) struct Tries {
    left: u32,
    operation: &'static str,
}

impl Tries {
    pub(super) const fn new(operation: &'static str) -> Self {
        Self { left: MAX_TRIES, operation }
    }

    /// Begins a try. Fails if other changes interfered with all tries.
    pub(super) fn begin(&mut self) -> Result<(), StoreError> {
        self.left = self.left.checked_sub(1).ok_or_else(|| StoreError::busy(self.operation))?;
        Ok(())
    }
}

/// The result of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Commit {
    /// All writes were made.
    Accepted,
    /// No write was made, because the condition with this name failed.
    Refused(Guard),
    /// No write was made, because a condition without a name failed.
    Conflict,
}

impl Table {
    /// Runs the writes as one transaction, and tries again after a conflict with another one. If several conditions
    /// fail, the first of them counts.
    pub(super) async fn transact(
        &self,
        writes: Vec<Write>,
        operation: &'static str,
    ) -> Result<Commit, StoreError> {
        let guards: Vec<_> = writes.iter().map(Write::guard).collect();
        let parts = writes.into_iter().map(Write::into_transaction_part).collect::<Result<Vec<_>, _>>()?;
        let mut pause = FIRST_PAUSE;
        for tries_left in (0..MAX_TRIES).rev() {
            let answer =
                self.client.transact_write_items().set_transact_items(Some(parts.clone())).send().await;
            let Err(error) = answer else { return Ok(Commit::Accepted) };
            let cancellation = match error.as_service_error() {
                Some(TransactWriteItemsError::TransactionCanceledException(cause)) => {
                    let reasons = cause.cancellation_reasons().iter().map(|reason| reason.code());
                    cancellation_of(&reasons.zip(guards.iter().copied()).collect::<Vec<_>>())
                }
                Some(TransactWriteItemsError::TransactionInProgressException(_)) => Cancellation::Conflict,
                _ => Cancellation::Other,
            };
            match cancellation {
                Cancellation::ConditionFailed(guard) => {
                    return Ok(guard.map_or(Commit::Conflict, Commit::Refused));
                }
                Cancellation::Other => return Err(StoreError::sdk(operation)(error)),
                Cancellation::Conflict if tries_left > 0 => {
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                Cancellation::Conflict => {}
            }
        }
        Err(StoreError::busy(operation))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cancellation {
    ConditionFailed(Option<Guard>),
    Conflict,
    Other,
}

/// Why DynamoDB rejected a write, if it did, and the name of the write's condition.
type Reason<'a> = (Option<&'a str>, Option<Guard>);

/// DynamoDB reports one reason per write. While one write conflicts with another transaction, the failed condition
/// of a second write may be out of date, so a conflict takes precedence.
fn cancellation_of(reasons: &[Reason<'_>]) -> Cancellation {
    let transient = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
    if reasons.iter().filter_map(|(reason, _)| *reason).any(|reason| transient.contains(&reason)) {
        return Cancellation::Conflict;
    }
    match reasons.iter().find(|(reason, _)| *reason == Some("ConditionalCheckFailed")) {
        Some((_, guard)) => Cancellation::ConditionFailed(*guard),
        None => Cancellation::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_condition_counts_only_without_a_conflict() {
        let (met, failed) = (Some("None"), Some("ConditionalCheckFailed"));
        let (named, other) = (Some(Guard::CaptchaUnused), Some(Guard::SessionCurrent));
        let table: &[(&[Reason<'_>], Cancellation)] = &[
            (&[(met, None), (failed, named), (failed, other)], Cancellation::ConditionFailed(named)),
            (&[(failed, None), (failed, named)], Cancellation::ConditionFailed(None)),
            (&[(Some("TransactionConflict"), None), (failed, named)], Cancellation::Conflict),
            (&[(failed, named), (Some("TransactionConflict"), None)], Cancellation::Conflict),
            (&[(Some("ThrottlingError"), None), (met, named)], Cancellation::Conflict),
            (&[(None, named), (Some("ValidationError"), named)], Cancellation::Other),
            (&[], Cancellation::Other),
        ];
        for (reasons, expected) in table {
            assert_eq!(cancellation_of(reasons), *expected, "{reasons:?}");
        }
    }
}
