//! Contacts for questions about a registry study.

use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A contact for questions about a study.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Contact {
    /// The contact's role.
    pub role: String,
    /// The name of the person or office.
    pub name: String,
    /// The contact's site or organization. May be empty.
    #[serde(default)]
    pub affiliation: String,
    /// Phone numbers.
    #[serde(default, alias = "phone", deserialize_with = "list_or_text")]
    pub phones: Vec<PhoneNumber>,
    /// Email addresses.
    #[serde(default, alias = "email", deserialize_with = "list_or_text")]
    pub emails: Vec<EmailAddress>,
}

/// A phone number of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PhoneNumber {
    /// The number as the record has it, which may be any text.
    pub shown: String,
    /// What follows `tel:` in a link (RFC 3966): `+12165550111;ext=9`. Missing if the text is not a complete number.
    pub dial: Option<String>,
}

/// An email address of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EmailAddress {
    /// The address as the record has it, which may be any text.
    pub shown: String,
    /// The address for a link. Missing if the text is not an address.
    pub address: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteContacts {
    /// The index of the site in its study.
    pub site: usize,
    /// The contacts, at least one.
    pub contacts: Vec<Contact>,
}

impl Contact {
    /// Whether two contacts are the same person or office with the same ways to reach it.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.phones == other.phones && self.emails == other.emails
    }
}

impl From<String> for PhoneNumber {
    fn from(shown: String) -> Self {
        Self { shown, dial: None }
    }
}

impl From<String> for EmailAddress {
    fn from(shown: String) -> Self {
        Self { shown, address: None }
    }
}

/// Reads a list, or the text of records that were stored before there were lists. The text is shown without a link until
/// the record is read again.
fn list_or_text<'de, D: Deserializer<'de>, T: Deserialize<'de> + From<String>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored<T> {
        List(Vec<T>),
        Text(String),
    }
    Ok(match Stored::deserialize(deserializer)? {
        Stored::List(list) => list,
        Stored::Text(text) => Some(text).filter(|text| !text.is_empty()).map(T::from).into_iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_stored_as_texts_is_read_without_links() {
        let old = r#"{"role": "", "name": "Lee", "email": "", "phone": "216-555-0111"}"#;
        let contact: Contact = serde_json::from_str(old).unwrap();
        assert_eq!(contact.phones, [PhoneNumber::from("216-555-0111".to_owned())]);
        assert!(contact.emails.is_empty());
        let again: Contact = serde_json::from_str(&serde_json::to_string(&contact).unwrap()).unwrap();
        assert_eq!(again, contact);
    }
}
