//! The texts of our mails. Each is a file in `texts/`: a subject, an empty line, and the text, with placeholders in
//! braces. Subjects contain nothing but the brand, because people nearby can read them on a phone's lock screen.

pub mod receipts;

use waypoint_domain::{news::News, participant_number::ParticipantNumber};

use crate::external::mail::SmtpService;

/// The kind of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letter {
    /// A new sign-up.
    SignedUp,
    /// Another sign-up with an address that is already confirmed for this study (E-239).
    SignedUpAgain,
    /// The address is confirmed: what was agreed to, and the status of the referral.
    Confirmed,
    /// The link to a sign-up with a confirmed address, sent again (E-531).
    LinkAgain,
    /// New receipts (E-271).
    Receipts,
    /// A new status of the referral (E-260).
    StatusChanged,
    /// Asks the owner of an address to confirm a subscription (D-266).
    ConfirmNews,
    /// The subscription already exists.
    NewsAlready,
    /// A study started recruiting.
    StudyOpened,
    /// The study of a subscription ended (D-070).
    StudyEnded,
    /// New studies match a search.
    NewStudies,
    /// Asks the owner of an address to confirm what to send to a study's contact (E-584).
    ConfirmIntroduction,
    /// To the contact of a registry study: the details of a person (E-585).
    Introduction,
    /// To a person: what was sent to the contact of a study (E-586).
    IntroductionSent,
    /// To a person: why nothing was sent to the contact of a study.
    IntroductionNotSent,
    /// Asks a participant to confirm an erasure request (E-140).
    ConfirmDeletion,
    /// Medical records were shared with the study team (E-303).
    RecordsShared,
    /// A share of medical records was withdrawn (E-384).
    RecordsTakenBack,
    /// To staff: a sign-up is without an answer (E-546).
    Escalation,
}

/// A study in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedStudy {
    /// The study's number.
    pub id: String,
    /// The title in its record.
    pub title: String,
}

/// The values of the placeholders.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// The name of the site.
    pub brand: String,
    /// The site's address.
    pub site: String,
    /// The lines of the sender's postal address, which every letter with news has (16 CFR 316). Each ends with a line break.
    pub postal_address: String,
    /// The participant's number, in groups.
    pub id: String,
    /// A sentence with that number.
    pub number: String,
    /// A sentence about what happens before the participant joins the study.
    pub joining: String,
    /// What was agreed to.
    pub receipts: String,
    /// A sentence about the status of the referral.
    pub status: String,
    /// The link to confirm.
    pub confirm: String,
    /// The link to unsubscribe.
    pub stop: String,
    /// The link to withdraw shared records.
    pub take_back: String,
    /// The link to the sign-up.
    pub back: String,
    /// The studies with their links.
    pub studies: String,
    /// The number of the sign-up's study.
    pub study: String,
    /// The day by which the study team should have contacted the participant.
    pub contact_by: String,
    /// The number of a study in the registry.
    pub registry_number: String,
    /// The title of a study.
    pub title: String,
    /// The details of a person, one line each.
    pub details: String,
    /// The address of a study's contact.
    pub recipient: String,
    /// When a mail was sent to the contact.
    pub sent_at: String,
    /// The mail that was sent to the contact.
    pub sent: String,
    /// A sentence that says why nothing was sent.
    pub reason: String,
    /// The link to a study's page.
    pub page: String,
    /// The link to erase what was typed.
    pub erase: String,
}

/// The longest title in a mail, in characters.
const MAX_TITLE_LENGTH: usize = 200;

impl Letter {
    /// All letters.
    pub const ALL: [Self; 19] = [
        Self::SignedUp,
        Self::SignedUpAgain,
        Self::Confirmed,
        Self::LinkAgain,
        Self::Receipts,
        Self::StatusChanged,
        Self::ConfirmNews,
        Self::NewsAlready,
        Self::StudyOpened,
        Self::StudyEnded,
        Self::NewStudies,
        Self::ConfirmIntroduction,
        Self::Introduction,
        Self::IntroductionSent,
        Self::IntroductionNotSent,
        Self::ConfirmDeletion,
        Self::RecordsShared,
        Self::RecordsTakenBack,
        Self::Escalation,
    ];

