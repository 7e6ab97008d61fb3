//! Checks that texts are not empty and that descriptions are short.

use rayon::prelude::*;

use super::facts::check_description;
use crate::{
    content::{draft::Draft, error::ContentError, source_file::SourceFile},
    markdown::Text,
};

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    let files: Vec<&SourceFile> = draft.files().collect();
    errors.par_extend(files.par_iter().flat_map_iter(|file| file.empty_texts()).map(|place| {
        ContentError::Unfit {
            message: "the text is empty".into(),
            hint: "write the text, or remove the key if it isn't needed",
            place,
        }
    }));
    for page in &draft.pages {
        check_body(&page.file, &page.value.text, errors);
        check_description(&page.file, &page.value.description, errors);
    }
    for article in &draft.articles {
        check_body(&article.file, &article.value.text, errors);
        check_description(&article.file, &article.value.front.description, errors);
    }
    for condition in &draft.conditions {
        check_body(&condition.file, &condition.value.text, errors);
        check_description(&condition.file, &condition.value.front.description, errors);
    }
    for trial in &draft.trials {
        check_description(&trial.file, &trial.value.front.description, errors);
    }
}

fn check_body(file: &SourceFile, text: &Text, errors: &mut Vec<ContentError>) {
    if text.html().trim().is_empty() {
        let end = file.text().trim_end().len();
        errors.push(ContentError::Unfit {
            message: "the page has no text".into(),
            hint: "write the text below the second line +++, or set draft = true above until it is ready",
            place: file.place(end.saturating_sub(3)..end),
        });
    }
}
