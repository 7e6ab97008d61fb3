//! Checks that page addresses are unique, including former addresses.

use super::unique::{Occurrence, unique};
use crate::content::{
    draft::Draft,
    error::ContentError,
    former_address::{FormerAddress, is_slug},
    own_address::is_reserved,
    source_file::{SourceFile, Sourced},
    step::Step::{self, Item, Key},
};

/// An address, and its place in the content.
struct AddressUse<'a> {
    address: String,
    file: &'a SourceFile,
    steps: Vec<Step<'a>>,
}

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    let addresses = addresses(draft);
    for former in addresses.iter().filter(|former| former.steps.len() > 1 && is_reserved(&former.address)) {
        errors.push(ContentError::Unfit {
            message: format!("the site already uses the address '{}'", former.address),
            hint: "remove this address",
            place: former.file.locate(&former.steps),
        });
    }
    let named = addresses.iter().map(|one| Occurrence {
        value: &one.address,
        file: one.file,
        steps: one.steps.clone(),
    });
    unique("page address", named, errors);
}

fn addresses(draft: &Draft) -> Vec<AddressUse<'_>> {
    let mut addresses = Vec::new();
    for page in &draft.pages {
        add(&mut addresses, page, format!("/{}", page.value.slug), &page.value.formerly, Vec::new());
    }
    for article in &draft.articles {
        add(&mut addresses, article, article.value.path(), &article.value.front.formerly, Vec::new());
    }
    for condition in &draft.conditions {
        add(&mut addresses, condition, condition.value.path(), &condition.value.front.formerly, Vec::new());
    }
    for trial in &draft.trials {
        let front = &trial.value.front;
        add(&mut addresses, trial, front.at.clone(), &front.formerly, vec![Key("at")]);
    }
    addresses
}

fn add<'a, T>(
    addresses: &mut Vec<AddressUse<'a>>,
    source: &'a Sourced<T>,
    address: String,
    formerly: &'a [FormerAddress],
    steps: Vec<Step<'a>>,
) {
    addresses.push(AddressUse { address, file: &source.file, steps });
    addresses.extend(formerly.iter().enumerate().map(|(index, former)| AddressUse {
        address: former.to_string(),
        file: &source.file,
        steps: vec![Key("formerly"), Item(index)],
    }));
}

/// Rejects a file whose name can't be part of an address.
pub(super) fn check_slug(file: &SourceFile, slug: &str, errors: &mut Vec<ContentError>) {
    if !is_slug(slug) {
        errors.push(ContentError::Unfit {
            message: format!("'{slug}' can't be part of an address"),
            hint: "use only lowercase letters, digits, and hyphens in the file name",
            place: file.place(0..0),
        });
    }
}
