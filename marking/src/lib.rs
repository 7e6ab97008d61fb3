//! From a person's medical records to marks on the criteria of a study: met, not met or unknown, each with the criterion
//! and the record in their own words.
//!
//! No model decides. A line is decided only where it has a simple shape, and a wrong answer is worse than none: whatever
//! says more than a rule understands stays unknown, and nothing follows from what records do not name.
//!
//! 1. [`lines`]: the criteria in their order, and which of them stand for themselves
//! 2. [`tokens`], [`beginnings`], [`time_words`], [`claim`], [`pieces`]: a line as what it says of somebody
//! 3. [`age`], [`people`], [`told_twice`]: ages and sexes
//! 4. [`known`], [`condition`], [`classes`], [`medicine`], [`vaccine`], [`allergy`]: what records name, and whether it counts;
//!    [`cells`] splits the cells of the tables in `data/`
//! 5. [`mention`]: what is worth showing beside a line that stays unknown
//! 6. [`verdict`], [`why`], [`quote`]: the mark

mod age;
mod age_words;
mod allergy;
mod beginnings;
mod cells;
mod claim;
mod classes;
mod condition;
mod dates;
mod finding;
mod known;
mod lines;
mod medicine;
mod mention;
mod people;
mod pieces;
mod quote;
mod record_name;
mod records;
mod study;
mod time_words;
mod tokens;
mod told_twice;
mod vaccine;
mod verdict;
mod why;

use jiff::civil::Date;
use waypoint_domain::{
    criterion_mark::CriterionMark,
    medical_record::{Demographics, MedicalRecords},
};
use waypoint_vocabulary::Vocabulary;

use crate::{known::KNOWN, people::Someone, records::Records};

pub use study::Study;

/// A study gets no more marks than this.
const MOST_MARKS: usize = 200;

/// What is known of a person.
#[derive(Debug, Clone, Copy)]
pub struct Person<'a> {
    /// The records that a health system keeps.
    pub records: &'a MedicalRecords,
    /// Date of birth and sex.
    pub demographics: &'a Demographics,
}

/// What the records of a person say to each criterion of a study: to ages and sex where the study limits them and its text
/// does not say so itself, then to the lines of its text in their order.
#[must_use]
pub fn marks(
    study: &Study<'_>,
    person: &Person<'_>,
    today: Date,
    vocabulary: &Vocabulary,
) -> Vec<CriterionMark> {
    let records = Records::of(person.records, today, &KNOWN, vocabulary);
    let someone = Someone::of(person.demographics, today);
    let of_study = people::of_study(study, &someone);
    let lines = lines::of(study.eligibility, MOST_MARKS);
    let decide = verdict::Decider { study, someone: &someone, records: &records, known: &KNOWN, vocabulary };
    let of_lines: Vec<CriterionMark> = lines.iter().map(|line| decide.mark(line)).collect();
    let pairs: Vec<_> = lines.iter().zip(&of_lines).collect();
    let of_study = told_twice::told_once(of_study, study, &pairs);
    of_study.into_iter().chain(of_lines).take(MOST_MARKS).collect()
}
