//! Limits of a study that its text tells again: they are told once, in the study's own words.

use waypoint_domain::{
    criterion_mark::{CriterionKind, CriterionMark, Verdict},
    sex::Sex,
};

use crate::{
    Study,
    age::{Ages, Limit},
    age_words::{self, People},
    lines::Line,
    people::Side,
};

/// What a line says of ages and sexes, and what was decided of it.
type Told = (People, Verdict);

/// The marks on a study's limits without those that its text tells again.
pub(crate) fn told_once(
    of_study: Vec<CriterionMark>,
    study: &Study<'_>,
    lines: &[(&Line, &CriterionMark)],
) -> Vec<CriterionMark> {
    let told: Vec<Told> = lines
        .iter()
        .filter(|(line, _)| line.is_free && line.side != Side::Exclusion)
        .filter_map(|(line, mark)| Some((age_words::people(&line.tokens)?, mark.verdict)))
        .collect();
    let is_told = |mark: &CriterionMark| {
        let again = match mark.kind {
            CriterionKind::Age => ages_again(study, &told),
            CriterionKind::Sex => sex_again(study, &told),
            CriterionKind::Inclusion | CriterionKind::Exclusion => None,
        };
        again.is_some_and(|again| again == mark.verdict || again == Verdict::NotMet)
    };
    of_study.into_iter().filter(|mark| !is_told(mark)).collect()
}

/// What lines say that tell all of a study's limits of age; nothing where one of them is told nowhere.
fn ages_again(study: &Study<'_>, told: &[Told]) -> Option<Verdict> {
    let own = Ages::of(study.ages)?;
    let telling = |limit: Option<Limit>, of: fn(&Ages) -> Option<Limit>| match limit {
        Some(limit) => told
            .iter()
            .find(|(people, _)| people.ages.as_ref().and_then(of) == Some(limit))
            .map(|(_, verdict)| Some(*verdict)),
        None => Some(None),
    };
    let lowest = telling(own.lowest, |ages| ages.lowest)?;
    let highest = telling(own.highest, |ages| ages.highest)?;
    let verdicts = [lowest, highest];
    let has = |verdict| verdicts.contains(&Some(verdict));
    match () {
        () if has(Verdict::NotMet) => Some(Verdict::NotMet),
        () if has(Verdict::Unknown) => Some(Verdict::Unknown),
        () => has(Verdict::Met).then_some(Verdict::Met),
    }
}

fn sex_again(study: &Study<'_>, told: &[Told]) -> Option<Verdict> {
    let is_same = |people: &People| people.sex == Some(study.sex) && study.sex != Sex::All;
    told.iter().find(|(people, _)| is_same(people)).map(|(_, verdict)| *verdict)
}
