//! Links inside texts: each leads somewhere, and no picture is promised that is not there.

use std::collections::HashMap;

use rayon::prelude::*;
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy};

use super::{
    Item, Key,
    entries::{Anchors, anchors},
};
use crate::{
    content::{
        ContentError, Draft, Sourced, Unread, faq, front_matter, own_address::can_be_linked,
        source_file::SourceFile,
    },
    markdown::{HiddenReason, Link, LinkKind, Text, is_external_address},
};

/// How much of an address an error shows.
const SHOWN: usize = 80;
/// Who has this many links to mend in one text need not read on.
const MOST_TOLD: usize = 50;

/// A text, where it is read and where it is written.
struct Written<'a> {
    path: String,
    file: &'a SourceFile,
    text: &'a Text,
}

/// What links can lead to: texts by their path in small letters, and studies.
struct Targets<'a> {
    texts: HashMap<String, &'a Text>,
    entries: Anchors,
    studies: &'a [Sourced<PartnerStudy>],
    unread: &'a Unread,
}

/// Why a link can't stand.
struct Fault {
    message: String,
    hint: &'static str,
}

pub(super) fn check(draft: &Draft, unread: &Unread, errors: &mut Vec<ContentError>) {
    let written = written(draft);
    let texts = written.iter().map(|written| (written.path.to_ascii_lowercase(), written.text)).collect();
    let targets = Targets { texts, entries: anchors(draft), studies: &draft.studies, unread };
    errors.par_extend(written.par_iter().flat_map_iter(|written| {
        let faults = written.text.links().iter().filter_map(|link| {
            let fault = match link.kind {
                LinkKind::Link => targets.fault_of(&link.target, &written.path),
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
        faults.take(MOST_TOLD).map(|(link, fault)| fault.at(written.file, link))
    }));
    if let Some(site) = &draft.site {
        for (index, link) in site.value.footer_links.iter().enumerate() {
            if let Some(Fault { message, hint }) = targets.fault_of(&link.href, "") {
                let place = site.file.locate(&[Key("footer_links"), Item(index), Key("href")]);
                errors.push(ContentError::Unfit { message, hint, place });
            }
        }
    }
}

fn written(draft: &Draft) -> Vec<Written<'_>> {
    fn each<'a, T>(
        sources: &'a [Sourced<T>],
        read: impl Fn(&'a T) -> (String, &'a Text) + 'a,
    ) -> impl Iterator<Item = Written<'a>> {
        sources.iter().map(move |source| {
            let (path, text) = read(&source.value);
            Written { path, file: &source.file, text }
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
                format!("no picture is '{}'", shown(name)),
                "put it into content/images and write the name of its file alone, such as (coast.jpg)",
            ),
            HiddenReason::Inline => (
                "a picture can't stand among words".into(),
                "give it a paragraph of its own, with a blank line before and after",
            ),
            HiddenReason::MissingAltText => (
                "the picture has no words for those who can't see it".into(),
                "say what it shows between the brackets: ![What it shows](coast.jpg)",
            ),
        };
        Self { message, hint }
    }

    fn unfinished() -> Self {
        Self {
            message: "the link does not end, or its address has a space".into(),
            hint: "write [words](address), with %20 for a space in the address",
        }
    }

    fn top_heading() -> Self {
        Self {
            message: "a heading in a text can't be as large as the page's title".into(),
            hint: "begin it with ## in place of #",
        }
    }

    fn empty_heading() -> Self {
        Self { message: "the heading has no words".into(), hint: "write some behind the #, or remove it" }
    }

    fn deep_heading() -> Self {
        Self {
            message: "the heading is more than one size smaller than the one above it".into(),
            hint: "begin with ## for the first, and put one # more than above at the most",
        }
    }

    fn empty_link() -> Self {
        Self {
            message: "the link has no words".into(),
            hint: "say between the brackets where it leads: [words](address)",
        }
    }

    fn unnamed() -> Self {
        Self {
            message: "no address is given for the link's name".into(),
            hint: "write [words](address), or a line [name]: address below the text",
        }
    }

    fn html() -> Self {
        Self {
            message: "HTML in a text is not shown".into(),
            hint: "write it in Markdown: **bold**, *italic*, # heading, - item, [words](address)",
        }
    }

    fn at(self, file: &SourceFile, link: &Link) -> ContentError {
        let start = front_matter::split(file).map_or(0, |(_, start)| start);
        let place = file.place(start + link.span.start..start + link.span.end);
        ContentError::Unfit { message: self.message, hint: self.hint, place }
    }
}

