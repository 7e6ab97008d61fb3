//! Fingerprints of a sign-up's address, by which addresses and persons are compared without being readable in the store.

use waypoint_domain::{deletion::folded_name, participant::Email, study_number::StudyNumber};
use waypoint_keys::{Fingerprints, Key, purpose::EmailGuard};

/// Fingerprints of the address of a sign-up, each with its study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressPrints {
    /// Of the address as mail goes there: by it, the owner finds the sign-ups.
    pub mailbox: Fingerprints,
    /// Of the address without the parts that its owner can vary, and of the person's name and birth date.
    pub person: Fingerprints,
}

/// By what a person is told from another one with the same address.
#[derive(Debug, Clone, Copy)]
pub struct NamedPerson<'a> {
    /// First name.
    pub first_name: &'a str,
    /// Last name.
    pub last_name: &'a str,
    /// Date of birth, `YYYY-MM-DD`.
    pub date_of_birth: &'a str,
}

impl AddressPrints {
    /// The fingerprints of a person's address in a study.
    #[must_use]
    pub fn new(key: &Key<EmailGuard>, study: &StudyNumber, email: &Email, person: NamedPerson<'_>) -> Self {
        let owner = email.without_variations();
        let names = [folded_name(person.first_name), folded_name(person.last_name)];
        let parts = [&owner, &names[0], &names[1], person.date_of_birth];
        Self {
            mailbox: mailbox(key, study, email),
            person: key.fingerprints(&format!("person\n{study}\n{}", parts.join("\n"))),
        }
    }
}

/// The fingerprints of an address as mail goes there, with a study.
#[must_use]
pub fn mailbox(key: &Key<EmailGuard>, study: &StudyNumber, email: &Email) -> Fingerprints {
    key.fingerprints(&format!("mailbox\n{study}\n{}", email.canonical()))
}