    /// The letter for news.
    #[must_use]
    pub fn for_news(news: &News) -> Self {
        match news {
            News::Opened => Self::StudyOpened,
            News::Ended => Self::StudyEnded,
            News::New { .. } => Self::NewStudies,
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::SignedUp => include_str!("texts/signed-up.txt"),
            Self::SignedUpAgain => include_str!("texts/signed-up-again.txt"),
            Self::Confirmed => include_str!("texts/confirmed.txt"),
            Self::LinkAgain => include_str!("texts/link-again.txt"),
            Self::Receipts => include_str!("texts/receipts.txt"),
            Self::StatusChanged => include_str!("texts/status-changed.txt"),
            Self::ConfirmNews => include_str!("texts/confirm-news.txt"),
            Self::NewsAlready => include_str!("texts/news-already.txt"),
            Self::StudyOpened => include_str!("texts/study-opened.txt"),
            Self::StudyEnded => include_str!("texts/study-ended.txt"),
            Self::NewStudies => include_str!("texts/new-studies.txt"),
            Self::ConfirmIntroduction => include_str!("texts/confirm-introduction.txt"),
            Self::Introduction => include_str!("texts/introduction.txt"),
            Self::IntroductionSent => include_str!("texts/introduction-sent.txt"),
            Self::IntroductionNotSent => include_str!("texts/introduction-not-sent.txt"),
            Self::ConfirmDeletion => include_str!("texts/confirm-deletion.txt"),
            Self::RecordsShared => include_str!("texts/records-shared.txt"),
            Self::RecordsTakenBack => include_str!("texts/records-taken-back.txt"),
            Self::Escalation => include_str!("texts/escalation.txt"),
        }
    }

    /// The most letters of this kind to one address per day. Letters about new sign-ups are counted for each study
    /// separately. Strangers can trigger some of the letters.
    #[must_use]
    pub const fn daily_limit(self) -> u32 {
        match self {
            Self::SignedUp | Self::SignedUpAgain => 4,
            Self::ConfirmNews | Self::NewsAlready | Self::ConfirmIntroduction | Self::ConfirmDeletion => 6,
            // A contact gets those of all people together. They have not asked for any.
            Self::Introduction => 5,
            Self::LinkAgain
            | Self::Confirmed
            | Self::Receipts
            | Self::RecordsShared
            | Self::RecordsTakenBack
            | Self::IntroductionSent
            | Self::IntroductionNotSent => 12,
            Self::StatusChanged | Self::StudyOpened | Self::StudyEnded | Self::NewStudies => 24,
            // One address gets those of all its studies.
            Self::Escalation => 200,
        }
    }

    /// The subject with its placeholders filled in.
    #[must_use]
    pub fn subject(self, parts: &Parts) -> String {
        let first = self.file().lines().next().unwrap_or_default();
        parts.fill(first.strip_prefix("Subject: ").unwrap_or(first))
    }

    /// The text with its placeholders filled in.
    #[must_use]
    pub fn text(self, parts: &Parts) -> String {
        parts.fill(self.file().split_once("\n\n").map_or("", |(_, text)| text))
    }
}

impl Parts {
    fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len() * 2);
        let mut rest = text;
        // A single pass, so braces in the values stay as they are.
        while let Some((before, after)) = rest.split_once('{') {
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            filled.push_str(self.named(name).unwrap_or_default());
            rest = behind;
        }
        filled + rest
    }

    fn named(&self, name: &str) -> Option<&str> {
        Some(match name {
            "brand" => &self.brand,
            "site" => &self.site,
            "postal_address" => &self.postal_address,
            "id" => &self.id,
            "number" => &self.number,
            "joining" => &self.joining,
            "receipts" => &self.receipts,
            "status" => &self.status,
            "confirm" => &self.confirm,
            "stop" => &self.stop,
            "take_back" => &self.take_back,
            "back" => &self.back,
            "studies" => &self.studies,
            "study" => &self.study,
            "contact_by" => &self.contact_by,
            "registry_number" => &self.registry_number,
            "title" => &self.title,
            "details" => &self.details,
            "recipient" => &self.recipient,
            "sent_at" => &self.sent_at,
            "sent" => &self.sent,
            "reason" => &self.reason,
            "page" => &self.page,
            "erase" => &self.erase,
            _ => return None,
        })
    }

    /// Adds the sentences about a participant, addressed to the participant or to a representative.
    #[must_use]
    pub fn with_participant_notes(self, number: &ParticipantNumber, is_to_representative: bool) -> Self {
        let id = number.grouped();
        let (number, joining) = if is_to_representative {
            (
                format!("The participant number of the person you signed up is {id}."),
                "This isn't a consent to take part in a study. Before the person you signed up joins, the study team \
                 explains everything to both of you, and asks for consent then. You can both say no at any time.",
            )
        } else {
            (
                format!("Your participant number is {id}."),
                "This isn't a consent to take part in a study. Before you join, the study team explains everything to \
                 you, and asks for your consent then. You can say no at any time.",
            )
        };
        Self { id, number, joining: joining.to_owned(), ..self }
    }

    /// The values that every mail needs.
    #[must_use]
    pub fn for_service(service: &SmtpService) -> Self {
        Self { brand: service.brand().to_owned(), site: service.site().to_owned(), ..Self::default() }
    }
}

