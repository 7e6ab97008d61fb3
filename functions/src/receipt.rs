//! Receipts of consent: what a person agreed to, in which version, word for word, and when.
//!
//! Each receipt carries a digest over itself and over the digest of the receipt before it: the SHA-256 of its lines.
//! The reader can compute it again (E-270).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{consent::ConsentBox, participant::Representative};

use crate::secret::hex;

/// The content of an agreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Agreement {
    /// The document: `consent` for the boxes of the sign-up form, `privacy` for the privacy notice, `records` for
    /// shared medical records, `records-withdrawn` for records that were taken back, `introduction` for
    /// details sent to the contact of a registry study, `messages-stopped` for the
    /// withdrawal of consent to messages.
    pub document: String,
    /// The version of the document, such as `1.6`.
    pub version: String,
    /// The SHA-256 of the bytes shown, in hexadecimal digits.
    pub sha256: String,
    /// The language it was shown in.
    pub locale: String,
    /// The labels of the ticked boxes or of the pressed button.
    pub labels: Vec<String>,
    /// The channels the person wants messages through.
    pub channels: Vec<String>,
    /// The relationship of the agreeing person to the participant, such as `parent`. Absent when participants agree
    /// themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub given_by: Option<String>,
}

/// A receipt of consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Receipt {
    /// Its number among the participant's receipts, from 1.
    pub number: u32,
    /// The time in UTC, by the server's clock.
    pub at: String,
    /// What the person agreed to.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// The digest of the receipt before it; empty for the first.
    pub previous: String,
    /// The SHA-256 of the fields above, one line for each.
    pub digest: String,
}

/// The first receipt that fails verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("receipt {0} was changed, or one before it is missing")]
pub struct BrokenAt(pub u32);

/// The language of all documents.
const LOCALE: &str = "en";
/// The button that accepts the privacy notice.
const ACCEPTED: &str = "I acknowledge and accept";
/// The button that shares records.
const SHARED: &str = "Share Medical Records";
/// The button that stops messages of a channel.
const STOPPED: &str = "Stop These Messages";
/// The button that takes shared records back.
const WITHDRAWN: &str = "Take Back";

impl Agreement {
    /// The agreement to the ticked boxes, among all boxes shown.
    #[must_use]
    pub fn to_boxes(version: &str, boxes: &[ConsentBox], ticked: &[String]) -> Self {
        let shown: Vec<String> =
            boxes.iter().map(|shown| format!("{}\t{}\n", shown.id, shown.label)).collect();
        let ticked: Vec<&ConsentBox> = boxes.iter().filter(|shown| ticked.contains(&shown.id)).collect();
        Self {
            document: "consent".into(),
            version: version.to_owned(),
            sha256: hex(&Sha256::digest(shown.concat())),
            locale: LOCALE.into(),
            labels: ticked.iter().map(|shown| shown.label.clone()).collect(),
            channels: ticked.iter().filter(|shown| !shown.required).map(|shown| shown.id.clone()).collect(),
            given_by: None,
        }
    }

    /// The same agreement, given by the participant's representative.
    #[must_use]
    pub fn with_representative(self, representative: Option<&Representative>) -> Self {
        let relationship = representative.map(|representative| representative.relationship.code().to_owned());
        Self { given_by: relationship, ..self }
    }

    /// The agreement to the privacy notice of this version and SHA-256.
    #[must_use]
    pub fn to_notice(version: &str, sha256: &str) -> Self {
        Self {
            document: "privacy".into(),
            version: version.to_owned(),
            sha256: sha256.to_owned(),
            locale: LOCALE.into(),
            labels: vec![ACCEPTED.into()],
            channels: Vec::new(),
            given_by: None,
        }
    }
}

impl Agreement {
    /// The agreement to send exactly what was shown, with this SHA-256, to the contact of a registry study.
    #[must_use]
    pub fn to_introduction(version: &str, sha256: &str, label: &str) -> Self {
        Self {
            document: "introduction".into(),
            version: version.to_owned(),
            sha256: sha256.to_owned(),
            locale: LOCALE.into(),
            labels: vec![label.to_owned()],
            channels: Vec::new(),
            given_by: None,
        }
    }

