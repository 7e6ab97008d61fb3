//! Sending a person's details to the contact of a registry study: whether this deployment offers it, the mail that is sent,
//! and what the person agrees to.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use waypoint_domain::{
    introduction::{EmailContact, IntroductionConsent, IntroductionDetails},
    personal::Personal,
    registry_study::RegistryStudy,
};

use crate::{
    letters::{Letter, Parts, one_line},
    receipt::{Agreement, Receipt},
    secret::hex,
    store::IntroductionContent,
    wire::{IntroductionMail, IntroductionPreview},
};

/// Whether this deployment sends introductions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum IntroductionSending {
    /// No study offers them.
    #[default]
    Off,
    /// Mails name the site at this address.
    On { site: String },
}

impl IntroductionSending {
    /// Reads a setting: the address of the site, without which introductions are off.
    #[must_use]
    pub fn from_setting(site: Option<String>) -> Self {
        let site = site.map(|site| site.trim_end_matches('/').to_owned()).filter(|site| !site.is_empty());
        site.map_or(Self::Off, |site| Self::On { site })
    }

    #[must_use]
    pub fn is_on(&self) -> bool {
        *self != Self::Off
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
        for off in [None, Some(String::new()), Some("/".to_owned())] {
            assert!(!IntroductionSending::from_setting(off.clone()).is_on(), "{off:?}");
        }
        let on = IntroductionSending::from_setting(Some("https://waypoint.example/".to_owned()));
        assert_eq!(on, IntroductionSending::On { site: "https://waypoint.example".to_owned() });
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
