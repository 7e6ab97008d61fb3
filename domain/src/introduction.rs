//! Introductions: contact details that a person asks us to send to the contact of a registry study (E-582).

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_text::in_one_line;

use crate::{
    call_time::CallTime,
    contact_choice::ContactChannel,
    human_text::{HumanText, InvalidText, TextLimit, remove_hidden_characters},
    participant::{Email, FieldError, INVALID_EMAIL, PhoneNumber},
    registry_study::RegistryStudy,
    study_contact::Contact,
};

/// The longest name, in characters.
const MAX_NAME: usize = 100;
/// The longest message, in characters.
const MAX_MESSAGE: usize = 500;
const NO_LINKS: &str = "Leave out links, web addresses, and email addresses. Put a space after each period";

/// The words under which people agree to an introduction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntroductionConsent {
    /// The version of the label. Change it with the label.
    pub version: String,
    /// The text next to the box.
    pub label: String,
    /// Who sends the email, as it tells the contact.
    pub sender: String,
}

/// The person who would take part. Both answers say that the writer is an adult, so that we collect nothing from children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AsksFor {
    /// An adult, for themselves.
    Themselves,
    /// An adult, for a child or an adult in their care.
    PersonInCare,
}

/// The form, as typed.
#[derive(Debug, Clone, Copy)]
pub struct IntroductionForm<'a> {
    /// The person's name.
    pub name: &'a str,
    /// The person's email address.
    pub email: &'a str,
    /// The person's phone number. May be empty.
    pub phone: &'a str,
    /// The best way to reach the person.
    pub by: Option<ContactChannel>,
    /// The best time to reach the person; any time if missing.
    pub when: Option<CallTime>,
    /// The person who would take part.
    pub asks_for: Option<AsksFor>,
    /// A short message. May be empty.
    pub message: &'a str,
}

/// What a person asks us to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntroductionDetails {
    name: String,
    email: Email,
    phone: Option<String>,
    by: ContactChannel,
    when: CallTime,
    asks_for: AsksFor,
    message: Option<String>,
}

/// A study's contact with an email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailContact {
    /// The name of the person or office. May be empty.
    pub name: String,
    /// The address, as the record has it.
    pub email: Email,
}

impl IntroductionDetails {
    /// Checks a form. Returns every error.
    pub fn parse(form: &IntroductionForm<'_>) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = plain_text("name", form.name, TextLimit::SingleLine(MAX_NAME), &mut errors);
        if name.is_none() && errors.is_empty() {
            errors.push(FieldError::missing("name", "Enter your name"));
        }
        let email = form.email.trim().parse::<Email>().map_err(|_| {
            errors.push(match form.email.trim() {
                "" => FieldError::missing("email", "Enter your email"),
                _ => FieldError::new("email", INVALID_EMAIL),
            });
        });
        let phone = in_one_line(&remove_hidden_characters(form.phone)).trim().to_owned();
        let phone = (!phone.is_empty()).then_some(phone);
        if let Some(Err(error)) = phone.as_ref().map(|phone| PhoneNumber::parse(phone, None)) {
            errors.push(FieldError::new("phone", error.to_string()));
        }
        match form.by {
            None => errors.push(FieldError::missing("by", "Choose how the contact can best reach you")),
            Some(ContactChannel::Call | ContactChannel::Text) if phone.is_none() => {
                errors.push(FieldError::missing("phone", "Enter your phone number, or choose email"));
            }
            Some(_) => {}
        }
        if form.asks_for.is_none() {
            errors.push(FieldError::missing("asks_for", "Choose who you ask for"));
        }
        let message = plain_text("message", form.message, TextLimit::MultiLine(MAX_MESSAGE), &mut errors);
        match (name, email, form.by, form.asks_for) {
            (Some(name), Ok(email), Some(by), Some(asks_for)) if errors.is_empty() => {
                let when = form.when.unwrap_or(CallTime::Any);
                Ok(Self { name, email, phone, by, when, asks_for, message })
            }
            _ => Err(errors),
        }
    }

