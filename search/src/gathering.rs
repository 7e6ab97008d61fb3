//! Which of the studies that were found fit, how many of each kind there are, and the best of them.

use std::{cmp::Ordering, collections::BinaryHeap};

use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::Column,
};

use crate::{
    asked::{Asked, Filters, Sort},
    document::{kind_code, sex_code},
    place::Point,
};

/// How many studies fit, and how many would with another choice of one filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Studies that fit.
    pub all: usize,
    /// By whom they admit: those for all, for women alone, for men alone.
    pub sex: [usize; 3],
    /// By what kind they are: interventional, observational, expanded access, unstated.
    pub kind: [usize; 4],
    /// Those that take healthy people.
    pub healthy: usize,
    /// Those that take nobody but patients, or do not say.
    pub patients: usize,
}

/// A study that fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) segment: SegmentOrdinal,
    pub(crate) doc: DocId,
    pub(crate) km: Option<f64>,
    key: Key,
}

/// What comes first: the smaller key.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    first: f64,
    second: f64,
    number: u64,
}

impl Eq for Ranked {}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        let by = |a: f64, b: f64| a.total_cmp(&b);
        by(self.key.first, other.key.first)
            .then(by(self.key.second, other.key.second))
            .then(self.key.number.cmp(&other.key.number))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Gathers the best studies, and counts.
pub(crate) struct Gathering {
    filters: Filters,
    near: Option<Point>,
    within_km: Option<f64>,
    sort: Sort,
    most: usize,
}

/// What was gathered.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The best studies, best first.
    pub(crate) best: Vec<Ranked>,
    pub(crate) counts: Counts,
}

impl Gathering {
    pub(crate) fn of(asked: &Asked) -> Self {
        Self {
            filters: asked.filters.clone(),
            near: asked.near.map(|near| Point::of(near.place)),
            within_km: asked.near.and_then(|near| near.within_km),
            sort: asked.sort,
            most: asked.skip + asked.most,
        }
    }
}

impl Collector for Gathering {
    type Fruit = Gathered;
    type Child = OfSegment;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<OfSegment> {
        let column = |name| reader.fast_fields().u64(name);
        Ok(OfSegment {
            segment,
            number: column("number")?,
            sex: column("sex")?,
            youngest: column("youngest")?,
            oldest: column("oldest")?,
            kind: column("kind")?,
            healthy: column("healthy")?,
            changed: column("changed")?,
            places: column("places")?,
            filters: self.filters.clone(),
            near: self.near,
            within_km: self.within_km,
            sort: self.sort,
            most: self.most,
            worst_first: BinaryHeap::new(),
            counts: Counts::default(),
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, gathered: Vec<Gathered>) -> tantivy::Result<Gathered> {
        let mut merged = Gathered::default();
        for part in gathered {
            merged.best.extend(part.best);
            merged.counts.add(&part.counts);
        }
        merged.best.sort_unstable();
        merged.best.truncate(self.most);
        Ok(merged)
    }
}

/// The same for a piece of the index.
pub(crate) struct OfSegment {
    segment: SegmentOrdinal,
    number: Column,
    sex: Column,
    youngest: Column,
    oldest: Column,
    kind: Column,
    healthy: Column,
    changed: Column,
    places: Column,
    filters: Filters,
    near: Option<Point>,
    within_km: Option<f64>,
    sort: Sort,
    most: usize,
    worst_first: BinaryHeap<Ranked>,
    counts: Counts,
}

impl SegmentCollector for OfSegment {
    type Fruit = Gathered;

    fn collect(&mut self, doc: DocId, score: Score) {
        let km = self.near.map(|near| self.km(doc, near));
        let is_near = self.within_km.is_none_or(|most| km.is_some_and(|km| km <= most));
        if !is_near || !self.admits_age(doc) {
            return;
        }
        let (sex, kind) = (value(&self.sex, doc), value(&self.kind, doc));
        let healthy = value(&self.healthy, doc) == 1;
        let fits_sex = self.filters.sex.is_none_or(|asked| sex == 0 || sex == sex_code(asked));
        let fits_kind = self.filters.kind.as_ref().is_none_or(|asked| kind == kind_code(asked));
        let fits_health = self.filters.healthy.is_none_or(|asked| healthy == asked);
        // A count says what choosing it would give, so that a filter does not count against itself.
        if fits_kind && fits_health {
            self.counts.sex[place(sex, 2)] += 1;
        }
        if fits_sex && fits_health {
            self.counts.kind[place(kind, 3)] += 1;
        }
        if fits_sex && fits_kind {
            *(if healthy { &mut self.counts.healthy } else { &mut self.counts.patients }) += 1;
        }
        if fits_sex && fits_kind && fits_health {
            self.counts.all += 1;
            self.keep(doc, score, km);
        }
    }

    fn harvest(self) -> Gathered {
        Gathered { best: self.worst_first.into_sorted_vec(), counts: self.counts }
    }
}

impl OfSegment {
    fn keep(&mut self, doc: DocId, score: Score, km: Option<f64>) {
        let relevance = -f64::from(score);
        #[allow(clippy::cast_precision_loss, reason = "a day has eight digits")]
        let newness = || -(value(&self.changed, doc) as f64);
        let (first, second) = match (self.sort, km) {
            (Sort::Nearest, Some(km)) => (km, relevance),
            (Sort::Newest, _) => (newness(), relevance),
            _ => (relevance, km.unwrap_or_else(newness)),
        };
        let number = value(&self.number, doc);
        let ranked = Ranked { segment: self.segment, doc, km, key: Key { first, second, number } };
        if self.worst_first.len() < self.most {
            self.worst_first.push(ranked);
        } else if self.worst_first.peek().is_some_and(|worst| ranked < *worst) {
            self.worst_first.pop();
            self.worst_first.push(ranked);
        }
    }

    /// How far the nearest open site is; beyond everything when no site is on the map.
    fn km(&self, doc: DocId, near: Point) -> f64 {
        let places = self.places.values_for_doc(doc);
        places.map(|place| near.km_to(Point::of_packed(place))).fold(f64::INFINITY, f64::min)
    }

    fn admits_age(&self, doc: DocId) -> bool {
        self.filters.age.is_none_or(|age| {
            let age = u64::from(age);
            (value(&self.youngest, doc)..=value(&self.oldest, doc)).contains(&age)
        })
    }
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.all += other.all;
        self.healthy += other.healthy;
        self.patients += other.patients;
        self.sex.iter_mut().zip(other.sex).for_each(|(sum, part)| *sum += part);
        self.kind.iter_mut().zip(other.kind).for_each(|(sum, part)| *sum += part);
    }
}

fn value(column: &Column, doc: DocId) -> u64 {
    column.first(doc).unwrap_or_default()
}

fn place(code: u64, last: usize) -> usize {
    usize::try_from(code).unwrap_or(last).min(last)
}
