//! Contacts of studies and sites, and the people responsible for a study.

use waypoint_domain::{
    country::Country,
    study_contact::{Contact, SiteContacts},
    study_site::StudySite,
};

use crate::{
    email_addresses::email_addresses,
    fields::Fields,
    phone_numbers::phone_numbers,
    placeholder::{Statement, statement},
};

/// Reads contacts whose national phone numbers belong to one of these countries.
pub(crate) fn contacts(list: &[Fields], countries: &[Country]) -> Vec<Contact> {
    list.iter().map(|fields| contact(fields, countries)).filter(helps).collect()
}

/// Whether a contact has a way to reach it, or else says who it is.
fn helps(contact: &Contact) -> bool {
    let says_who = match statement(&contact.name) {
        Statement::Something => true,
        Statement::Office => !contact.affiliation.is_empty(),
        Statement::Nothing => false,
    };
    says_who || !contact.phones.is_empty() || !contact.emails.is_empty()
}

/// Reads the contacts of sites. The locations are in the order of the sites.
pub(crate) fn site_contacts(locations: &[Fields], sites: &[StudySite]) -> Vec<SiteContacts> {
    let of_site = |(site, (location, place)): (usize, (&Fields, &StudySite))| {
        let country: Vec<Country> = Country::parse(&place.country).into_iter().collect();
        SiteContacts { site, contacts: contacts(&location.objects("contacts"), &country) }
    };
    let all = locations.iter().zip(sites).enumerate().map(of_site);
    all.filter(|at| !at.contacts.is_empty()).collect()
}

/// Returns the distinct countries of sites.
pub(crate) fn countries(sites: &[StudySite]) -> Vec<Country> {
    let mut countries: Vec<Country> = Vec::new();
    for country in sites.iter().filter_map(|site| Country::parse(&site.country)) {
        if !countries.contains(&country) {
            countries.push(country);
        }
    }
    countries
}

fn contact(fields: &Fields, countries: &[Country]) -> Contact {
    let unless_placeholder =
        |text: String| if statement(&text) == Statement::Nothing { String::new() } else { text };
    Contact {
        role: role_label(&fields.text("role")),
        name: unless_placeholder(fields.text("name")),
        affiliation: unless_placeholder(fields.text("affiliation")),
        phones: phone_numbers(&fields.text("phone"), &fields.text("phoneExt"), countries),
        emails: email_addresses(&fields.text("email")),
    }
}

/// Converts codes such as `PRINCIPAL_INVESTIGATOR` to `Principal investigator`.
fn role_label(code: &str) -> String {
    let lower = code.replace('_', " ").to_lowercase();
    let mut letters = lower.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::parse_study;

    #[test]
    fn role_codes_become_labels() {
        assert_eq!(role_label("PRINCIPAL_INVESTIGATOR"), "Principal investigator");
        assert_eq!(role_label(""), "");
    }

    #[test]
    fn texts_instead_of_a_contact_are_left_out() {
        let read = |contact: serde_json::Value| {
            let study = parse_study(&json!({"protocolSection": {
                "identificationModule": {"nctId": "NCT04611802"},
                "contactsLocationsModule": {"centralContacts": [contact]}
            }}))
            .unwrap();
            study.contacts.into_iter().next()
        };
        for none in [
            json!({"name": "None"}),
            json!({"name": "Please contact site", "role": "CONTACT"}),
            json!({"name": "N/A", "phone": "N/A", "email": "none"}),
            json!({"name": "Study Coordinator", "role": "CONTACT"}),
            json!({"name": "Contact", "affiliation": "None"}),
        ] {
            assert_eq!(read(none.clone()), None, "{none}");
        }
        let reached = read(json!({"name": "Please call site", "phone": "216-555-0111"})).unwrap();
        assert_eq!((reached.name.as_str(), reached.phones.len()), ("", 1));
        for name in ["Study Coordinator", "Call Center"] {
            let reached =
                read(json!({"name": name, "phone": "216-555-0111", "email": "see website"})).unwrap();
            assert_eq!((reached.name.as_str(), reached.emails.len()), (name, 0));
        }
        assert!(read(json!({"name": "Ana Diaz"})).is_some());
    }

    #[test]
    fn contacts_of_sites_and_officials_are_read() {
        let study = parse_study(&json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "contactsLocationsModule": {
                "overallOfficials": [
                    {"name": "Ana Diaz, MD", "affiliation": "Lakeside Clinic", "role": "STUDY_CHAIR"}
                ],
                "locations": [
                    {"facility": "A", "city": "Akron", "country": "United States"},
                    {"facility": "B", "city": "Leeds", "country": "United Kingdom", "contacts": [
                        {"name": "Lee", "role": "CONTACT", "phone": "020 7946 0000", "phoneExt": "9"}, {}
                    ]}
                ]
            }
        }}))
        .unwrap();
        let [at] = &study.site_contacts[..] else { panic!("{:?}", study.site_contacts) };
        assert_eq!((at.site, at.contacts.len()), (1, 1));
        assert_eq!(at.contacts[0].phones[0].dial.as_deref(), Some("+442079460000;ext=9"));
        assert_eq!(study.officials[0].affiliation, "Lakeside Clinic");
    }
}
