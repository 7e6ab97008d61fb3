//! What is decided of a line.

use waypoint_domain::criterion_mark::{CriterionKind, CriterionMark, Verdict};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::{
    Study, age_words, allergy,
    claim::{Claim, Topic, claim},
    classes::CLASSES,
    condition,
    finding::Finding,
    known::Known,
    lines::Line,
    medicine, mention,
    people::{self, Side, Someone, mark},
    pieces::Piece,
    records::Records,
    tokens::{Token, key},
    vaccine, why,
};

/// Words that only say more of what stands before them.
const QUALIFYING: &[&str] = &[
    "acute",
    "chronic",
    "mild",
    "moderate",
    "severe",
    "recurrent",
    "recurrence",
    "metastatic",
    "metastasis",
    "advanced",
    "refractory",
    "progressive",
    "active",
    "stable",
    "unstable",
    "controlled",
    "uncontrolled",
    "treated",
    "untreated",
    "symptomatic",
    "disease",
    "illness",
    "condition",
    "stage",
    "both",
    "pain",
    "relapse",
    "remission",
];

/// Everything that lines are decided by.
pub(crate) struct Decider<'a> {
    pub(crate) study: &'a Study<'a>,
    pub(crate) someone: &'a Someone,
    pub(crate) records: &'a Records,
    pub(crate) known: &'a Known,
    pub(crate) vocabulary: &'a Vocabulary,
}

type Decided = (Verdict, Option<String>, &'static str);

impl Decider<'_> {
    /// The mark on a line.
    pub(crate) fn mark(&self, line: &Line) -> CriterionMark {
        let kind = match line.side {
            Side::Exclusion => CriterionKind::Exclusion,
            Side::Inclusion | Side::Open => CriterionKind::Inclusion,
        };
        let (verdict, record, why) =
            if line.is_free { self.decided(line) } else { None }.unwrap_or_else(|| self.undecided(line));
        mark(kind, &line.text, verdict, record, why)
    }

    /// What is decided of a line that has a simple shape.
    fn decided(&self, line: &Line) -> Option<Decided> {
        if let Some(people) = age_words::people(&line.tokens) {
            return Some(people::of_line(&people, line.side, self.study, self.someone));
        }
        let claim = claim(first_alternative(line).unwrap_or(&line.tokens))?;
        match self.found(&claim) {
            Finding::Named { record, is_form } => {
                let verdict = self.verdict(&claim, line.side);
                Some((verdict, Some(record), reason(verdict, line.side, claim.topic, is_form)))
            }
            Finding::Shown { record, why } => Some((Verdict::Unknown, Some(record), why)),
            Finding::Nothing => None,
        }
    }

    fn undecided(&self, line: &Line) -> Decided {
        match mention::mentioned(&line.text, self.records, self.known, self.vocabulary) {
            Finding::Shown { record, why } => (Verdict::Unknown, Some(record), why),
            _ if line.leads => (Verdict::Unknown, None, why::SAID_BELOW),
            _ => (Verdict::Unknown, None, why::NOT_NAMED),
        }
    }

    /// What a record says by which a claim is so.
    fn verdict(&self, claim: &Claim, side: Side) -> Verdict {
        let side = if side == Side::Open && claim.is_must { Side::Inclusion } else { side };
        let is_one = claim.pieces.len() == 1;
        match (side, claim.is_denied) {
            _ if !self.is_understood(claim) => Verdict::Unknown,
            // What lets people join has to name one thing: of several, all may be asked for.
            (Side::Inclusion, false) if is_one => Verdict::Met,
            (Side::Inclusion, true) | (Side::Exclusion, false) => Verdict::NotMet,
            _ => Verdict::Unknown,
        }
    }

    /// What the records say to any of the pieces.
    fn found(&self, claim: &Claim) -> Finding {
        Finding::first(claim.pieces.iter().map(|piece| self.found_of(claim, piece)))
    }

    fn found_of(&self, claim: &Claim, piece: &Piece) -> Finding {
        let Records { conditions, medicines, allergies, vaccines, today } = self.records;
        match claim.topic {
            Topic::Condition => condition::find(conditions, &piece.key, claim, *today, self.known).or(|| {
                match piece.key.as_slice() {
                    [to @ .., last] if last == "allergy" && claim.time.is_none() => {
                        allergy::find(allergies, to, claim.when)
                    }
                    _ => Finding::Nothing,
                }
            }),
            Topic::Medicine => medicine::find(medicines, &piece.key, claim.when),
            Topic::Allergy => allergy::find(allergies, &piece.key, claim.when),
            Topic::Vaccine => vaccine::find(vaccines, &piece.written, claim.time, *today),
        }
    }

    /// Whether every piece of a claim is a name and nothing more: words behind the last one may limit the others, too.
    fn is_understood(&self, claim: &Claim) -> bool {
        let is_one = claim.pieces.len() == 1;
        // 'Anemia, sickle cell' is one name and no list.
        let is_list = is_one || claim.is_joined_by_or;
        let is_turned = |pair: &[Piece]| match pair {
            [before, behind] => {
                let turned = [behind.key.as_slice(), before.key.as_slice()].concat();
                self.known.named(&turned).is_some() || self.is_plain_name(&turned)
            }
            _ => false,
        };
        is_list
            && !claim.pieces.windows(2).any(is_turned)
            && claim
                .pieces
                .iter()
                .all(|piece| self.brackets_agree(piece) && (is_one || self.is_name(claim, piece)))
    }

    fn is_name(&self, claim: &Claim, piece: &Piece) -> bool {
        if claim.topic == Topic::Vaccine {
            return vaccine::kinds(&piece.written).is_some();
        }
        let is_class = claim.topic == Topic::Medicine && CLASSES.named(&piece.key).is_some();
        is_class
            || self.known.named(&piece.key).is_some()
            || matches!(self.found_of(claim, piece), Finding::Named { .. })
            || self.is_plain_name(&piece.key)
            || matches!(piece.key.as_slice(), [first, rest @ ..] if first == "other" && self.is_plain_name(rest))
    }

    /// Whether words are a name of the vocabulary and nothing that only says more of another one, such as 'stage 4'.
    fn is_plain_name(&self, wanted: &[String]) -> bool {
        if wanted.iter().all(|word| QUALIFYING.contains(&word.as_str())) {
            return false;
        }
        let named = self.vocabulary.read_exactly(&wanted.join(" "));
        let stands_alone = |concept: &ConceptId| {
            let is_thing = self.vocabulary.id(*concept).starts_with(['D', 'T']);
            is_thing && !self.vocabulary.is_qualifier(*concept)
        };
        let concepts: Vec<ConceptId> = named.into_iter().filter(stands_alone).collect();
        let mut names = self.vocabulary.names().filter(|(_, concept)| concepts.contains(concept));
        names.any(|(name, _)| key(name) == wanted)
    }

    /// Whether what stands in brackets behind a name is the same: its other name, or its first letters.
    fn brackets_agree(&self, piece: &Piece) -> bool {
        let Some(beside) = &piece.beside else { return true };
        let initials: String = piece.key.iter().filter_map(|word| word.chars().next()).collect();
        let same = self.known.named(beside).is_some_and(|row| self.known.named(&piece.key) == Some(row));
        same || matches!(beside.as_slice(), [letters] if *letters == initials)
    }
}

