//! Articles: their dates, sources and studies.

use std::ops::RangeInclusive;

use waypoint_domain::partner_study::PartnerStudy;

use super::{Item, Key, check_slug};
use crate::content::{Article, ContentError, Draft, Sourced, source_file::Step};

/// No source is older than print, and none comes from a year that has more digits.
const YEARS: RangeInclusive<i16> = 1450..=2199;

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
        if !YEARS.contains(&source.year) {
            unfit(
                format!("{} is no year of a source", source.year),
                "write the year in four digits",
                &[Key("sources"), Item(index), Key("year")],
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
