//! Articles: their dates, sources and studies.

use waypoint_domain::partner_study::PartnerStudy;

use super::{Item, Key, check_slug};
use crate::content::{Article, ContentError, Draft, Sourced, source_file::Step};

/// Search engines show about this many characters of a description.
const LONGEST_DESCRIPTION: usize = 160;

pub(super) fn check(draft: &Draft, unread: bool, errors: &mut Vec<ContentError>) {
    for article in &draft.articles {
        check_slug(&article.file, &article.value.slug, errors);
        check_front(article, errors);
        if !unread {
            check_related(article, draft, errors);
        }
    }
}

fn check_front(article: &Sourced<Article>, errors: &mut Vec<ContentError>) {
    let front = &article.value.front;
    let mut unfit = |message: String, hint, way: &[Step]| {
        errors.push(ContentError::Unfit { message, hint, place: article.file.locate(way) });
    };
    if front.updated < front.published {
        unfit(
            "the article was updated before it came out".into(),
            "give the day of the last change, or that of publication when there was none",
            &[Key("updated")],
        );
    }
    let length = front.description.chars().count();
    if length > LONGEST_DESCRIPTION {
        unfit(
            format!("the description has {length} characters; search engines show {LONGEST_DESCRIPTION}"),
            "say it in one or two short sentences",
            &[Key("description")],
        );
    }
    if front.sources.is_empty() {
        unfit("the article names no source".into(), "name where its facts come from", &[Key("sources")]);
    }
    for (index, source) in front.sources.iter().enumerate() {
        if !source.href.starts_with("https://") {
            unfit(
                format!("'{}' is no address of a source", source.href),
                "write the whole address, from https:// on",
                &[Key("sources"), Item(index), Key("href")],
            );
        }
    }
}

fn check_related(article: &Sourced<Article>, draft: &Draft, errors: &mut Vec<ContentError>) {
    for (index, number) in article.value.front.related.iter().enumerate() {
        let shown =
            |study: &Sourced<PartnerStudy>| study.value.active && study.value.snow_study_number == *number;
        if !draft.studies.iter().any(shown) {
            errors.push(ContentError::Unknown {
                what: "study",
                value: number.to_string(),
                hint: "name a study of studies/ that is active",
                place: article.file.locate(&[Key("related"), Item(index)]),
            });
        }
    }
}
