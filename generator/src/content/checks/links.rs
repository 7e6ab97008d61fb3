//! Checks that links and pictures in texts have valid targets.

use std::collections::HashMap;

use rayon::prelude::*;
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy};

use super::entries::{Anchors, anchors};
use crate::{
    content::{
        draft::Draft,
        error::ContentError,
        faq,
        own_address::is_linkable,
        source_file::{SourceFile, Sourced},
        step::Step::{Item, Key},
        unread_content::UnreadContent,
    },
    markdown::{HiddenReason, Link, LinkKind, Text, is_external_address},
};

/// Maximum length of an address in an error, in characters.
const MAX_SHOWN: usize = 80;
/// Maximum number of errors reported per text.
const MAX_REPORTED: usize = 50;

/// A text, the path of its page, and its file.
struct TextSource<'a> {
    path: String,
    file: &'a SourceFile,
    text: &'a Text,
}

/// Possible targets of links: texts by their path in lower case, other anchors, and studies.
struct Targets<'a> {
    texts: HashMap<String, &'a Text>,
    entries: Anchors,
    studies: &'a [Sourced<PartnerStudy>],
    unread: &'a UnreadContent,
}

/// A problem with a link.
struct Fault {
    message: String,
    hint: &'static str,
}

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let sources = text_sources(draft);
    let texts = sources.iter().map(|source| (source.path.to_ascii_lowercase(), source.text)).collect();
    let targets = Targets { texts, entries: anchors(draft), studies: &draft.studies, unread };
    errors.par_extend(sources.par_iter().flat_map_iter(|source| {
        let faults = source.text.links().iter().filter_map(|link| {
            let fault = match link.kind {
                LinkKind::Link => targets.check_link(&link.target, &source.path),
                LinkKind::Picture => None,
                LinkKind::HiddenPicture(HiddenReason::Unknown)
                    if targets.may_be_unread_picture(&link.target) =>
                {
                    None
                }
                LinkKind::HiddenPicture(why) => Some(Fault::picture(why, &link.target)),
                LinkKind::Unfinished => Some(Fault::unfinished()),
                LinkKind::Html => Some(Fault::html()),
                LinkKind::TopHeading => Some(Fault::top_heading()),
                LinkKind::EmptyHeading => Some(Fault::empty_heading()),
                LinkKind::DeepHeading => Some(Fault::deep_heading()),
                LinkKind::EmptyLink => Some(Fault::empty_link()),
                LinkKind::Unnamed => Some(Fault::unnamed()),
            };
            Some((link, fault?))
        });
        faults.take(MAX_REPORTED).map(|(link, fault)| fault.into_error(source.file, link))
    }));
    if let Some(site) = &draft.site {
        for (index, link) in site.value.footer_links.iter().enumerate() {
            if let Some(Fault { message, hint }) = targets.check_link(&link.href, "") {
                let place = site.file.locate(&[Key("footer_links"), Item(index), Key("href")]);
                errors.push(ContentError::Unfit { message, hint, place });
            }
        }
    }
    if let Some(glossary) = &draft.glossary {
        for (index, term) in glossary.value.terms.iter().enumerate() {
            let fault = term.more.as_ref().and_then(|more| targets.check_link(&more.href, "/glossary"));
            if let Some(Fault { message, hint }) = fault {
                let steps = [Key("terms"), Item(index), Key("more"), Key("href")];
                errors.push(ContentError::Unfit { message, hint, place: glossary.file.locate(&steps) });
            }
        }
    }
}

fn text_sources(draft: &Draft) -> Vec<TextSource<'_>> {
    fn each<'a, T>(
        sources: &'a [Sourced<T>],
        read: impl Fn(&'a T) -> (String, &'a Text) + 'a,
    ) -> impl Iterator<Item = TextSource<'a>> {
        sources.iter().map(move |source| {
            let (path, text) = read(&source.value);
            TextSource { path, file: &source.file, text }
        })
    }
    each(&draft.pages, |page| (format!("/{}", page.slug), &page.text))
        .chain(each(&draft.articles, |article| (article.path(), &article.text)))
        .chain(each(&draft.conditions, |condition| (condition.path(), &condition.text)))
        .chain(each(&draft.trials, |trial| (trial.front.at.clone(), &trial.text)))
        .chain(each(&draft.unread_texts, |unread| (unread.path.clone(), &unread.text)))
        .collect()
}

impl Fault {
    fn picture(why: HiddenReason, name: &str) -> Self {
        let (message, hint) = match why {
            HiddenReason::Unknown => (
                format!("there is no picture named '{}'", abbreviated(name)),
                "put it in content/images and write only its file name, such as (coast.jpg)",
            ),
            HiddenReason::Inline => (
                "a picture can't be in the middle of a paragraph".into(),
                "put it in its own paragraph, with a blank line before and after",
            ),
            HiddenReason::MissingAltText => (
                "the picture has no description for people who can't see it".into(),
                "describe it between the brackets: ![What it shows](coast.jpg)",
            ),
        };
        Self { message, hint }
    }

    fn unfinished() -> Self {
        Self {
            message: "the link isn't closed, or its address contains a space".into(),
            hint: "write [text](address), with %20 for a space in the address",
        }
    }

    fn top_heading() -> Self {
        Self {
            message: "a heading in the text can't be as large as the page title".into(),
            hint: "start it with ## instead of #",
        }
    }

    fn empty_heading() -> Self {
        Self { message: "the heading is empty".into(), hint: "write text after the #, or remove the heading" }
    }

