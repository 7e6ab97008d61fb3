//! The purposes of the keys that each program uses. `template.yaml` must give each function exactly these keys, which a test
//! checks. The contract tests record the keys that functions use, so that no function gets an unused key.

use crate::purpose::Purpose::{
    self, AuditTrail, CaptchaChallenge, CaptchaSolution, ChatBinding, ConfirmDeletion, ConfirmNews,
    DeletionMail, EmailGuard, Erasure, FormFingerprint, MailCount, MailId, NewsGuard, NoticeId, RateLimit,
    Return, StopNews, TakeRecordsBack,
};

/// Returns the purposes of the keys that a program uses, or `None` for an unknown program.
#[must_use]
#[allow(clippy::match_same_arms, reason = "functions and programs for operators are listed separately")]
pub fn purposes_of(program: &str) -> Option<&'static [Purpose]> {
    Some(match program {
        "acknowledge" | "emr_create_file" | "emr_withdraw" | "nurse" => &[AuditTrail, RateLimit],
        "captcha" => &[CaptchaChallenge, CaptchaSolution, RateLimit],
        "chat" => &[ChatBinding, RateLimit],
        "criteria" | "draft" | "emr_callback" | "emr_choose" | "emr_connect" | "emr_criteria"
        | "emr_fill" | "emr_person" | "emr_records" | "participant_leave" | "prescreen" | "nlp"
        | "start_retell_call" | "submit" | "trial" | "trialscope" | "upload" | "upload_complete"
        | "upload_remove" => &[RateLimit],
        "deleteme" => {
            &[AuditTrail, CaptchaChallenge, CaptchaSolution, DeletionMail, FormFingerprint, RateLimit]
        }
        "deleteme_confirm" => &[ConfirmDeletion, Erasure, RateLimit],
        "deliver-outbox" => &[
            AuditTrail,
            ConfirmDeletion,
            ConfirmNews,
            EmailGuard,
            MailCount,
            MailId,
            NoticeId,
            Return,
            StopNews,
            TakeRecordsBack,
        ],
        "emr_take_back" => &[AuditTrail, RateLimit, TakeRecordsBack],
        "notify" => &[CaptchaChallenge, CaptchaSolution, FormFingerprint, NewsGuard, RateLimit],
        "notify_confirm" => &[ConfirmNews, RateLimit],
        "notify_stop" => &[RateLimit, StopNews],
        "participant" => {
            &[AuditTrail, CaptchaChallenge, CaptchaSolution, EmailGuard, FormFingerprint, RateLimit]
        }
        "participant_email" => &[AuditTrail, EmailGuard, RateLimit],
        "participant_link" => &[AuditTrail, RateLimit],
        "participant_return" => &[AuditTrail, EmailGuard, Erasure, FormFingerprint, RateLimit, Return],
        "referral" => &[AuditTrail],
        "sweep" => &[Erasure],
        // Programs for operators, which `cargo ops operate` runs.
        "audit" => &[AuditTrail],
        "erasures" => &[Erasure],
        "check_info" | "clinicaltrials" | "cookies" | "emr_forget" | "emr_health_systems" | "emr_shares"
        | "export-studies" | "health" | "import-studies" | "locations" | "ourstudies" | "outbox"
        | "ownstudies" | "preview" | "publish" | "questiongroup" | "questions" | "receipts"
        | "regenerate" | "registry-sync" | "search" | "send-news" | "study" | "suggestions" | "upcoming"
        | "urgent_help" | "zipcodes" => &[],
        _ => return None,
    })
}