    /// The agreement to share these bytes with a study team, under a version of the privacy notice.
    #[must_use]
    pub fn for_share(version: &str, shared: &[u8], what: &str, with: &str) -> Self {
        Self {
            document: "records".into(),
            version: version.to_owned(),
            sha256: hex(&Sha256::digest(shared)),
            locale: LOCALE.into(),
            labels: vec![SHARED.into(), what.to_owned(), with.to_owned()],
            channels: Vec::new(),
            given_by: None,
        }
    }

    /// The withdrawal of the records shared under another receipt.
    #[must_use]
    pub fn to_withdraw(shared: &Receipt) -> Self {
        Self {
            document: "records-withdrawn".into(),
            labels: vec![WITHDRAWN.into(), format!("Receipt {}", shared.number)],
            ..shared.agreement.clone()
        }
    }

    /// The withdrawal of consent to messages of a channel, whose box this is. `None` if no receipt is about boxes.
    #[must_use]
    pub fn to_stop_messages(receipts: &[Receipt], channel: &ConsentBox) -> Option<Self> {
        let is_about_boxes = |receipt: &&Receipt| {
            ["consent", "messages-stopped"].contains(&receipt.agreement.document.as_str())
        };
        let agreed = receipts.iter().rev().find(is_about_boxes)?.agreement.clone();
        Some(Self {
            document: "messages-stopped".into(),
            labels: vec![STOPPED.into(), channel.label.clone()],
            channels: agreed.channels.iter().filter(|id| **id != channel.id).cloned().collect(),
            ..agreed
        })
    }
}

impl Receipt {
    /// Returns the receipt that follows `last`. The first receipt has no predecessor.
    #[must_use]
    pub fn next_after(last: Option<&Self>, mut agreement: Agreement, now: Timestamp) -> Self {
        // The person who agreed to the form also agrees to everything that follows.
        if agreement.given_by.is_none() {
            agreement.given_by = last.and_then(|last| last.agreement.given_by.clone());
        }
        let (number, previous) =
            last.map_or((1, String::new()), |last| (last.number + 1, last.digest.clone()));
        // Whole seconds are easier to read.
        let at = now.strftime("%FT%TZ").to_string();
        let receipt = Self { number, at, agreement, previous, digest: String::new() };
        Self { digest: receipt.compute_digest(), ..receipt }
    }

    /// The text that the digest covers.
    #[must_use]
    pub fn lines(&self) -> String {
        let Agreement { document, version, sha256, locale, labels, channels, given_by } = &self.agreement;
        // Receipts without a representative have no such line, as in receipts issued before representatives existed.
        let given_by = given_by.as_ref().map(|relationship| format!("{relationship}\n")).unwrap_or_default();
        let (labels, channels) = (labels.join(" | "), channels.join(","));
        let Self { number, at, previous, .. } = self;
        format!(
            "{number}\n{at}\n{document}\n{version}\n{sha256}\n{locale}\n{labels}\n{channels}\n{given_by}{previous}\n"
        )
    }

    fn compute_digest(&self) -> String {
        hex(&Sha256::digest(self.lines()))
    }
}

