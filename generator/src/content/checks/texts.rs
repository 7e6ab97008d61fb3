//! Texts: none says nothing, and descriptions are short.

use super::Key;
use crate::content::{ContentError, Draft, source_file::SourceFile};

/// Search engines show about this many characters of a description.
const LONGEST_DESCRIPTION: usize = 160;

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    for place in draft.files().flat_map(SourceFile::blank_texts) {
        errors.push(ContentError::Unfit {
            message: "the text is empty".into(),
            hint: "write it; a key that is not needed can be left out",
            place,
        });
    }
    for page in &draft.pages {
        check_body(&page.file, &page.value.body, errors);
        check_description(&page.file, &page.value.description, errors);
    }
    for article in &draft.articles {
        check_body(&article.file, &article.value.body, errors);
        check_description(&article.file, &article.value.front.description, errors);
    }
    for trial in &draft.trials {
        check_description(&trial.file, &trial.value.front.description, errors);
    }
}

fn check_body(file: &SourceFile, body: &str, errors: &mut Vec<ContentError>) {
    if body.trim().is_empty() {
        let end = file.text().trim_end().len();
        errors.push(ContentError::Unfit {
            message: "the page has no text".into(),
            hint: "write it below the second line +++, or say draft = true above until it is written",
            place: file.place(end.saturating_sub(3)..end),
        });
    }
}

fn check_description(file: &SourceFile, description: &str, errors: &mut Vec<ContentError>) {
    let length = description.chars().count();
    if length > LONGEST_DESCRIPTION {
        errors.push(ContentError::Unfit {
            message: format!(
                "the description has {length} characters; search engines show {LONGEST_DESCRIPTION}"
            ),
            hint: "say it in one or two short sentences",
            place: file.locate(&[Key("description")]),
        });
    }
}
