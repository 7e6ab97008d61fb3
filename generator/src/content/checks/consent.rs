//! Checks the consent boxes, and that the privacy notice exists.

use waypoint_domain::basic_channel::BasicChannel;

use super::unique::{Occurrence, unique};
use crate::content::{
    consent::{BoxPurpose, BoxSettings, Consent},
    draft::Draft,
    error::ContentError,
    source_file::Sourced,
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};

/// The purposes that need a box each, with the hint if there is none.
const NEEDED: [(BoxPurpose, &str, &str); 3] = [
    (BoxPurpose::Terms, "the terms", "add a box with purpose = \"terms\""),
    (
        BoxPurpose::Collecting,
        "collecting health data",
        "add a box with purpose = \"collecting\"; the law asks for consent apart from the terms (RCW 19.373.030)",
    ),
    (
        BoxPurpose::Sharing,
        "sharing health data",
        "add a box with purpose = \"sharing\"; the law asks for consent apart from all others (RCW 19.373.030)",
    ),
];

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let Some(consent) = &draft.consent else { return };
    let boxes = consent.value.boxes.iter().enumerate().map(|(index, consent_box)| Occurrence {
        value: &consent_box.id,
        file: &consent.file,
        steps: vec![Key("boxes"), Item(index), Key("id")],
    });
    unique("consent box id", boxes, errors);
    check_needed(consent, errors);
    for (index, consent_box) in consent.value.boxes.iter().enumerate() {
        check_box(consent, (index, consent_box), errors);
    }
    let page = &consent.value.notice.page;
    let known = draft.pages.iter().any(|known| known.value.slug == *page);
    if !known && !unread.may_exist("pages", page) {
        errors.push(ContentError::Unknown {
            what: "page",
            value: page.clone(),
            hint: "use the name of a file in pages/ that is not a draft, without its extension",
            place: consent.file.locate(&[Key("notice"), Key("page")]),
        });
    }
}

fn check_needed(consent: &Sourced<Consent>, errors: &mut Vec<ContentError>) {
    for (purpose, what, hint) in NEEDED {
        if !consent.value.boxes.iter().any(|known| known.purpose == purpose) {
            errors.push(ContentError::Unfit {
                message: format!("no consent box is for {what}"),
                hint,
                place: consent.file.place(0..0),
            });
        }
    }
}

/// Checks that consent to data is required and a free act, and that consent to messages is neither required nor given
/// without the facts.
fn check_box(
    consent: &Sourced<Consent>,
    (index, consent_box): (usize, &BoxSettings),
    errors: &mut Vec<ContentError>,
) {
    let mut report = |key: &'static str, message: &str, hint: &'static str| {
        let place = consent.file.locate(&[Key("boxes"), Item(index), Key(key)]);
        errors.push(ContentError::Unfit {
            message: format!("the box '{}' {message}", consent_box.id),
            hint,
            place,
        });
    };
    let is_for_messages = matches!(consent_box.purpose, BoxPurpose::Messages | BoxPurpose::TextMessages);
    if consent_box.starts_ticked && consent_box.purpose != BoxPurpose::Terms {
        report(
            "starts_ticked",
            "starts ticked",
            "write starts_ticked = false: a box that starts ticked is no consent",
        );
    }
    if is_for_messages && consent_box.required {
        report(
            "required",
            "makes messages a condition of signing up",
            "write required = false: people must be free to join without messages (47 CFR 64.1200)",
        );
    }
    if !is_for_messages && !consent_box.required {
        report("required", "isn't required", "write required = true: a sign-up is sent to the study team");
    }
    if BasicChannel::named(&consent_box.id).is_some() {
        report("id", "has the name of a channel that every sign-up has", "give the box a different id");
    }
    if (consent_box.purpose == BoxPurpose::TextMessages) != consent_box.text_messages.is_some() {
        report(
            "purpose",
            "needs both the purpose and the sender of text messages, or neither",
            "write purpose = \"text_messages\" and text_messages = { sender = \"…\", study_team_sends = …, frequency = \"up to … messages a month\" }",
        );
    }
}
