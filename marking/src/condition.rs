//! Conditions of the records, and which of them count.

use jiff::{ToSpan, civil::Date};
use waypoint_domain::medical_record::Condition;
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::{
    age::Limit,
    claim::Claim,
    dates::Days,
    finding::Finding,
    known::{Known, Relation, Row},
    quote,
    record_name::RecordName,
    time_words::{Time, When},
    why,
};

/// A condition that a record names.
#[derive(Debug)]
pub(crate) struct Noted {
    /// The record in its own words.
    pub(crate) quote: String,
    /// What it is called, the narrowest name first.
    pub(crate) keys: Vec<Vec<String>>,
    /// What it is by the vocabulary, to find what is worth showing.
    pub(crate) concepts: Vec<ConceptId>,
    rows: Vec<Row>,
    standing: Standing,
    is_confirmed: bool,
    latest: Option<Date>,
    /// When it began; nothing where the record speaks of the past, and its date may be that of the telling.
    began: Option<Days>,
    /// When it was written down.
    written: Option<Days>,
}

/// How a condition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It is there now.
    Now,
    /// It is over, or sleeps.
    Past,
    /// The record does not say.
    Unclear,
    /// It was looked for and is not there.
    Refuted,
}

/// Words of what passes by itself: a record that calls it active after a year has been forgotten.
const PASSING: &[&str] = &[
    "acute",
    "infection",
    "pneumonia",
    "bronchitis",
    "pharyngitis",
    "sinusitis",
    "influenza",
    "covid",
    "fracture",
    "injury",
    "sprain",
    "laceration",
    "wound",
    "burn",
    "concussion",
    "otitis",
    "tonsillitis",
    "cystitis",
    "pregnancy",
    "pregnant",
];
/// Words of infections that stay.
const STAYING: &[&str] = &["chronic", "hiv", "immunodeficiency", "hepatitis", "latent"];
const DAYS_OF_A_PREGNANCY: i64 = 300;
const DAYS_OF_WHAT_PASSES: i64 = 365;

impl Noted {
    /// Reads a record; nothing where it says nothing of the person.
    pub(crate) fn of(
        record: &Condition,
        today: Date,
        known: &Known,
        vocabulary: &Vocabulary,
    ) -> Option<Self> {
        let written = record.name.as_deref()?;
        let name = RecordName::of(written);
        let verified = record.verificationstatus.as_deref().map(str::to_lowercase);
        let is_refuted = verified.as_deref() == Some("refuted");
        let counts = matches!(verified.as_deref(), None | Some("confirmed")) || is_refuted;
        if !counts || name.keys.is_empty() {
            return None;
        }
        let dates = [&record.onsetdatetime, &record.date];
        let latest = dates.into_iter().flatten().filter_map(|date| date.get(..10)?.parse().ok()).max();
        let standing = match record.clinicalstatus.as_deref().map(str::to_lowercase).as_deref() {
            _ if is_refuted => Standing::Refuted,
            _ if name.is_over => Standing::Past,
            Some("active" | "recurrence" | "relapse") if is_forgotten(&name, latest, today) => Standing::Past,
            Some("active" | "recurrence" | "relapse") => Standing::Now,
            Some("resolved" | "inactive" | "remission") => Standing::Past,
            _ => Standing::Unclear,
        };
        let is_disease = |concept: &ConceptId| vocabulary.id(*concept).starts_with('D');
        let days = |date: &Option<String>| date.as_deref().and_then(Days::read);
        Some(Self {
            quote: quote::condition(record),
            began: days(&record.onsetdatetime).filter(|_| !name.is_over),
            written: days(&record.date).filter(|_| !name.is_over),
            rows: name.keys.iter().filter_map(|key| known.named(key)).collect(),
            concepts: vocabulary.read_exactly(written).into_iter().filter(is_disease).collect(),
            keys: name.keys,
            standing,
            is_confirmed: verified.is_some(),
            latest,
        })
    }

    /// Whether it is worth showing beside a line that names it.
    pub(crate) fn can_be_shown(&self) -> bool {
        self.standing != Standing::Refuted
    }

    fn relation(&self, wanted: &[String], known: &Known) -> Option<Relation> {
        self.keys.iter().filter_map(|key| known.relation(key, wanted)).min()
    }