    fn deep_heading() -> Self {
        Self {
            message: "the heading is more than one level below the previous heading".into(),
            hint: "start with ## for the first heading, and add at most one # from one heading to the next",
        }
    }

    fn empty_link() -> Self {
        Self {
            message: "the link has no text".into(),
            hint: "say where it leads between the brackets: [text](address)",
        }
    }

    fn unnamed() -> Self {
        Self {
            message: "the link's name has no address".into(),
            hint: "write [text](address), or add a line [name]: address below the text",
        }
    }

    fn html() -> Self {
        Self {
            message: "HTML in the text isn't shown".into(),
            hint: "use Markdown instead: **bold**, *italic*, ## heading, - item, [text](address)",
        }
    }

    fn into_error(self, file: &SourceFile, link: &Link) -> ContentError {
        let start = file.split_front_matter().map_or(0, |(_, start)| start);
        let place = file.place(start + link.span.start..start + link.span.end);
        ContentError::Unfit { message: self.message, hint: self.hint, place }
    }
}

impl Targets<'_> {
    /// Whether a picture of this name may exist but could not be read.
    fn may_be_unread_picture(&self, name: &str) -> bool {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.unread.may_exist("images", stem)
    }

    /// Returns the problem of a link on the page at `here`, if any.
    fn check_link(&self, link: &str, here: &str) -> Option<Fault> {
        // Unknown placeholders are already reported when the brand is filled in.
        if link.contains("{brand.") {
            return None;
        }
        if is_external_address(link) {
            return link.contains('…').then(|| Fault {
                message: format!("the address '{}' is cut off", abbreviated(link)),
                hint: "copy the full address from the browser's address bar",
            });
        }
        if link.is_empty() {
            return Some(Fault {
                message: "the link has no address".into(),
                hint: "write the address between ( and ), such as (/about)",
            });
        }
        if link.starts_with("mailto:") || link.starts_with("tel:") {
            return Some(Fault {
                message: format!("'{}' isn't a complete email address or phone number", abbreviated(link)),
                hint: "write the full email address or phone number, without spaces, such as \
                       mailto:team@site.example",
            });
        }
        let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = address.split('?').next().unwrap_or_default();
        if path.starts_with("//") || !(path.starts_with('/') || link.starts_with('#')) {
            return Some(Fault {
                message: format!("'{}' isn't a valid link address", abbreviated(link)),
                hint: "start with / for a page of this site, or with https://, mailto:, or tel:",
            });
        }
        let path = if path.is_empty() { here } else { path };
        let path = if path == "/" { path } else { path.trim_end_matches('/') };
        let target = self.texts.get(&path.to_ascii_lowercase());
        if target.is_none() && self.may_be_unread(path) {
            return None;
        }
        if target.is_none() && !is_linkable(path) && !self.leads_to_study(path) {
            return Some(Fault {
                message: format!("there is no page at '{}'", abbreviated(link)),
                hint: "check the spelling; drafts and inactive studies have no page",
            });
        }
        let entries = self.entries.get(&path.to_ascii_lowercase());
        let has_anchor = anchor.is_empty()
            || entries.is_some_and(|known| known.contains(anchor))
            || (anchor.starts_with(faq::ANCHOR_PREFIX)
                && ["faqs", "faqs/trials"].iter().any(|folder| self.unread.has_unread(folder)))
            || (path == "/" && anchor == "find_trial")
            || (path.starts_with("/study/") && anchor == "criteria")
            || target.is_some_and(|text| text.has_heading(anchor));
        (!has_anchor).then(|| Fault {
            message: format!("'{}' refers to a section that the page doesn't have", abbreviated(link)),
            hint: "for a heading, use its words in lowercase with hyphens between them; for a question, \
                   use faq- and its id",
        })
    }

    /// Whether the target of a path may be in a file that could not be read.
    fn may_be_unread(&self, path: &str) -> bool {
        let (folder, name) = path.trim_start_matches('/').rsplit_once('/').unwrap_or(("pages", path));
        let name = name.trim_start_matches('/');
        match folder {
            "articles" | "conditions" => self.unread.may_exist(folder, name),
            "pages" => self.unread.may_exist(folder, name) || self.unread.has_unread("trials"),
            _ => self.unread.has_unread("studies") || self.unread.has_unread("trials"),
        }
    }

    /// Whether a path leads to a study. Every registry study has a page, but partner studies only if they are active.
    /// A sign-up exists only for studies that accept sign-ups.
    fn leads_to_study(&self, path: &str) -> bool {
        let study = |id: &str, fits: fn(&PartnerStudy) -> bool| {
            let same = |study: &&Sourced<PartnerStudy>| {
                study.value.snow_study_number.as_str().eq_ignore_ascii_case(id)
            };
            self.studies.iter().find(same).is_some_and(|study| fits(&study.value))
        };
        if let Some(id) = path.strip_prefix("/study/") {
            return id.parse::<NctId>().is_ok() || study(id, |study| study.active);
        }
        let sign_up = path.strip_prefix("/enroll/").and_then(|rest| rest.split('/').next());
        sign_up.is_some_and(|id| study(id, PartnerStudy::accepts_sign_ups))
    }
}

/// The start of an address, with control characters escaped.
fn abbreviated(address: &str) -> String {
    let mut letters = address.chars();
    let start: String = letters.by_ref().take(MAX_SHOWN).flat_map(escaped).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

fn escaped(c: char) -> Vec<char> {
    if c.is_control() { c.escape_unicode().collect() } else { vec![c] }
}
