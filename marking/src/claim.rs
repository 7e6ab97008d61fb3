//! What a line of a simple shape says of somebody: 'Patients with a history of …', 'You do not take …', 'Allergy to …'.

use crate::{
    beginnings::{Adds, beginning},
    classes::CLASSES,
    pieces::{Piece, pieces},
    time_words::{Ending, Time, When, ending},
    tokens::Token,
    vaccine,
};

/// What a line says.
#[allow(clippy::struct_excessive_bools, reason = "each is a thing that a line says or does not say")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// What it is about.
    pub(crate) topic: Topic,
    /// Whether it is said to be so now, or to have been so at any time.
    pub(crate) when: When,
    /// A time that dates decide.
    pub(crate) time: Option<Time>,
    /// Whether it is denied.
    pub(crate) is_denied: bool,
    /// Whether a diagnosis has to be confirmed.
    pub(crate) is_confirmed: bool,
    /// Whether it speaks of the diagnosis.
    pub(crate) is_diagnosis: bool,
    /// Whether the line says by itself that it lets people join.
    pub(crate) is_must: bool,
    /// What it names; several are joined by 'or'.
    pub(crate) pieces: Vec<Piece>,
    /// Whether they are, or only by commas.
    pub(crate) is_joined_by_or: bool,
}

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    Condition,
    Medicine,
    Allergy,
    Vaccine,
}

/// Words for not bearing something. Whether an intolerance is an allergy, records do not tell.
const REACTIONS: &[&str] = &[
    "allergy",
    "allergies",
    "allergic",
    "hypersensitivity",
    "hypersensitivities",
    "hypersensitive",
    "intolerance",
];
/// Words behind the name of a medicine that say that it is taken.
const TAKING: &[&str] = &["use", "therapy", "treatment"];
/// Words behind it that say nothing more.
const MEDICINES: &[&str] = &["use", "therapy", "treatment", "medication", "medicine", "drug"];
/// Words with which questions begin.
const ASKING: &[&str] = &["do", "have", "are"];
/// Words that join two of these.
const JOINING: &[&str] = &["or", "/", ",", "and"];

/// What a line says, if it has a simple shape.
pub(crate) fn claim(line: &[Token]) -> Option<Claim> {
    let begun = Begun::of(without_question(line))?;
    let (rest, ending) = ending(begun.rest).map_or((begun.rest, None), |(rest, ending)| (rest, Some(ending)));
    let (topic, rest) = topic(begun.medicine, rest)?;
    // 'All doses' and 'all shots' are more than one record tells.
    if topic == Topic::Vaccine && line.iter().any(|token| token.written == "all") {
        return None;
    }
    let mut pieces = pieces(rest)?;
    let topic = taken(topic, &mut pieces);
    let (when, time) = times(begun.when, ending, topic, rest)?;
    let is_one = pieces.len() == 1;
    match time {
        Some(Time::AtLeast(_)) if topic != Topic::Condition || begun.is_denied || !is_one => return None,
        Some(Time::Within { .. }) if matches!(topic, Topic::Medicine | Topic::Allergy) => return None,
        // 'Asthma, or gout in the past' speaks of two times.
        None if ending == Some(Ending::When(When::Ever)) && !is_one => return None,
        _ => {}
    }
    let is_joined_by_or = rest.iter().any(|token| matches!(token.written.as_str(), "or" | "/"));
    let Begun { is_denied, is_confirmed, is_diagnosis, is_must, .. } = begun;
    Some(Claim { topic, when, time, is_denied, is_confirmed, is_diagnosis, is_must, pieces, is_joined_by_or })
}

fn without_question(line: &[Token]) -> &[Token] {
    match line {
        [first, .., last] if last.written == "?" && ASKING.contains(&first.written.as_str()) => {
            &line[..line.len() - 1]
        }
        _ => line,
    }
}

fn topic(is_medicine: bool, rest: &[Token]) -> Option<(Topic, &[Token])> {
    let reacts = rest.iter().any(|token| REACTIONS.contains(&token.written.as_str()));
    match (is_medicine, reaction(rest)) {
        _ if !reacts && vaccine::is_told_of(rest) => Some((Topic::Vaccine, rest)),
        (true, None) => Some((Topic::Medicine, rest)),
        (false, Some(rest)) => Some((Topic::Allergy, rest)),
        (false, None) => Some((Topic::Condition, rest)),
        (true, Some(_)) => None,
    }
}

/// The topic once 'statin use' and 'statin therapy' are read as what somebody takes.
fn taken(topic: Topic, pieces: &mut [Piece]) -> Topic {
    let ends = |key: &[String], words: &[&str]| {
        key.len() > 1 && key.last().is_some_and(|last| words.contains(&last.as_str()))
    };
    let [piece] = pieces else { return topic };
    let name = || piece.key.split_last().map_or(&[][..], |(_, name)| name);
    let is_taken = topic == Topic::Condition && ends(&piece.key, TAKING) && CLASSES.names(name());
    if is_taken || topic == Topic::Medicine && ends(&piece.key, MEDICINES) {
        piece.key.pop();
        return Topic::Medicine;
    }
    topic
}

