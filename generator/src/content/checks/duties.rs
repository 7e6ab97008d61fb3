//! Checks that the notices and facts that the law asks for are complete.

use rayon::prelude::*;

use super::processors;
use crate::content::{
    draft::Draft,
    duties::{Duties, NOTICE_KINDS, NoticeKind, PRIVACY, misleading_claims},
    error::{ContentError, Place},
    page::Page,
    source_file::{SourceFile, Sourced},
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let offers_introductions =
        draft.consent.as_ref().is_some_and(|consent| consent.value.introduction.is_some());
    for page in &draft.pages {
        check_notice(page, offers_introductions, errors);
    }
    check_claims(draft, errors);
    check_labels(draft, errors);
    let Some(duties) = &draft.duties else { return };
    if !unread.has_unread("pages") {
        check_kinds(draft, duties, errors);
    }
    check_address(duties, errors);
    processors::check(draft, duties, errors);
    check_countries(draft, duties, errors);
    check_exceptions(draft, duties, unread, errors);
}

/// Reports required notices that no page gives, and notices that two pages give.
fn check_kinds(draft: &Draft, duties: &Sourced<Duties>, errors: &mut Vec<ContentError>) {
    for kind in NOTICE_KINDS.iter() {
        let mut pages =
            draft.pages.iter().filter(|page| page.value.notice.as_deref() == Some(kind.kind.as_str()));
        let first = pages.next();
        if first.is_none() && kind.required {
            errors.push(ContentError::Unfit {
                message: format!("no page gives the notice '{}' ({})", kind.kind, kind.law),
                hint: "add notice = \"…\" and [covers] to the front matter of the page with its text",
                place: duties.file.place(0..0),
            });
        }
        for second in pages {
            errors.push(ContentError::Unfit {
                message: format!("another page gives the notice '{}', too", kind.kind),
                hint: "remove the key from one of them",
                place: second.file.locate(&[Key("notice")]),
            });
        }
    }
    let Some(consent) = &draft.consent else { return };
    let slug = &consent.value.notice.page;
    let acknowledged = draft.pages.iter().find(|page| page.value.slug == *slug);
    if acknowledged.is_some_and(|page| page.value.notice.as_deref().is_some_and(|kind| kind != PRIVACY)) {
        errors.push(ContentError::Unfit {
            message: format!("sign-ups acknowledge the page '{slug}', which isn't the privacy notice"),
            hint: "name the page with notice = \"privacy\"",
            place: consent.file.locate(&[Key("notice"), Key("page")]),
        });
    }
}

/// Checks that a page covers each topic of its notice under a heading with text.
fn check_notice(page: &Sourced<Page>, offers_introductions: bool, errors: &mut Vec<ContentError>) {
    let Some(notice) = &page.value.notice else { return };
    let Some(kind) = NoticeKind::named(notice) else {
        errors.push(ContentError::Unknown {
            what: "notice",
            value: notice.clone(),
            hint: "use privacy, consumer_health_data, accessibility, nondiscrimination, or language_assistance",
            place: page.file.locate(&[Key("notice")]),
        });
        return;
    };
    for (topic, what) in kind.needed_topics(offers_introductions) {
        let Some(heading) = page.value.covers.get(topic) else {
            errors.push(ContentError::Unfit {
                message: format!("the notice doesn't say {what} ({})", kind.law),
                hint: "write a section about it, and under [covers] the topic and the id of the section's heading",
                place: page.file.locate(&[Key("notice")]),
            });
            continue;
        };
        if !page.value.text.has_text_below(heading) {
            errors.push(ContentError::Unfit {
                message: format!("the page has no text under a heading '{heading}', which should say {what}"),
                hint: "write the heading's words in lowercase with hyphens between them, and text below the heading",
                place: page.file.locate(&[Key("covers"), Key(topic)]),
            });
        }
    }
    for topic in page.value.covers.keys().filter(|topic| !kind.has_topic(topic)) {
        errors.push(ContentError::Unknown {
            what: "topic of this notice",
            value: topic.clone(),
            hint: "use the topics in generator/data/notices.toml",
            place: page.file.locate(&[Key("covers"), Key(topic)]),
        });
    }
}

/// Reports sentences that call an acknowledgement a signature or a consent to the study.
fn check_claims(draft: &Draft, errors: &mut Vec<ContentError>) {
    let files: Vec<&SourceFile> = draft.files().collect();
    errors.par_extend(files.par_iter().flat_map_iter(|file| {
        let ranges = misleading_claims(file.text());
        ranges.into_iter().map(|range| claim(file.place(range)))
    }));
}

fn check_labels(draft: &Draft, errors: &mut Vec<ContentError>) {
    let Some(consent) = &draft.consent else { return };
    for (index, consent_box) in consent.value.boxes.iter().enumerate() {
        // Ticking the box is the act, for each sentence of the label.
        let act = format!("I tick this box, {}", consent_box.label.replace(". ", ", "));
        let is_reported = !misleading_claims(&consent_box.label).is_empty();
        if !is_reported && !misleading_claims(&act).is_empty() {
            errors.push(claim(consent.file.locate(&[Key("boxes"), Item(index), Key("label")])));
        }
    }
}

fn claim(place: Place) -> ContentError {
    ContentError::Unfit {
        message: "a sign-up is neither a signature nor consent to the study".into(),
        hint: "say that the study team asks for consent later, on a form of its own",
        place,
    }
}

fn check_address(duties: &Sourced<Duties>, errors: &mut Vec<ContentError>) {
    if duties.value.postal_address.len() < 2 {
        errors.push(ContentError::Unfit {
            message: "the postal address isn't complete".into(),
            hint: "write the name, the street or box, and the town in a line each; every email with news ends with it \
                   (16 CFR 316)",
            place: duties.file.locate(&[Key("postal_address")]),
        });
    }
}

fn check_countries(draft: &Draft, duties: &Sourced<Duties>, errors: &mut Vec<ContentError>) {
    let Some(countries) = &draft.countries else { return };
    for (index, name) in duties.value.countries_with_notices.iter().enumerate() {
        if !countries.value.countries.contains(name) {
            errors.push(ContentError::Unknown {
                what: "country",
                value: name.clone(),
                hint: "use a name from countries.toml",
                place: duties.file.locate(&[Key("countries_with_notices"), Item(index)]),
            });
        }
    }
}

fn check_exceptions(
    draft: &Draft,
    duties: &Sourced<Duties>,
    unread: &UnreadContent,
    errors: &mut Vec<ContentError>,
) {
    for (index, exception) in duties.value.approval_exceptions.iter().enumerate() {
        let number = &exception.study;
        let is_known = draft.studies.iter().any(|study| study.value.snow_study_number == *number);
        if !is_known && !unread.may_exist("studies", number.as_str()) {
            errors.push(ContentError::Unknown {
                what: "study",
                value: number.to_string(),
                hint: "use the number of a study, or remove the exception",
                place: duties.file.locate(&[Key("approval_exceptions"), Item(index), Key("study")]),
            });
        }
    }
}