    /// Whether its dates say that it is of this time. It was there already when it was written down, but may have begun long
    /// before.
    fn is_of_time(&self, time: Time, today: Date) -> bool {
        let ago = |length: Limit| today.checked_sub(length.span(false)).ok();
        match time {
            Time::AtLeast(length) => {
                let since = self.began.or(self.written);
                since.zip(ago(length)).is_some_and(|(since, latest)| since.last < latest)
            }
            Time::Within { length, .. } => self
                .began
                .zip(ago(length))
                .is_some_and(|(began, earliest)| began.first >= earliest && began.first <= today),
        }
    }

    /// Whether it was there before a time began, or may have been.
    fn is_older_than(&self, time: Time, today: Date) -> bool {
        self.can_be_shown() && !self.is_of_time(time, today)
    }

    fn is_over_since(&self, other: &Self) -> bool {
        self.standing == Standing::Past
            && self.latest.is_none_or(|day| other.latest.is_none_or(|at| day >= at))
    }
}

/// Whether something that passes was written down so long ago that it can hardly be there.
fn is_forgotten(name: &RecordName, latest: Option<Date>, today: Date) -> bool {
    let has = |words: &[&str]| name.keys.iter().flatten().any(|word| words.contains(&word.as_str()));
    if !has(PASSING) || has(STAYING) {
        return false;
    }
    let is_pregnancy = has(&["pregnancy", "pregnant"]);
    let days = if is_pregnancy { DAYS_OF_A_PREGNANCY } else { DAYS_OF_WHAT_PASSES };
    let earliest = today.checked_sub(days.days()).ok();
    latest.zip(earliest).is_none_or(|(latest, earliest)| latest < earliest)
}

/// What the conditions say to a name that a line asks for.
pub(crate) fn find(noted: &[Noted], wanted: &[String], claim: &Claim, today: Date, known: &Known) -> Finding {
    let near: Vec<(Relation, &Noted)> =
        noted.iter().filter_map(|one| Some((one.relation(wanted, known)?, one))).collect();
    let exact = || near.iter().filter(|(relation, _)| *relation != Relation::Broader);
    let when = claim.when;
    let stands = |one: &Noted| {
        let stands = match when {
            When::Now => one.standing == Standing::Now,
            When::Ever => one.standing != Standing::Refuted,
        };
        stands && (!claim.is_confirmed || one.is_confirmed)
    };
    let counts = |one: &Noted| stands(one) && claim.time.is_none_or(|time| one.is_of_time(time, today));
    let found = exact().filter(|(_, one)| counts(one)).min_by_key(|(relation, _)| *relation);
    let Some((relation, found)) = found else {
        // What stands as it is asked for can only fail by its date.
        return exact().find(|(_, one)| stands(one)).map_or_else(
            || shown(&near, when),
            |(_, one)| Finding::Shown { record: one.quote.clone(), why: why::DATE_UNDECIDED },
        );
    };
    let denies = |other: &Noted| {
        other.standing == Standing::Refuted || when == When::Now && other.is_over_since(found)
    };
    let is_other_kind = |other: &Noted| {
        let excludes = |row: &Row| found.rows.iter().any(|own| known.exclude_each_other(*own, *row));
        other.can_be_shown() && other.rows.iter().any(excludes)
    };
    let was_there_before = |time: Time| {
        let is_recent = matches!(time, Time::Within { .. });
        is_recent && claim.is_diagnosis && near.iter().any(|(_, other)| other.is_older_than(time, today))
    };
    let contradicts = exact().any(|(_, other)| denies(other))
        || noted.iter().any(is_other_kind)
        || claim.time.is_some_and(was_there_before);
    let record = found.quote.clone();
    match claim.time {
        _ if contradicts => Finding::Shown { record, why: why::CONTRADICTORY },
        Some(Time::Within { from_today: false, .. }) => Finding::Shown { record, why: why::DAY_OF_THE_STUDY },
        _ => Finding::Named { record, is_form: *relation == Relation::Form },
    }
}

/// A record that does not decide, and why.
fn shown(near: &[(Relation, &Noted)], when: When) -> Finding {
    let can = near.iter().filter(|(_, one)| one.can_be_shown());
    let Some((relation, one)) = can.min_by_key(|(relation, _)| *relation) else { return Finding::Nothing };
    let why = match (relation, one.standing) {
        (Relation::Broader, _) => why::BROADER,
        (_, Standing::Unclear) => why::NO_STATUS,
        (_, Standing::Past) if when == When::Now => why::IN_THE_PAST,
        _ => why::ONLY_PARTLY,
    };
    Finding::Shown { record: one.quote.clone(), why }
}
