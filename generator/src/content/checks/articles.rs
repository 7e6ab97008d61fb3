//! Checks of articles: their dates, sources, and studies.

use std::sync::Arc;

use waypoint_domain::partner_study::PartnerStudy;

use super::{addresses::check_slug, entries::check_picture, facts::check_sources};
use crate::content::{
    article::Article,
    draft::Draft,
    error::ContentError,
    source_file::Sourced,
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    for article in &draft.articles {
        check_slug(&article.file, &article.value.slug, errors);
        check_front(article, errors);
        check_related(article, draft, unread, errors);
        if let Some(image) = &article.value.front.image {
            let place = || article.file.locate(&[Key("image"), Key("file")]);
            check_picture(&image.file, draft, unread, place, errors);
        }
    }
}

fn check_front(article: &Sourced<Arc<Article>>, errors: &mut Vec<ContentError>) {
    let front = &article.value.front;
    if front.updated < front.published {
        errors.push(ContentError::Unfit {
            message: "the article was updated before it was published".into(),
            hint: "use the date of the last change, or the publication date if there was none",
            place: article.file.locate(&[Key("updated")]),
        });
    }
    check_sources(&article.file, &front.sources, errors);
}

fn check_related(
    article: &Sourced<Arc<Article>>,
    draft: &Draft,
    unread: &UnreadContent,
    errors: &mut Vec<ContentError>,
) {
    for (index, number) in article.value.front.related.iter().enumerate() {
        let is_it = |study: &Sourced<PartnerStudy>| study.value.snow_study_number == *number;
        if !draft.studies.iter().any(is_it) && !unread.may_exist("studies", number.as_str()) {
            errors.push(ContentError::Unknown {
                what: "study",
                value: number.to_string(),
                hint: "use the number of a study in studies/",
                place: article.file.locate(&[Key("related"), Item(index)]),
            });
        }
    }
}