    /// The address of the person.
    #[must_use]
    pub fn email(&self) -> &Email {
        &self.email
    }

    /// The details as the email to the contact lists them, one line each, with the message at the end.
    #[must_use]
    pub fn lines(&self) -> String {
        let Self { name, email, phone, by, when, asks_for, message } = self;
        let way = match by {
            ContactChannel::Call => "phone call",
            ContactChannel::Text => "text message",
            ContactChannel::Email => "email",
        };
        let time = match when {
            CallTime::Any => "",
            CallTime::Morning => ", in the morning",
            CallTime::Afternoon => ", in the afternoon",
            CallTime::Evening => ", in the evening",
        };
        let mut lines = vec![format!("Name: {name}"), format!("Email: {}", email.as_str())];
        lines.extend(phone.iter().map(|phone| format!("Phone: {phone}")));
        lines.push(format!("Best way to reach them: {way}{time}"));
        lines.push(
            match asks_for {
                AsksFor::Themselves => "They say that they are 18 or older, and ask for themselves.",
                AsksFor::PersonInCare => {
                    "They say that they are 18 or older, and ask for someone in their care."
                }
            }
            .to_owned(),
        );
        if let Some(message) = message {
            lines.push("Their message:".to_owned());
            // The indent keeps lines of the message apart from ours.
            lines.extend(message.lines().map(|line| format!("  {line}").trim_end().to_owned()));
        }
        lines.join("\n")
    }
}

/// Parses a text that may be empty. It must not contain links, so that no one can spread them through us.
fn plain_text(field: &str, text: &str, limit: TextLimit, errors: &mut Vec<FieldError>) -> Option<String> {
    match HumanText::parse(text, limit) {
        Ok(text) => {
            let text = text.into_string();
            if has_link(&text) {
                errors.push(FieldError::new(field, NO_LINKS));
            }
            Some(text)
        }
        Err(InvalidText::Empty) => None,
        Err(error) => {
            errors.push(FieldError::new(field, error.to_string()));
            None
        }
    }
}

/// Whether mail programs may turn a part of the text into a link: an address with `@` or `://`, or a word with a dot that is
/// followed by at least two letters, as in `example.org`.
fn has_link(text: &str) -> bool {
    let is_domain = |word: &str| {
        word.match_indices(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).any(|(at, dot)| {
            let letters = word[at + dot.len()..].chars().take_while(|c| c.is_alphabetic()).count();
            letters >= 2 && word[..at].chars().next_back().is_some_and(char::is_alphanumeric)
        })
    };
    text.contains("://")
        || text.split_whitespace().any(|word| word.contains(['@', '\u{FF20}']) || is_domain(word))
}

/// The contacts who asked for no introductions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecliningContacts(Vec<Email>);

/// An address in a list is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no email address; separate addresses with spaces")]
pub struct InvalidDecliningContact(String);

impl DecliningContacts {
    fn include(&self, address: &Email) -> bool {
        self.0.iter().any(|declining| declining.canonical() == address.canonical())
    }
}

impl FromStr for DecliningContacts {
    type Err = InvalidDecliningContact;

    /// Reads addresses separated by spaces.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = |address: &str| address.parse().map_err(|_| InvalidDecliningContact(address.to_owned()));
        text.split_whitespace().map(read).collect::<Result<_, _>>().map(Self)
    }
}

/// Returns the contact who gets introductions to a study: the first central one with an email address, or else the first of
/// `nearest`, the contacts of the open site nearest to the person. `None` if the study isn't recruiting, or this contact
/// declines introductions: another contact of the same study would be asked against its wish.
#[must_use]
pub fn introduction_contact(
    study: &RegistryStudy,
    nearest: &[Contact],
    declining: &DecliningContacts,
) -> Option<EmailContact> {
    let contact = email_contact(&study.contacts).or_else(|| email_contact(nearest));
    contact.filter(|contact| study.status.is_recruiting() && !declining.include(&contact.email))
}

/// Returns the first contact with an email address.
#[must_use]
pub fn email_contact(contacts: &[Contact]) -> Option<EmailContact> {
    all_email_contacts(contacts).next()
}

