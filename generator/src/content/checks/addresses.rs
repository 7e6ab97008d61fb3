//! Addresses: no two pages stand at the same one, also not where one of them stood before.

use super::{Item, Key, Named, is_taken, unique};
use crate::content::{
    ContentError, Draft, FormerAddress, Sourced,
    source_file::{SourceFile, Step},
};

/// An address and where it is written.
struct Written<'a> {
    address: String,
    file: &'a SourceFile,
    way: Vec<Step<'a>>,
}

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    let written = written(draft);
    for former in written.iter().filter(|former| former.way.len() > 1 && is_taken(&former.address)) {
        errors.push(ContentError::Unfit {
            message: format!("the site makes a page at '{}' by itself", former.address),
            hint: "leave this address out",
            place: former.file.locate(&former.way),
        });
    }
    let named = written.iter().map(|one| Named { value: &one.address, file: one.file, way: one.way.clone() });
    unique("address of a page", named, errors);
}

fn written(draft: &Draft) -> Vec<Written<'_>> {
    let mut written = Vec::new();
    for page in &draft.pages {
        add(&mut written, page, format!("/{}", page.value.slug), &page.value.formerly, Vec::new());
    }
    for article in &draft.articles {
        add(&mut written, article, article.value.path(), &article.value.front.formerly, Vec::new());
    }
    for condition in &draft.conditions {
        add(&mut written, condition, condition.value.path(), &condition.value.front.formerly, Vec::new());
    }
    for trial in &draft.trials {
        let front = &trial.value.front;
        add(&mut written, trial, front.at.clone(), &front.formerly, vec![Key("at")]);
    }
    written
}

fn add<'a, T>(
    written: &mut Vec<Written<'a>>,
    source: &'a Sourced<T>,
    address: String,
    formerly: &'a [FormerAddress],
    way: Vec<Step<'a>>,
) {
    written.push(Written { address, file: &source.file, way });
    written.extend(formerly.iter().enumerate().map(|(index, former)| Written {
        address: former.to_string(),
        file: &source.file,
        way: vec![Key("formerly"), Item(index)],
    }));
}