impl Targets<'_> {
    /// Whether a picture of this name may be there, but could not be read.
    fn may_be_unread_picture(&self, name: &str) -> bool {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.unread.may_be("images", stem)
    }

    /// What is wrong with a link on the page at `here`.
    fn fault_of(&self, link: &str, here: &str) -> Option<Fault> {
        // What could not be filled in is told where the brand is.
        if link.contains("{brand.") {
            return None;
        }
        if is_external_address(link) {
            return link.contains('…').then(|| Fault {
                message: format!("the address '{}' was cut", shown(link)),
                hint: "copy the whole of it from where it stands in the browser",
            });
        }
        if link.is_empty() {
            return Some(Fault {
                message: "the link has no address".into(),
                hint: "write it between ( and ), such as (/about)",
            });
        }
        if link.starts_with("mailto:") || link.starts_with("tel:") {
            return Some(Fault {
                message: format!("'{}' reaches nobody", shown(link)),
                hint: "write the whole mail address or phone number, without spaces, such as mailto:team@site.example",
            });
        }
        let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = address.split('?').next().unwrap_or_default();
        if path.starts_with("//") || !(path.starts_with('/') || link.starts_with('#')) {
            return Some(Fault {
                message: format!("'{}' is no address that a link can have", shown(link)),
                hint: "begin with / for a page of this site, else with https://, mailto: or tel:",
            });
        }
        let path = if path.is_empty() { here } else { path };
        let path = if path == "/" { path } else { path.trim_end_matches('/') };
        let own = self.texts.get(&path.to_ascii_lowercase());
        if own.is_none() && self.may_be_unread(path) {
            return None;
        }
        if own.is_none() && !can_be_linked(path) && !self.leads_to_study(path) {
            return Some(Fault {
                message: format!("'{}' leads nowhere", shown(link)),
                hint: "check the spelling; a draft and a study that is not active have no page",
            });
        }
        let entries = self.entries.get(&path.to_ascii_lowercase());
        let has_anchor = anchor.is_empty()
            || entries.is_some_and(|known| known.contains(anchor))
            || (anchor.starts_with(faq::ANCHOR)
                && ["faqs", "faqs/trials"].iter().any(|of| self.unread.any_of(of)))
            || (path == "/" && anchor == "find_trial")
            || (path.starts_with("/study/") && anchor == "criteria")
            || own.is_some_and(|text| text.has_heading(anchor));
        (!has_anchor).then(|| Fault {
            message: format!("'{}' names a part that the page does not have", shown(link)),
            hint: "a heading is named by its words in small letters, with hyphens between them, a question by faq- and \
                   its id",
        })
    }

    /// Whether what a path leads to may stand in a file that could not be read.
    fn may_be_unread(&self, path: &str) -> bool {
        let (folder, name) = path.trim_start_matches('/').rsplit_once('/').unwrap_or(("pages", path));
        let name = name.trim_start_matches('/');
        match folder {
            "articles" | "conditions" => self.unread.may_be(folder, name),
            "pages" => self.unread.may_be(folder, name) || self.unread.any_of("trials"),
            _ => self.unread.any_of("studies") || self.unread.any_of("trials"),
        }
    }

    /// Any study of the registry has a page; of the partners' studies those that are active, and a
    /// sign-up those that take one.
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
        sign_up.is_some_and(|id| study(id, PartnerStudy::takes_sign_ups))
    }
}

/// The beginning of an address, with signs that nobody can see written out.
fn shown(address: &str) -> String {
    let mut letters = address.chars();
    let start: String = letters.by_ref().take(SHOWN).flat_map(escaped).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

fn escaped(c: char) -> Vec<char> {
    if c.is_control() { c.escape_unicode().collect() } else { vec![c] }
}