/// Studies with their links, and a line with the number of further studies.
#[must_use]
pub fn study_list(site: &str, studies: &[NamedStudy], more: usize) -> String {
    let mut lines: Vec<String> = studies
        .iter()
        .map(|study| format!("{}\n{site}/study/{}", one_line(&study.title), study.id))
        .collect();
    match more {
        0 => {}
        1 => lines.push(format!("And one more: search again at {site}")),
        more => lines.push(format!("And {more} more: search again at {site}")),
    }
    lines.join("\n\n")
}

/// A title on one line. Titles come from records and may contain control characters.
pub(crate) fn one_line(title: &str) -> String {
    let plain: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_TITLE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        Parts {
            brand: "BRAND".into(),
            site: "SITE".into(),
            postal_address: "ADDRESS\n".into(),
            id: "ID".into(),
            number: "NUMBER".into(),
            joining: "JOINING".into(),
            receipts: "RECEIPTS".into(),
            status: "STATUS".into(),
            confirm: "CONFIRM".into(),
            stop: "STOP".into(),
            take_back: "TAKE BACK".into(),
            back: "BACK".into(),
            studies: "STUDIES {stop}".into(),
            study: "STUDY".into(),
            contact_by: "CONTACT BY".into(),
            registry_number: "NUMBER".into(),
            title: "TITLE".into(),
            details: "DETAILS".into(),
            recipient: "RECIPIENT".into(),
            sent_at: "SENT AT".into(),
            sent: "SENT".into(),
            reason: "REASON".into(),
            page: "PAGE".into(),
            erase: "ERASE".into(),
        }
    }

    #[test]
    fn every_letter_has_a_subject_without_health_words_and_a_filled_in_text() {
        for letter in Letter::ALL {
            let (subject, text) = (letter.subject(&parts()), letter.text(&parts()));
            assert!(!subject.is_empty() && subject.len() < 60 && !subject.contains(['{', '\n']), "{subject}");
            for word in ["study", "trial", "condition", "health", "clinical"] {
                assert!(!subject.to_lowercase().contains(word), "{subject}");
            }
            assert!(text.contains("SITE") && text.ends_with('\n'), "{text}");
            assert!(!text.replace("STUDIES {stop}", "").contains(['{', '}']), "{text}");
            assert!(text.is_ascii() || text.chars().all(|c| !c.is_control() || c == '\n'), "{text}");
        }
    }

    #[test]
    fn every_letter_about_news_ends_with_a_way_to_stop_it_and_a_postal_address() {
        for letter in Letter::ALL {
            let about_something_else = [
                Letter::SignedUp,
                Letter::SignedUpAgain,
                Letter::Confirmed,
                Letter::LinkAgain,
                Letter::Receipts,
                Letter::StatusChanged,
                Letter::ConfirmDeletion,
                Letter::RecordsShared,
                Letter::RecordsTakenBack,
                Letter::Escalation,
                Letter::ConfirmIntroduction,
                Letter::Introduction,
                Letter::IntroductionSent,
                Letter::IntroductionNotSent,
            ];
            let is_news = !about_something_else.contains(&letter);
            let text = letter.text(&parts());
            let stop = text.find("\n\nSTOP\n\nBRAND\nADDRESS\nSITE\n");
            assert_eq!(stop.is_some(), is_news, "{text}");
        }
    }

    #[test]
    fn letters_to_confirmed_participants_have_a_link_that_stops_emails() {
        for letter in [
            Letter::Confirmed,
            Letter::Receipts,
            Letter::StatusChanged,
            Letter::RecordsShared,
            Letter::RecordsTakenBack,
        ] {
            let text = letter.text(&parts());
            assert!(
                text.contains("\nTo stop emails about how your sign-up is going, open this page: STOP\n"),
                "{text}"
            );
        }
    }

    #[test]
    fn letter_to_representative_names_the_represented_person() {
        let number = "PT7K3M9Q2X4D8V".parse().unwrap();
        let text = |is_to_representative| {
            Letter::Confirmed.text(&Parts::default().with_participant_notes(&number, is_to_representative))
        };
        assert!(text(false).contains("Your participant number is PT 7K3M-9Q2X-4D8V."));
        let to_parent = text(true);
        assert!(
            to_parent.contains("The participant number of the person you signed up is PT 7K3M-9Q2X-4D8V.")
        );
        assert!(to_parent.contains("explains everything to both of you"), "{to_parent}");
        assert!(!to_parent.contains("Your participant number"), "{to_parent}");
    }

    #[test]
    fn title_takes_one_line() {
        let study = NamedStudy { id: "NCT00000001".into(), title: "A\r\nBcc: x\u{0} gel".into() };
        assert_eq!(
            study_list("https://a.example", &[study], 2),
            "A Bcc: x gel\nhttps://a.example/study/NCT00000001\n\nAnd 2 more: search again at https://a.example"
        );
    }
}
