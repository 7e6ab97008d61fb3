//! Checks of the site settings.

use waypoint_domain::{study_id::StudyId, study_number::StudyNumber};

use crate::content::{
    draft::Draft,
    error::ContentError,
    site_settings::SiteSettings,
    source_file::Sourced,
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};

type Site = Sourced<SiteSettings>;

/// Checks that each hashtag either searches or links elsewhere.
pub(super) fn check_hashtags(site: &Site, errors: &mut Vec<ContentError>) {
    for (index, hashtag) in site.value.hashtags.iter().enumerate() {
        if hashtag.condition.is_some() == hashtag.href.is_some() {
            errors.push(ContentError::Unfit {
                message: format!("the hashtag '{}' must have either a condition or an href", hashtag.label),
                hint: "use condition for a search on this site, or href for a page of another site",
                place: site.file.locate(&[Key("hashtags"), Item(index)]),
            });
        }
    }
}

/// Checks that external addresses are complete and that the phone number is valid.
pub(super) fn check_addresses(site: &Site, errors: &mut Vec<ContentError>) {
    let settings = &site.value;
    let hashtags = settings.hashtags.iter().enumerate().filter_map(|(index, hashtag)| {
        Some((hashtag.href.as_ref()?, vec![Key("hashtags"), Item(index), Key("href")]))
    });
    let social = settings.social.iter().enumerate();
    let social = social.map(|(index, link)| (&link.href, vec![Key("social"), Item(index), Key("href")]));
    let app = settings.app.iter().flat_map(|app| {
        let stores = app.stores.iter().enumerate();
        let stores = stores
            .map(|(index, link)| (&link.href, vec![Key("app"), Key("stores"), Item(index), Key("href")]));
        stores.chain(std::iter::once((&app.address, vec![Key("app"), Key("address")])))
    });
    let portal = std::iter::once((&settings.admin_portal, vec![Key("admin_portal")]));
    let is_complete =
        |address: &&String| address.starts_with("https://") && !address.contains(char::is_whitespace);
    for (address, steps) in
        portal.chain(hashtags).chain(social).chain(app).filter(|(address, _)| !is_complete(address))
    {
        errors.push(ContentError::Unfit {
            message: format!("'{address}' isn't a valid external address"),
            hint: "write the full URL, starting with https://, without spaces",
            place: site.file.locate(&steps),
        });
    }
    let is_phone = |c: char| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.');
    let phone = &settings.contact_phone;
    if !phone.chars().all(is_phone) || !phone.contains(|c: char| c.is_ascii_digit()) {
        errors.push(ContentError::Unfit {
            message: format!("'{phone}' isn't a valid phone number"),
            hint: "write digits, starting with + and the country code, such as +1 216 555 0100",
            place: site.file.locate(&[Key("contact_phone")]),
        });
    }
}

/// Checks that each vendor with a contact has a study.
pub(super) fn check_vendors(
    site: &Site,
    draft: &Draft,
    unread: &UnreadContent,
    errors: &mut Vec<ContentError>,
) {
    let vendors = site.value.response.iter().flat_map(|response| response.vendors.iter().enumerate());
    let is_known = |name: &str| {
        unread.has_unread("studies") || draft.studies.iter().any(|study| study.value.vendor.trim() == name)
    };
    for (index, vendor) in vendors.filter(|(_, vendor)| !is_known(&vendor.name)) {
        errors.push(ContentError::Unknown {
            what: "vendor",
            value: vendor.name.clone(),
            hint: "use the vendor of a study in studies/, or remove the contact",
            place: site.file.locate(&[Key("response"), Key("vendors"), Item(index), Key("name")]),
        });
    }
}

/// Checks that the studies, logos, and countries in the settings exist.
pub(super) fn check_references(
    site: &Site,
    draft: &Draft,
    unread: &UnreadContent,
    errors: &mut Vec<ContentError>,
) {
    let settings = &site.value;
    check_default_study(site, draft, unread, errors);
    let known = |number: &StudyNumber| {
        unread.may_exist("studies", number.as_str())
            || draft.studies.iter().any(|study| study.value.snow_study_number == *number)
    };
    if let Some(last) = settings.moved_to_end.as_ref().filter(|number| !known(number)) {
        errors.push(ContentError::Unknown {
            what: "study",
            value: last.to_string(),
            hint: "use the number of a study in studies/, or remove the key",
            place: site.file.locate(&[Key("moved_to_end")]),
        });
    }
    let unknown = |id: &&StudyId| {
        !unread.has_unread("studies") && !draft.studies.iter().any(|study| study.value.has_id(id))
    };
    for (index, id) in settings.disabled_trials.iter().enumerate().filter(|(_, id)| unknown(id)) {
        errors.push(ContentError::Unknown {
            what: "study",
            value: id.to_string(),
            hint: "use the study number or registry number of a study in studies/",
            place: site.file.locate(&[Key("disabled_trials"), Item(index)]),
        });
    }
    let has_system_id = |id: &String| {
        unread.has_unread("studies") || draft.studies.iter().any(|study| study.value.study_sys_id == *id)
    };
    if let Some(id) = settings.always_listed.as_ref().filter(|id| !has_system_id(id)) {
        errors.push(ContentError::Unfit {
            message: format!("there is no study with the system id '{id}'"),
            hint: "use the study_sys_id of a study in studies/, or remove the key",
            place: site.file.locate(&[Key("always_listed")]),
        });
    }
    let partners = settings.partners.iter().map(|partner| &partner.logo).enumerate();
    let study_logos = settings.partner_logos.iter().map(|study| &study.logo).enumerate();
    let named =
        partners.map(|named| ("partners", named)).chain(study_logos.map(|named| ("partner_logos", named)));
    for (list, (index, name)) in named {
        if !draft.logos.iter().any(|logo| logo.name == *name) && !unread.may_exist("logos", name) {
            errors.push(ContentError::Unknown {
                what: "logo",
                value: name.clone(),
                hint: "use the name of a file in logos/, without its extension",
                place: site.file.locate(&[Key(list), Item(index), Key("logo")]),
            });
        }
    }
    let countries = draft.countries.as_ref().map(|list| &list.value.countries);
    if countries.is_some_and(|names| !names.contains(&settings.default_country)) {
        errors.push(ContentError::Unknown {
            what: "country",
            value: settings.default_country.clone(),
            hint: "use a name from countries.toml",
            place: site.file.locate(&[Key("default_country")]),
        });
    }
}

fn check_default_study(site: &Site, draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let number = &site.value.default_study;
    let study = draft.studies.iter().find(|study| study.value.snow_study_number == *number);
    let place = || site.file.locate(&[Key("default_study")]);
    match study {
        None if unread.may_exist("studies", number.as_str()) => {}
        None => errors.push(ContentError::Unknown {
            what: "study",
            value: number.to_string(),
            hint: "use the number of a study in studies/; the sign-up link in the header leads to it",
            place: place(),
        }),
        Some(study) if !study.value.accepts_sign_ups() => errors.push(ContentError::Unfit {
            message: format!("the default study {number} doesn't accept sign-ups"),
            hint: "use an active study with a site that hasn't closed",
            place: place(),
        }),
        Some(_) => {}
    }
}
