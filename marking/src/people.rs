//! Marks by age and sex.

use jiff::civil::Date;
use waypoint_domain::{
    criterion_mark::{CriterionKind, CriterionMark, Verdict},
    medical_record::Demographics,
    sex::Sex,
};

use crate::{
    Study,
    age::{Ages, Born},
    age_words::People,
    dates::in_words,
    quote::quoted,
    why,
};

/// What is known of somebody beside records.
#[derive(Debug)]
pub(crate) struct Someone {
    born: Option<(Born, String)>,
    sex: Option<Sex>,
    today: Date,
}

/// Which lists of a study a line may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// What lets people join.
    Inclusion,
    /// What keeps people out.
    Exclusion,
    /// Nobody knows which of both.
    Open,
}

impl Someone {
    pub(crate) fn of(demographics: &Demographics, today: Date) -> Self {
        let written = demographics.birth_date.as_deref().unwrap_or_default().trim();
        let born = Born::read(written, today).map(|born| (born, format!("Born {}", in_words(written))));
        // A word for another sex is read as 'all', and decides nothing.
        Self { born, sex: demographics.sex.filter(|sex| *sex != Sex::All), today }
    }

    fn is_in(&self, ages: &Ages) -> Option<bool> {
        self.born.as_ref()?.0.is_in(ages, self.today)
    }

    fn is_of(&self, admitted: Sex) -> Option<bool> {
        self.sex.map(|sex| admitted == Sex::All || admitted == sex)
    }

    fn born(&self) -> Option<String> {
        self.born.as_ref().map(|(_, written)| written.clone())
    }

    fn sex(&self) -> Option<String> {
        self.sex.map(|sex| sex.label().to_owned())
    }

    /// Whether a study's own limits admit somebody; nothing where it has none, or where they are not decided.
    fn fits_ages_of(&self, study: &Study<'_>) -> Option<bool> {
        let has_limits = study.ages.minimum.is_some() || study.ages.maximum.is_some();
        has_limits.then(|| Ages::of(study.ages)).flatten().and_then(|ages| self.is_in(&ages))
    }
}

/// The marks on the limits that a study gives beside its text.
pub(crate) fn of_study(study: &Study<'_>, someone: &Someone) -> Vec<CriterionMark> {
    let has_ages = study.ages.minimum.is_some() || study.ages.maximum.is_some();
    let age = has_ages.then(|| {
        let (verdict, why) = match someone.fits_ages_of(study) {
            Some(true) => (Verdict::Met, why::AGE_FITS),
            Some(false) => (Verdict::NotMet, why::AGE_DOES_NOT_FIT),
            None => (Verdict::Unknown, unclear_age(someone)),
        };
        mark(CriterionKind::Age, &study.ages.plain(), verdict, someone.born(), why)
    });
    let sex = (study.sex != Sex::All).then(|| {
        let (verdict, why) = match someone.is_of(study.sex) {
            Some(true) => (Verdict::Met, why::SEX_FITS),
            Some(false) => (Verdict::NotMet, why::SEX_DOES_NOT_FIT),
            None => (Verdict::Unknown, why::SEX_IS_MISSING),
        };
        mark(CriterionKind::Sex, study.sex.label(), verdict, someone.sex(), why)
    });
    age.into_iter().chain(sex).collect()
}

/// What is decided of a line that names ages and sexes and nothing else.
pub(crate) fn of_line(
    people: &People,
    side: Side,
    study: &Study<'_>,
    someone: &Someone,
) -> (Verdict, Option<String>, &'static str) {
    let by_age = people.ages.map(|ages| someone.is_in(&ages));
    let by_sex = people.sex.map(|sex| if agrees(sex, side, study) { someone.is_of(sex) } else { None });
    let asked: Vec<Option<bool>> = by_age.into_iter().chain(by_sex).collect();
    let fits = asked.iter().all(|fits| *fits == Some(true));
    let fails = asked.contains(&Some(false));
    let verdict = match side {
        Side::Inclusion if fits => Verdict::Met,
        Side::Inclusion if fails => Verdict::NotMet,
        // Where the study's own limits admit somebody, a line that seems to keep out is not understood.
        Side::Exclusion if fits && people.ages.is_some() && someone.fits_ages_of(study) != Some(true) => {
            Verdict::NotMet
        }
        Side::Exclusion if fits && people.ages.is_none() => Verdict::NotMet,
        Side::Open if fits && people.ages.is_some() && someone.fits_ages_of(study) == Some(true) => {
            Verdict::Met
        }
        _ => Verdict::Unknown,
    };
    let is_not_excluded = side == Side::Exclusion && fails;
    (verdict, shown(people, someone), reason(people, verdict, side, is_not_excluded, someone))
}

/// Whether a line about sex says what the study says beside its text: a line for one sex in a study for all may speak of
/// some of its people only.
fn agrees(sex: Sex, side: Side, study: &Study<'_>) -> bool {
    match (sex, side) {
        (Sex::All, Side::Exclusion) => false,
        (Sex::All, _) => true,
        (Sex::Female, Side::Exclusion) => study.sex == Sex::Male,
        (Sex::Male, Side::Exclusion) => study.sex == Sex::Female,
        (sex, _) => study.sex == sex,
    }
}

fn shown(people: &People, someone: &Someone) -> Option<String> {
    let born = people.ages.and_then(|_| someone.born());
    let sex = people.sex.and_then(|_| someone.sex());
    let shown: Vec<String> = born.into_iter().chain(sex).collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

fn reason(
    people: &People,
    verdict: Verdict,
    side: Side,
    is_not_excluded: bool,
    someone: &Someone,
) -> &'static str {
    match (people.ages.is_some(), people.sex.is_some(), verdict) {
        (true, false, Verdict::Met) => why::AGE_FITS,
        (true, false, Verdict::NotMet) if side == Side::Exclusion => why::AGE_IS_EXCLUDED,
        (true, false, Verdict::NotMet) => why::AGE_DOES_NOT_FIT,
        (true, false, Verdict::Unknown) if is_not_excluded => why::AGE_IS_NOT_EXCLUDED,
        (true, false, Verdict::Unknown) => unclear_age(someone),
        (false, true, Verdict::Met) => why::SEX_FITS,
        (false, true, Verdict::NotMet) if side != Side::Exclusion => why::SEX_DOES_NOT_FIT,
        (false, true, Verdict::Unknown) if someone.sex.is_none() => why::SEX_IS_MISSING,
        (true, true, Verdict::Met) => why::PERSON_FITS,
        (_, _, Verdict::NotMet) => why::PERSON_DOES_NOT_FIT,
        _ => why::PERSON_IS_UNCLEAR,
    }
}

fn unclear_age(someone: &Someone) -> &'static str {
    if someone.born.is_some() { why::AGE_IS_INEXACT } else { why::AGE_IS_MISSING }
}

/// A mark, with quotes that are bounded.
pub(crate) fn mark(
    kind: CriterionKind,
    criterion: &str,
    verdict: Verdict,
    record: Option<String>,
    why: &str,
) -> CriterionMark {
    CriterionMark {
        kind,
        criterion: quoted(criterion),
        verdict,
        record: record.map(|record| quoted(&record)),
        why: why.to_owned(),
    }
}
