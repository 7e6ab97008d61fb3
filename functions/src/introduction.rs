//! Sending a person's details to the contact of a registry study: whether this deployment offers it, the mail that is sent,
//! and what the person agrees to.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use waypoint_domain::{
    introduction::{
        DecliningContacts, EmailContact, IntroductionConsent, IntroductionDetails, introduction_contact,
        listed_contact,
    },
    participant::Email,
    personal::Personal,
    registry_study::RegistryStudy,
    study_contact::Contact,
};

use crate::{
    letters::{Letter, Parts, one_line},
    receipt::{Agreement, Receipt},
    secret::hex,
    store::IntroductionContent,
    wire::{IntroductionMail, IntroductionPreview},
};

/// Whether this deployment sends introductions, and which contacts get none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IntroductionSending {
    site: Option<String>,
    declining: DecliningContacts,
}

impl IntroductionSending {
    /// Introductions are off without the address of the site.
    #[must_use]
    pub fn new(site: Option<String>, declining: DecliningContacts) -> Self {
        let site = site.map(|site| site.trim_end_matches('/').to_owned()).filter(|site| !site.is_empty());
        Self { site, declining }
    }

    #[must_use]
    pub fn is_on(&self) -> bool {
        self.site.is_some()
    }

    /// The address of the site, which mails name, if introductions are on.
    #[must_use]
    pub fn site(&self) -> Option<&str> {
        self.site.as_deref()
    }

    /// The contact who gets introductions to a study. `nearest` are the contacts of the open site nearest to the person.
    #[must_use]
    pub fn contact(&self, study: &RegistryStudy, nearest: &[Contact]) -> Option<EmailContact> {
        introduction_contact(study, nearest, &self.declining).filter(|_| self.is_on())
    }

    /// The contact with this address, as long as an introduction that the person confirmed may still be sent.
    #[must_use]
    pub fn listed(&self, study: &RegistryStudy, address: &Email) -> Option<EmailContact> {
        listed_contact(study, address, &self.declining)
    }
}

/// Writes the mail to a study's contact.
#[must_use]
pub fn content(
    details: &IntroductionDetails,
    study: &RegistryStudy,
    contact: &EmailContact,
    (sender, site): (&str, &str),
) -> Personal<IntroductionContent> {
    let title = one_line(&study.brief_title);
    let parts = Parts {
        brand: sender.to_owned(),
        site: site.to_owned(),
        registry_number: study.nct_id.to_string(),
        title: title.clone(),
        details: details.lines(),
        ..Parts::default()
    };
    let mail = IntroductionMail {
        name: contact.name.clone(),
        address: contact.email.as_str().to_owned(),
        subject: Letter::Introduction.subject(&parts),
        text: Personal::new(Letter::Introduction.text(&parts)),
    };
    let person = details.email().clone();
    Personal::new(IntroductionContent { study: study.nct_id.clone(), title, person, mail })
}

/// Everything that a person agrees to.
#[must_use]
pub fn preview(content: &IntroductionContent, consent: &IntroductionConsent) -> IntroductionPreview {
    let IntroductionConsent { version, label, sender: _ } = consent;
    let IntroductionMail { name, address, subject, text } = &content.mail;
    let person = content.person.as_str();
    let shown = format!("{version}\n{label}\n{person}\n{name}\n{address}\n{subject}\n\n{}", text.reveal());
    IntroductionPreview {
        mail: content.mail.clone(),
        consent: label.clone(),
        sha256: hex(&Sha256::digest(shown)),
    }
}

/// The receipt of a consent to what a preview shows.
#[must_use]
pub fn receipt(preview: &IntroductionPreview, consent: &IntroductionConsent, now: Timestamp) -> Receipt {
    let agreement = Agreement::to_introduction(&consent.version, &preview.sha256, &preview.consent);
    Receipt::next_after(None, agreement, now)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn introductions_are_off_unless_the_setting_has_an_address() {
        let site = |setting: Option<&str>| {
            let sending = IntroductionSending::new(setting.map(str::to_owned), DecliningContacts::default());
            sending.site().map(str::to_owned)
        };
        for off in [None, Some(""), Some("/")] {
            assert_eq!(site(off), None, "{off:?}");
        }
        assert_eq!(site(Some("https://waypoint.example/")).as_deref(), Some("https://waypoint.example"));
    }

    #[test]
    fn hash_covers_every_part_that_the_person_sees() {
        let consent = IntroductionConsent {
            version: "1.0".into(),
            label: "I agree.".into(),
            sender: "Waypoint".into(),
        };
        let mail = IntroductionMail {
            name: "Dr. Lee".into(),
            address: "lee@example.org".into(),
            subject: "Someone asks".into(),
            text: Personal::new("Hello".into()),
        };
        let content = IntroductionContent {
            study: "NCT00000001".parse().unwrap(),
            title: "A Study".into(),
            person: "maria@example.org".parse().unwrap(),
            mail,
        };
        let first = preview(&content, &consent).sha256;
        let changed_mail = |change: fn(&mut IntroductionMail)| {
            let mut content = content.clone();
            change(&mut content.mail);
            preview(&content, &consent).sha256
        };
        let others = [
            changed_mail(|mail| mail.name.push('!')),
            changed_mail(|mail| mail.address.insert(0, 'x')),
            changed_mail(|mail| mail.subject.push('!')),
            changed_mail(|mail| mail.text = Personal::new("Bye".into())),
            preview(&content, &IntroductionConsent { version: "1.1".into(), ..consent.clone() }).sha256,
            preview(&content, &IntroductionConsent { label: "Yes.".into(), ..consent.clone() }).sha256,
            preview(
                &IntroductionContent { person: "m@example.org".parse().unwrap(), ..content.clone() },
                &consent,
            )
            .sha256,
        ];
        assert!(others.iter().all(|other| *other != first), "{others:?}");
    }
}