/// Of which time a line speaks, by its beginning and its end.
fn times(
    begun: Option<When>,
    ending: Option<Ending>,
    topic: Topic,
    rest: &[Token],
) -> Option<(When, Option<Time>)> {
    let given = || topic == Topic::Vaccine && vaccine::is_told_as_given(rest);
    let begun = begun.or_else(|| given().then_some(When::Ever));
    match ending {
        Some(Ending::When(when)) if begun.is_some_and(|begun| begun != when) => None,
        Some(Ending::When(when)) => Some((when, None)),
        Some(Ending::Time(time @ Time::AtLeast(_))) => Some((When::Now, Some(time))),
        Some(Ending::Time(_)) if begun == Some(When::Now) => None,
        Some(Ending::Time(time)) => Some((When::Ever, Some(time))),
        // A vaccine that nobody says was given may be one that is to be given.
        None if topic == Topic::Vaccine => (begun == Some(When::Ever)).then_some((When::Ever, None)),
        None => Some((begun.unwrap_or(When::Now), None)),
    }
}

/// What the beginning of a line says, and what is left of it.
#[allow(clippy::struct_excessive_bools, reason = "each is what a word of its own adds")]
struct Begun<'a> {
    when: Option<When>,
    is_denied: bool,
    is_confirmed: bool,
    is_diagnosis: bool,
    is_must: bool,
    medicine: bool,
    rest: &'a [Token],
}

impl<'a> Begun<'a> {
    /// Nothing where a line denies twice, or speaks of two times.
    fn of(line: &'a [Token]) -> Option<Self> {
        let mut begun = Self {
            when: None,
            is_denied: false,
            is_confirmed: false,
            is_diagnosis: false,
            is_must: false,
            medicine: false,
            rest: line,
        };
        while let Some((length, adds)) = beginning(begun.rest) {
            // 'Any history of …, not …': once a medicine is announced, its name follows.
            if begun.medicine && adds != Adds::Nothing {
                return None;
            }
            begun.add(adds)?;
            begun.rest = &begun.rest[length..];
        }
        Some(begun)
    }

    fn add(&mut self, adds: Adds) -> Option<()> {
        match adds {
            Adds::Nothing => {}
            Adds::Must => self.is_must = true,
            Adds::Confirmed => self.is_confirmed = true,
            Adds::Diagnosis => self.is_diagnosis = true,
            Adds::Denial | Adds::MustNot | Adds::NoMedicine if self.is_denied => return None,
            Adds::Denial => self.is_denied = true,
            Adds::MustNot => (self.is_denied, self.is_must) = (true, true),
            Adds::Medicine => self.medicine = true,
            Adds::NoMedicine => (self.is_denied, self.medicine) = (true, true),
            Adds::Now => self.speaks_of(When::Now)?,
            Adds::Ever => self.speaks_of(When::Ever)?,
            Adds::MedicineEver => {
                self.speaks_of(When::Ever)?;
                self.medicine = true;
            }
        }
        Some(())
    }

    fn speaks_of(&mut self, when: When) -> Option<()> {
        (*self.when.get_or_insert(when) == when).then_some(())
    }
}

/// What stands behind 'allergy or hypersensitivity to'; nothing where a line is about no allergy.
fn reaction(line: &[Token]) -> Option<&[Token]> {
    let mut at = 0;
    let mut is_allergy = false;
    while let Some(token) = line.get(at) {
        let word = token.written.as_str();
        if REACTIONS.contains(&word) {
            is_allergy |= word != "intolerance";
        } else if !(at > 0 && JOINING.contains(&word)) {
            break;
        }
        at += 1;
    }
    let is_to = line.get(at).is_some_and(|token| token.written == "to");
    (is_allergy && is_to).then(|| &line[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn said(line: &str) -> Option<(Topic, When, bool, String)> {
        let claim = claim(&tokens(line))?;
        let names: Vec<String> = claim.pieces.iter().map(|piece| piece.key.join(" ")).collect();
        Some((claim.topic, claim.when, claim.is_denied, names.join("|")))
    }

    #[test]
    fn a_line_of_a_simple_shape_says_what_and_when() {
        use {Topic::*, When::*};
        let table = [
            ("Diagnosis of type 2 diabetes", Condition, Now, false, "type 2 diabete"),
            ("Patients with a confirmed diagnosis of asthma.", Condition, Now, false, "asthma"),
            ("You have asthma", Condition, Now, false, "asthma"),
            ("History of asthma, COPD or gout", Condition, Ever, false, "asthma|copd|gout"),
            ("Previous diagnosis of gout", Condition, Ever, false, "gout"),
            ("Active asthma", Condition, Now, false, "asthma"),
            ("No known history of asthma", Condition, Ever, true, "asthma"),
            ("Not pregnant", Condition, Now, true, "pregnant"),
            ("Currently taking metformin", Medicine, Now, false, "metformin"),
            ("Patients previously treated with methotrexate", Medicine, Ever, false, "methotrexate"),
            ("Known allergy or hypersensitivity to penicillin", Allergy, Now, false, "penicillin"),
            ("Subject has an allergy to latex", Allergy, Now, false, "latex"),
            (
                "Chronic obstructive pulmonary disease (COPD)",
                Condition,
                Now,
                false,
                "chronic obstructive pulmonary disease",
            ),
        ];
        for (line, topic, when, denied, names) in table {
            assert_eq!(said(line), Some((topic, when, denied, names.to_owned())), "{line}");
        }
    }

    #[test]
    fn a_line_that_says_more_is_not_simple() {
        let lines = [
            "",
            "Patients with",
            "Asthma and COPD",
            "HbA1c > 7%",
            "Asthma: severe",
            "No asthma not treated, without gout = not",
            "Not without asthma",
            "History of active tuberculosis",
            "Diabetes (HbA1c) above 9",
            "Gout + psoriasis",
            "Asthma. Gout",
        ];
        for line in lines {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
