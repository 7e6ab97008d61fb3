//! What is searched for in a text, and where it was found.

use std::{collections::HashMap, rc::Rc};

/// Ways to say one thing, parted by `|`.
pub(super) type Ways = &'static str;

/// Where a phrase begins and ends, in words. Places with the least beginning come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Occurrence {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What has been searched for in a text so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Searched {
    pub(super) phrases: HashMap<ListId, Rc<[Occurrence]>>,
    pub(super) exact_words: HashMap<ListId, Rc<[usize]>>,
    pub(super) words: HashMap<&'static str, Rc<[usize]>>,
    pub(super) marks: HashMap<Mark, Rc<[usize]>>,
    /// How many words were compared, and places were checked.
    pub(super) steps: usize,
}

/// A kind of place that is found once in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// An `and` that starts a new clause.
    BeginningAnew,
    /// A year that was.
    Year,
}

/// The address and length of a static list of phrases. Two lists with the same id have the same phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ListId(usize, usize);

impl ListId {
    pub(super) fn new(list: Ways) -> Self {
        Self(list.as_ptr().addr(), list.len())
    }
}