/// 'You have asthma now' of 'You have asthma now, or had it as a child': of what keeps people out one is enough, and 'now' ends
/// it.
fn first_alternative(line: &Line) -> Option<&[Token]> {
    const BETWEEN: [&str; 3] = ["now", ",", "or"];
    let mut places = line.tokens.windows(BETWEEN.len());
    let at = places.position(|tokens| tokens.iter().map(|token| token.written.as_str()).eq(BETWEEN))?;
    (line.side == Side::Exclusion).then(|| &line.tokens[..=at])
}

fn reason(verdict: Verdict, side: Side, topic: Topic, is_form: bool) -> &'static str {
    match (verdict, topic) {
        (Verdict::Unknown, _) if side == Side::Exclusion => why::LOOKED_AT,
        (Verdict::Unknown, _) => why::ONLY_PARTLY,
        (Verdict::Met, Topic::Medicine) if is_form => why::MEDICINE_KIND_NAMED,
        (Verdict::Met, Topic::Vaccine) => why::VACCINE_NAMED,
        (Verdict::Met, Topic::Medicine) => why::MEDICINE_NAMED,
        (Verdict::Met, Topic::Allergy) => why::ALLERGY_NAMED,
        (Verdict::Met, Topic::Condition) if is_form => why::KIND_NAMED,
        (Verdict::Met, Topic::Condition) => why::NAMED,
        (Verdict::NotMet, Topic::Medicine) if is_form => why::MEDICINE_KIND_KEEPS_OUT,
        (Verdict::NotMet, Topic::Vaccine) => why::VACCINE_KEEPS_OUT,
        (Verdict::NotMet, Topic::Medicine) => why::MEDICINE_KEEPS_OUT,
        (Verdict::NotMet, Topic::Allergy) => why::ALLERGY_KEEPS_OUT,
        (Verdict::NotMet, Topic::Condition) if is_form => why::KIND_KEEPS_OUT,
        (Verdict::NotMet, Topic::Condition) => why::KEEPS_OUT,
    }
}
