//! Links inside texts: each leads somewhere, and no picture is promised that is not there.

use pulldown_cmark::{Event, Parser, Tag, TextMergeWithOffset};
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy};

use super::{Item, Key};
use crate::{
    content::{ContentError, Draft, Sourced, source_file::SourceFile},
    markdown::heading_ids,
};

/// Addresses that the site answers by itself.
const ROUTES: [&str; 7] =
    ["/", "/results", "/articles", "/upcoming-research", "/signup", "/participate", "/feed.xml"];
/// Schemes of addresses outside this site.
const OUTSIDE: [&str; 3] = ["https://", "mailto:", "tel:"];

/// Who has this many links to mend in one text need not read on.
const MOST_TOLD: usize = 50;

/// A text, where it is read and where it is written.
struct Text<'a> {
    path: String,
    file: &'a SourceFile,
    body: &'a str,
}

/// Why a link can't stand.
struct Fault {
    message: String,
    hint: &'static str,
}

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    let texts = texts(draft);
    for text in &texts {
        // The text is the end of its file.
        let start = text.file.text().len() - text.body.len();
        let mut told = 0;
        for (event, range) in TextMergeWithOffset::new(Parser::new(text.body).into_offset_iter()) {
            let mut range = range;
            let fault = match event {
                Event::Start(Tag::Link { dest_url, .. }) => fault_of(&dest_url, &text.path, &texts, draft),
                Event::Start(Tag::Image { .. }) => Some(Fault {
                    message: "a text can't show a picture yet".into(),
                    hint: "leave the picture out, or say in words what it shows",
                }),
                Event::Text(_) => text.body[range.clone()].find("](").map(|at| {
                    range = range.start + at + 1..range.end;
                    Fault {
                        message: "the link does not end, or its address has a space".into(),
                        hint: "write [words](address), with %20 for a space in the address",
                    }
                }),
                _ => None,
            };
            if let Some(Fault { message, hint }) = fault {
                let place = text.file.place(start + range.start..start + range.end);
                errors.push(ContentError::Unfit { message, hint, place });
                told += 1;
            }
            if told == MOST_TOLD {
                break;
            }
        }
    }
    if let Some(site) = &draft.site {
        for (index, link) in site.value.footer_links.iter().enumerate() {
            if let Some(Fault { message, hint }) = fault_of(&link.href, "", &texts, draft) {
                let place = site.file.locate(&[Key("footer_links"), Item(index), Key("href")]);
                errors.push(ContentError::Unfit { message, hint, place });
            }
        }
    }
}

fn texts(draft: &Draft) -> Vec<Text<'_>> {
    fn each<'a, T>(
        sources: &'a [Sourced<T>],
        read: impl Fn(&'a T) -> (String, &'a String) + 'a,
    ) -> impl Iterator<Item = Text<'a>> {
        sources.iter().map(move |source| {
            let (path, body) = read(&source.value);
            Text { path, file: &source.file, body }
        })
    }
    each(&draft.pages, |page| (format!("/{}", page.slug), &page.body))
        .chain(each(&draft.articles, |article| (article.path(), &article.body)))
        .chain(each(&draft.trials, |trial| (trial.front.at.clone(), &trial.body)))
        .collect()
}

/// What is wrong with a link on the page at `here`.
fn fault_of(link: &str, here: &str, texts: &[Text], draft: &Draft) -> Option<Fault> {
    if OUTSIDE.iter().any(|scheme| link.starts_with(scheme)) {
        return None;
    }
    if link.is_empty() {
        return Some(Fault {
            message: "the link has no address".into(),
            hint: "write it between ( and ), such as (/about)",
        });
    }
    let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = address.split('?').next().unwrap_or_default();
    if path.starts_with("//") || !(path.starts_with('/') || link.starts_with('#')) {
        return Some(Fault {
            message: format!("'{link}' is no address that a link can have"),
            hint: "begin with / for a page of this site, else with https://, mailto: or tel:",
        });
    }
    let path = if path.is_empty() { here } else { path };
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    let own = texts.iter().find(|text| text.path.eq_ignore_ascii_case(path));
    if own.is_none() && !ROUTES.contains(&path) && !leads_to_study(path, draft) {
        return Some(Fault {
            message: format!("'{link}' leads nowhere"),
            hint: "check the spelling; a draft and a study that is not active have no page",
        });
    }
    let has_anchor = anchor.is_empty()
        || (path == "/" && anchor == "find_trial")
        || (path.starts_with("/study/") && anchor == "criteria")
        || own.is_some_and(|text| heading_ids(text.body).any(|id| id == anchor));
    (!has_anchor).then(|| Fault {
        message: format!("'{link}' names a part that the page does not have"),
        hint: "a heading is named by its words in small letters, with hyphens between them",
    })
}

/// Any study of the registry has a page; of the partners' studies those that are active, and a
/// sign-up those that take one.
fn leads_to_study(path: &str, draft: &Draft) -> bool {
    let study = |id: &str, fits: fn(&PartnerStudy) -> bool| {
        let same =
            |study: &&Sourced<PartnerStudy>| study.value.snow_study_number.as_str().eq_ignore_ascii_case(id);
        draft.studies.iter().find(same).is_some_and(|study| fits(&study.value))
    };
    if let Some(id) = path.strip_prefix("/study/") {
        return id.parse::<NctId>().is_ok() || study(id, |study| study.active);
    }
    let sign_up = path.strip_prefix("/enroll/").and_then(|rest| rest.split('/').next());
    sign_up.is_some_and(|id| study(id, PartnerStudy::takes_sign_ups))
}