/// Returns the contact of a recruiting study who has this address. `None` if the study has closed, its record lists the
/// address no longer, or the contact declines introductions.
#[must_use]
pub fn listed_contact(
    study: &RegistryStudy,
    address: &Email,
    declining: &DecliningContacts,
) -> Option<EmailContact> {
    let of_sites = study.contacts_of_open_sites().flat_map(|(_, contacts)| all_email_contacts(contacts));
    let mut listed = all_email_contacts(&study.contacts).chain(of_sites);
    let found = listed.find(|contact| contact.email.canonical() == address.canonical());
    found.filter(|contact| study.status.is_recruiting() && !declining.include(&contact.email))
}

fn all_email_contacts(contacts: &[Contact]) -> impl Iterator<Item = EmailContact> {
    contacts.iter().flat_map(|contact| {
        let addresses = contact.emails.iter().filter_map(|email| email.address.as_ref()?.parse().ok());
        addresses.map(|email| EmailContact { name: in_one_line(&contact.name).trim().to_owned(), email })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn form() -> IntroductionForm<'static> {
        IntroductionForm {
            name: " Maria\tSample ",
            email: "maria@example.org",
            phone: "",
            by: Some(ContactChannel::Email),
            when: None,
            asks_for: Some(AsksFor::Themselves),
            message: "",
        }
    }

    fn errors(form: IntroductionForm<'_>) -> Vec<(String, String)> {
        let errors = IntroductionDetails::parse(&form).err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    fn fields(form: IntroductionForm<'_>) -> Vec<String> {
        errors(form).into_iter().map(|(field, _)| field).collect()
    }

    #[test]
    fn details_are_listed_one_per_line_with_the_message_indented() {
        let details = IntroductionDetails::parse(&IntroductionForm {
            phone: "216 555 0134",
            by: Some(ContactChannel::Call),
            when: Some(CallTime::Evening),
            asks_for: Some(AsksFor::PersonInCare),
            message: "Hello.\nName: someone else",
            ..form()
        });
        assert_eq!(
            details.unwrap().lines(),
            "Name: Maria Sample\nEmail: maria@example.org\nPhone: 216 555 0134\n\
             Best way to reach them: phone call, in the evening\n\
             They say that they are 18 or older, and ask for someone in their care.\n\
             Their message:\n  Hello.\n  Name: someone else"
        );
        assert!(!IntroductionDetails::parse(&form()).unwrap().lines().contains("message"));
    }

    #[test]
    fn missing_values_and_a_channel_without_its_number_are_named() {
        let empty = IntroductionForm { name: " ", email: "", by: None, asks_for: None, ..form() };
        assert_eq!(fields(empty), ["name", "email", "by", "asks_for"]);
        for by in [ContactChannel::Call, ContactChannel::Text] {
            assert_eq!(fields(IntroductionForm { by: Some(by), ..form() }), ["phone"]);
        }
        assert_eq!(
            fields(IntroductionForm { phone: "call me", email: "maria", ..form() }),
            ["email", "phone"]
        );
    }

    #[test]
    fn texts_are_short_and_have_no_links() {
        let long = "é".repeat(501);
        assert_eq!(
            errors(IntroductionForm { message: &long, ..form() }),
            [("message".to_owned(), "Use 500 characters or fewer. You have 1 too many".to_owned())]
        );
        for text in [
            "see http://example.org/a",
            "javascript://x",
            "example.org",
            "(www.example.org)",
            "bit.ly/x",
            "maria@localhost",
            "пример.рф",
            "example\u{3002}com",
            "ex\u{200B}ample.com",
            "a.b.example.com:8080",
        ] {
            assert_eq!(fields(IntroductionForm { message: text, ..form() }), ["message"], "{text}");
            assert_eq!(fields(IntroductionForm { name: text, ..form() }), ["name"], "{text}");
        }
        for text in
            ["I'm 45. I live in St. Louis.", "Call at 5 p.m. or 6:30, please.", "Dr. J.R. Smith", "3.5 miles"]
        {
            assert_eq!(fields(IntroductionForm { message: text, ..form() }), [""; 0], "{text}");
        }
    }

    fn study(changes: &Value) -> RegistryStudy {
        let mut study = json!({
            "nct_id": "NCT00000001", "brief_title": "A Study", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": [], "keywords": [], "status": "Recruiting",
            "study_type": "Interventional", "phases": [], "sex": null, "ages": null, "healthy_volunteers": null,
            "eligibility_criteria": "", "sponsor": "", "last_updated": null, "contacts": [],
            "sites": [],
        });
        for (name, value) in changes.as_object().unwrap() {
            study[name] = value.clone();
        }
        serde_json::from_value(study).unwrap()
    }

    fn contact(name: &str, address: Option<&str>) -> Value {
        json!({ "role": "", "name": name, "emails": [{ "shown": "typed", "address": address }] })
    }

    fn site(status: &str) -> Value {
        json!({
            "site_name": "", "street_address": "", "city": "Akron", "state": "", "country": "United States",
            "pin_code": "", "latitude": null, "longitude": null, "status": status
        })
    }

    #[test]
    fn central_contact_with_an_address_comes_before_that_of_the_nearest_site() {
        let nearest: Vec<Contact> =
            vec![serde_json::from_value(contact("Site", Some("site@example.org"))).unwrap()];
        let none = DecliningContacts::default();
        let name =
            |study: &RegistryStudy| introduction_contact(study, &nearest, &none).map(|contact| contact.name);
        let central = json!([contact("Office", None), contact("Central", Some("central@example.org"))]);
        assert_eq!(name(&study(&json!({ "contacts": central }))).as_deref(), Some("Central"));
        assert_eq!(name(&study(&json!({ "contacts": [contact("Office", None)] }))).as_deref(), Some("Site"));
        assert_eq!(introduction_contact(&study(&json!({})), &[], &none), None);
        for status in ["Completed", "Not yet recruiting", "Suspended"] {
            assert_eq!(name(&study(&json!({ "contacts": central, "status": status }))), None, "{status}");
        }
    }

    #[test]
    fn contact_who_declines_gets_no_introduction_in_any_spelling_of_the_address() {
        let declining: DecliningContacts = " Central@Example.org other@example.org ".parse().unwrap();
        let study = study(&json!({ "contacts": [contact("Central", Some("central@example.org"))] }));
        let nearest: Vec<Contact> =
            vec![serde_json::from_value(contact("Site", Some("site@example.org"))).unwrap()];
        assert_eq!(introduction_contact(&study, &nearest, &declining), None);
        assert_eq!(listed_contact(&study, &"central@example.org".parse().unwrap(), &declining), None);
        let invalid = "a@example.org, central".parse::<DecliningContacts>().unwrap_err();
        assert_eq!(
            invalid.to_string(),
            "'a@example.org,' is no email address; separate addresses with spaces"
        );
    }

    #[test]
    fn contact_is_listed_as_long_as_the_study_recruits_and_the_record_has_the_address() {
        let listed = |study: &RegistryStudy, address: &str| {
            let none = DecliningContacts::default();
            listed_contact(study, &address.parse().unwrap(), &none).map(|contact| contact.name)
        };
        let at_sites = study(&json!({
            "contacts": [contact("Central", Some("central@example.org"))],
            "sites": [site("Recruiting"), site("Completed")],
            "site_contacts": [
                { "site": 0, "contacts": [contact("Open", Some("open@example.org"))] },
                { "site": 1, "contacts": [contact("Closed", Some("closed@example.org"))] },
            ],
        }));
        assert_eq!(listed(&at_sites, "Central@Example.org").as_deref(), Some("Central"));
        assert_eq!(listed(&at_sites, "open@example.org").as_deref(), Some("Open"));
        for gone in ["closed@example.org", "other@example.org"] {
            assert_eq!(listed(&at_sites, gone), None, "{gone}");
        }
        let closed = RegistryStudy { status: "Completed".to_owned().into(), ..at_sites };
        assert_eq!(listed(&closed, "central@example.org"), None);
    }
}
