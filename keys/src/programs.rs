//! The purposes of the keys that scheduled functions and operators' programs use. Endpoints declare theirs themselves.

use crate::purpose::Purpose::{
    self, AuditTrail, ConfirmDeletion, ConfirmIntroduction, ConfirmNews, EmailGuard, EraseIntroduction,
    Erasure, MailCount, MailId, NoticeId, Return, StopMessages, StopNews, TakeRecordsBack,
};

/// Delivers the messages of the outbox.
pub const DELIVER_OUTBOX: &[Purpose] = &[
    AuditTrail,
    ConfirmDeletion,
    ConfirmIntroduction,
    ConfirmNews,
    EmailGuard,
    EraseIntroduction,
    MailCount,
    MailId,
    NoticeId,
    Return,
    StopMessages,
    StopNews,
    TakeRecordsBack,
];
/// Removes what has expired.
pub const SWEEP: &[Purpose] = &[Erasure];
/// Reads the audit log, for operators.
pub const AUDIT: &[Purpose] = &[AuditTrail];
/// Erases participants and repeats erasures, for operators.
pub const ERASURES: &[Purpose] = &[Erasure];

/// Returns the purposes of the keys that a program uses. Most use none.
#[must_use]
pub fn purposes_of(program: &str) -> &'static [Purpose] {
    match program {
        "deliver-outbox" => DELIVER_OUTBOX,
        "sweep" => SWEEP,
        "audit" => AUDIT,
        "erasures" => ERASURES,
        _ => &[],
    }
}
