//! Contacts of studies and sites, and the people responsible for a study.

use waypoint_domain::{
    country::Country,
    study_contact::{Contact, SiteContacts},
    study_site::StudySite,
};

use crate::{email_addresses::email_addresses, fields::Fields, phone_numbers::phone_numbers};

/// Reads contacts whose national phone numbers belong to one of these countries.
pub(crate) fn contacts(list: &[Fields], countries: &[Country]) -> Vec<Contact> {
    list.iter()
        .map(|fields| contact(fields, countries))
        .filter(|contact| *contact != Contact::default())
        .collect()
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
    Contact {
        role: role_label(&fields.text("role")),
        name: fields.text("name"),
        affiliation: fields.text("affiliation"),
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
