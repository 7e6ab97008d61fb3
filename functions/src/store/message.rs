//! What a message of the outbox tells.

use std::str::FromStr;

/// What a message tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// To a participant: the sign-up has arrived.
    SignedUp,
    /// To a participant: the address is confirmed.
    Confirmed,
    /// To a participant with a confirmed address: the link to the sign-up, as requested.
    LinkAgain,
    /// To whoever owns an address: news go there when it is confirmed.
    ConfirmNews,
    /// To somebody who gets the news already.
    NewsAlready,
    /// To a participant: what was agreed to.
    Receipts,
    /// To a participant: the study team has come further.
    StatusChanged,
    /// News of a study or of a search.
    News,
    /// To a participant: somebody who knows the details wants the sign-up erased, and the owner of the address decides.
    ConfirmDeletion,
    /// To the study team's portal: somebody has signed up.
    HandOver,
    /// To the portal: a form was corrected.
    HandOverCorrection,
    /// To the portal: the owner of the address confirmed it.
    HandOverConfirmation,
    /// To the portal: further questions were answered.
    HandOverAnswers,
    /// To the portal: the privacy notice was accepted.
    HandOverAcknowledgement,
    /// To a participant: records have gone to the study team.
    RecordsShared,
    /// To a participant: records were taken back.
    RecordsTakenBack,
    /// To the portal: medical records.
    HandOverRecords,
    /// To the portal: records were taken back.
    HandOverWithdrawal,
    /// To the portal: a participant wants the nurse to call.
    HandOverNurseCall,
    /// To the portal: a participant of whom it was told is erased.
    HandOverErasure,
}

/// By which way a message goes. Messages of one way do not wait for those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As a mail.
    Mail,
    /// To the study team's portal.
    Portal,
}

impl Way {
    /// What its messages wait for in the index of what is due.
    pub(super) fn waits_for(self) -> &'static str {
        match self {
            Self::Mail => "delivery",
            Self::Portal => "portal",
        }
    }
}

impl Message {
    const ALL: [Self; 20] = [
        Self::SignedUp,
        Self::Confirmed,
        Self::LinkAgain,
        Self::ConfirmNews,
        Self::NewsAlready,
        Self::Receipts,
        Self::StatusChanged,
        Self::News,
        Self::ConfirmDeletion,
        Self::HandOver,
        Self::HandOverCorrection,
        Self::HandOverConfirmation,
        Self::HandOverAnswers,
        Self::HandOverAcknowledgement,
        Self::RecordsShared,
        Self::RecordsTakenBack,
        Self::HandOverRecords,
        Self::HandOverWithdrawal,
        Self::HandOverNurseCall,
        Self::HandOverErasure,
    ];

    /// By which way it goes.
    #[must_use]
    pub fn way(self) -> Way {
        match self {
            Self::HandOver
            | Self::HandOverCorrection
            | Self::HandOverConfirmation
            | Self::HandOverAnswers
            | Self::HandOverAcknowledgement
            | Self::HandOverRecords
            | Self::HandOverWithdrawal
            | Self::HandOverNurseCall
            | Self::HandOverErasure => Way::Portal,
            _ => Way::Mail,
        }
    }

    /// The name under which it is kept.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedUp => "signed_up",
            Self::Confirmed => "confirmed",
            Self::LinkAgain => "link_again",
            Self::ConfirmNews => "confirm_news",
            Self::NewsAlready => "news_already",
            Self::Receipts => "receipts",
            Self::StatusChanged => "status_changed",
            Self::News => "news",
            Self::ConfirmDeletion => "confirm_deletion",
            Self::HandOver => "hand_over",
            Self::HandOverCorrection => "hand_over_correction",
            Self::HandOverConfirmation => "hand_over_confirmation",
            Self::HandOverAnswers => "hand_over_answers",
            Self::HandOverAcknowledgement => "hand_over_acknowledgement",
            Self::RecordsShared => "records_shared",
            Self::RecordsTakenBack => "records_taken_back",
            Self::HandOverRecords => "hand_over_records",
            Self::HandOverWithdrawal => "hand_over_withdrawal",
            Self::HandOverNurseCall => "hand_over_nurse_call",
            Self::HandOverErasure => "hand_over_erasure",
        }
    }
}

impl FromStr for Message {
    type Err = UnknownMessage;

    fn from_str(name: &str) -> Result<Self, UnknownMessage> {
        Self::ALL.into_iter().find(|message| message.name() == name).ok_or(UnknownMessage)
    }
}

/// A message of a kind that this release does not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message is of a kind that is not known here")]
pub struct UnknownMessage;
