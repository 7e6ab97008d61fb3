//! Fingerprints of a sign-up's email address and person. The store compares them without being able to read the values.

use waypoint_domain::{deletion::folded_name, participant::Email, study_number::StudyNumber};
use waypoint_keys::{Fingerprints, Key, purpose::EmailGuard};

/// Fingerprints of a sign-up's email address, each bound to the study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressPrints {
    /// Fingerprints of the deliverable address. Its owner's sign-ups are found by them.
    pub mailbox: Fingerprints,
    /// Fingerprints of the address without its variable parts, combined with the person's name and birth date.
    pub person: Fingerprints,
}

/// What distinguishes two people who share an email address.
#[derive(Debug, Clone, Copy)]
pub struct NamedPerson<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// Date of birth, `YYYY-MM-DD`.
    pub date_of_birth: &'a str,
}

impl AddressPrints {
    /// Computes the fingerprints of a person's address for a study.
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

/// Returns the fingerprints of the deliverable form of an address for a study.
#[must_use]
pub fn mailbox(key: &Key<EmailGuard>, study: &StudyNumber, email: &Email) -> Fingerprints {
    key.fingerprints(&format!("mailbox\n{study}\n{}", email.canonical()))
}