/// Verifies receipts from the first to the last. Returns the first that is wrong.
pub fn verify(receipts: &[Receipt]) -> Result<(), BrokenAt> {
    let mut previous = "";
    for (receipt, number) in receipts.iter().zip(1..) {
        let is_whole = receipt.number == number
            && receipt.previous == previous
            && receipt.digest == receipt.compute_digest();
        if !is_whole {
            return Err(BrokenAt(number));
        }
        previous = &receipt.digest;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use waypoint_domain::{participant::Relationship, personal::Personal};

    use super::*;

    fn boxes() -> Vec<ConsentBox> {
        [("privacy", true), ("sms", false), ("app", false)]
            .into_iter()
            .map(|(id, required)| ConsentBox {
                id: id.into(),
                label: format!("The {id} box."),
                required,
                starts_ticked: false,
            })
            .collect()
    }

    fn receipts() -> Vec<Receipt> {
        let ticked = ["privacy".to_owned(), "sms".to_owned()];
        let first = Receipt::next_after(
            None,
            Agreement::to_boxes("1.0", &boxes(), &ticked),
            "2026-11-22T10:00:00.5Z".parse().unwrap(),
        );
        let notice = Agreement::to_notice("1.3", "ab");
        let second = Receipt::next_after(Some(&first), notice, "2026-11-22T10:01:00Z".parse().unwrap());
        vec![first, second]
    }

    #[test]
    fn receipt_lists_ticked_boxes_and_digest_covers_shown_boxes() {
        let receipt = &receipts()[0];
        assert_eq!(receipt.agreement.labels, ["The privacy box.", "The sms box."]);
        assert_eq!(receipt.agreement.channels, ["sms"]);
        let fewer = Agreement::to_boxes("1.0", &boxes(), &[]);
        assert_eq!(
            receipt.agreement.sha256, fewer.sha256,
            "what was shown does not depend on what was ticked"
        );
        let mut other = boxes();
        other[1].label.push('!');
        assert_ne!(Agreement::to_boxes("1.0", &other, &[]).sha256, fewer.sha256);
    }

    #[test]
    fn receipt_of_a_withdrawal_lists_the_channels_that_are_left() {
        let boxes = boxes();
        let ticked = ["privacy", "sms", "app"].map(str::to_owned);
        let now = "2026-11-22T10:00:00Z".parse().unwrap();
        let first = Receipt::next_after(None, Agreement::to_boxes("1.0", &boxes, &ticked), now);
        let stop =
            |receipts: &[Receipt], channel: usize| Agreement::to_stop_messages(receipts, &boxes[channel]);
        let stopped = stop(std::slice::from_ref(&first), 1).unwrap();
        assert_eq!(
            (stopped.document.as_str(), &stopped.channels[..]),
            ("messages-stopped", &["app".to_owned()][..])
        );
        assert_eq!(stopped.labels, ["Stop These Messages", "The sms box."]);
        let second = Receipt::next_after(Some(&first), stopped, now);
        let both = [first, second];
        assert_eq!(stop(&both, 2).unwrap().channels, Vec::<String>::new());
        assert_eq!(verify(&both), Ok(()));
        assert_eq!(stop(&[], 1), None);
    }

    #[test]
    fn receipt_and_its_successors_name_the_representative() {
        let parent = Representative {
            name: Personal::new("Ana Sample".into()),
            relationship: Relationship::Parent,
            relationship_in_words: None,
        };
        let now = "2026-11-22T10:00:00Z".parse().unwrap();
        let boxes = Agreement::to_boxes("1.0", &boxes(), &[]);
        let first = Receipt::next_after(None, boxes.clone().with_representative(Some(&parent)), now);
        let second = Receipt::next_after(Some(&first), Agreement::to_notice("1.3", "ab"), now);
        for receipt in [&first, &second] {
            assert_eq!(receipt.agreement.given_by.as_deref(), Some("parent"));
        }
        assert_ne!(first.digest, Receipt::next_after(None, boxes, now).digest);
        let mut changed = [first, second];
        assert_eq!(verify(&changed), Ok(()));
        changed[1].agreement.given_by = None;
        assert_eq!(verify(&changed), Err(BrokenAt(2)));
    }

    #[test]
    fn receipt_time_has_whole_seconds() {
        assert_eq!(receipts()[0].at, "2026-11-22T10:00:00Z");
    }

    #[test]
    fn every_change_to_receipts_is_detected() {
        type Change = fn(&mut Vec<Receipt>);
        assert_eq!(verify(&receipts()), Ok(()));
        let changes: &[(Change, u32)] = &[
            (|receipts| receipts[0].agreement.version = "1.1".into(), 1),
            (|receipts| receipts[0].agreement.channels.push("app".into()), 1),
            (|receipts| receipts[1].at = "2026-11-22T10:02:00Z".into(), 2),
            (|receipts| drop(receipts.remove(0)), 1),
            (|receipts| receipts[1].previous.clear(), 2),
            (|receipts| receipts.swap(0, 1), 1),
        ];
        for (change, place) in changes {
            let mut receipts = self::receipts();
            change(&mut receipts);
            assert_eq!(verify(&receipts), Err(BrokenAt(*place)));
        }
    }
}
