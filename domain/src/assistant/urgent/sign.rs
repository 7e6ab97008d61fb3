//! What somebody says who needs help: some things in a row, with few other words between them.

use std::rc::Rc;

use super::{searched::Occurrence, spoken_of::Place, told::Told, words_around::AFTER_A_TOPIC};

pub(super) use super::searched::Ways;

/// The most other words between two things that are said.
const MOST_BETWEEN: usize = 3;

/// What may make of a sign no call for help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Somebody may hurt themselves: nothing.
    Crisis,
    /// Somebody feels so: only that it is denied.
    Feeling,
    /// Somebody is tired of life: only that it is life with an illness, or in a place.
    Weary,
    /// Somebody is dying: only that they ask for a trial besides, as people do whose illness has no cure.
    Dying,
    /// What happens at this moment: only that people in general are meant.
    Now,
    /// What has happened: that it was weeks ago, too.
    Happened,
    /// A complaint: that it is denied, was had weeks ago, or is what a study is about, too.
    Complaint,
    /// An illness whose name most people say who have had it: everything but that it seems to happen now.
    Illness,
    /// A complaint with which many people live: everything but that it is bad, or all that is said.
    Lasting,
    /// What may mean anything in a sentence: everything but that it is all that is said.
    Alone,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Sign {
    kind: Kind,
    said: &'static [Ways],
    in_any_order: bool,
    most_between: usize,
    unless: Ways,
}

impl Sign {
    /// Things that are said in this order.
    pub(super) const fn new(kind: Kind, said: &'static [Ways]) -> Self {
        Self { kind, said, in_any_order: false, most_between: MOST_BETWEEN, unless: "" }
    }

    /// Two things that are said in any order.
    pub(super) const fn both(kind: Kind, said: &'static [Ways; 2]) -> Self {
        Self { kind, said, in_any_order: true, most_between: MOST_BETWEEN, unless: "" }
    }

    /// The same with one other word between two of them at most.
    pub(super) const fn close(self) -> Self {
        Self { most_between: 1, ..self }
    }

    /// The same with a few more words between two of them.
    pub(super) const fn wide(self) -> Self {
        Self { most_between: 8, ..self }
    }

    /// The same with no other word between them.
    pub(super) const fn together(self) -> Self {
        Self { most_between: 0, ..self }
    }

    /// The same, unless the sentence says one of these.
    pub(super) const fn unless(self, unless: Ways) -> Self {
        Self { unless, ..self }
    }

    /// Whether a text has this sign, and means it.
    pub(super) fn is_in(&self, told: &Told) -> bool {
        let mut said = Vec::with_capacity(self.said.len());
        for ways in self.said {
            let found = told.occurrences(ways);
            if found.is_empty() {
                return false;
            }
            said.push(found);
        }
        let in_order = self.spans(told, said.iter());
        let turned = if self.in_any_order { self.spans(told, said.iter().rev()) } else { Vec::new() };
        let is_new =
            |span: &&Occurrence| in_order.binary_search_by_key(&span.start, |span| span.start).is_err();
        let mut spans = in_order.iter().chain(turned.iter().filter(is_new));
        spans.any(|span| !self.is_excused(&Place { told, span: span.start..span.end }))
    }

    /// Where things are said one after another, each beginning once, with the nearest end. It is worked out from the last
    /// thing to the first, so that each place is looked at once for each thing.
    fn spans<'a>(
        &self,
        told: &Told,
        said: impl DoubleEndedIterator<Item = &'a Rc<[Occurrence]>>,
    ) -> Vec<Occurrence> {
        let mut from_last = said.rev();
        let nearest = |mut spans: Vec<Occurrence>| {
            spans.dedup_by_key(|span| span.start);
            spans
        };
        let Some(last) = from_last.next() else { return Vec::new() };
        // Occurrences are in order, so that of the same beginning the nearest end comes first.
        let mut spans = nearest(last.to_vec());
        for found in from_last {
            let led_to = |one: &Occurrence| {
                let sentence_end = told.sentence_end(one.start);
                let latest = (one.end + self.most_between).min(sentence_end);
                let first = spans.partition_point(|span| span.start < one.end);
                let next = spans[first..].iter().take_while(|span| span.start <= latest);
                next.map(|span| span.end).filter(|end| *end <= sentence_end).min()
            };
            let mut longer: Vec<Occurrence> = found
                .iter()
                .filter_map(|one| led_to(one).map(|end| Occurrence { start: one.start, end }))
                .collect();
            longer.sort_unstable();
            spans = nearest(longer);
        }
        spans
    }

    fn is_excused(&self, place: &Place) -> bool {
        let sentence = place.told.sentence_of(place.span.start);
        if place.told.begins_within(self.unless, &sentence) {
            return true;
        }
        let is_spoken_of =
            || place.is_of_people() || place.is_denied() || place.was_had() || place.is_topic();
        match self.kind {
            Kind::Crisis => false,
            Kind::Feeling => place.is_denied(),
            Kind::Weary => place.goes_on("with|in|at|on|far|near|there|early"),
            Kind::Dying => place.is_asked_of_trials(),
            Kind::Now => place.is_of_people(),
            Kind::Happened => place.is_of_people() || place.is_over() || place.goes_on(AFTER_A_TOPIC),
            Kind::Complaint => is_spoken_of(),
            Kind::Illness => is_spoken_of() || !place.is_happening(),
            Kind::Alone => !place.is_said_alone(),
            Kind::Lasting => is_spoken_of() || !(place.is_strong() || place.is_all_that_is_said()),
        }
    }
}
