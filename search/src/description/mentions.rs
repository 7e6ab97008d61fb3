//! The names in a text, each with what the words around it say.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use waypoint_vocabulary::{ConceptId, MatchKind, Part, Vocabulary, markers::MarkerMention};

use super::{
    cues::{Cue, Cues, Meaning},
    person::Passages,
    sentences::{Section, Sentence},
};

const KINDS: &str = include_str!("../../data/concept_kinds.tsv");
/// Signs between the names of a sentence, which no name spans.
const SEPARATORS: [char; 9] = [',', ';', ':', '(', ')', '\n', '/', '+', '•'];

/// What a concept is to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Condition,
    Symptom,
    Treatment,
    /// Something that qualifies a condition, or that people don't have.
    Neither,
}

/// Whether and how a name applies to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Present,
    Current,
    Past,
    Planned,
    Denied,
    /// Another person has it.
    Other,
}

/// A concept that a text names.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mention {
    pub(super) concept: ConceptId,
    pub(super) kind: Kind,
    pub(super) standing: Standing,
    pub(super) section: Section,
    /// In bytes of the text.
    pub(super) span: Range<usize>,
    /// The index of its sentence.
    pub(super) sentence: usize,
    /// The stage that the sentence states of it.
    pub(super) stage: Option<String>,
    /// The markers that its sentence states, with the state of the person.
    pub(super) markers: Vec<MarkerMention>,
}

static LISTED: LazyLock<HashMap<&str, Kind>> = LazyLock::new(|| {
    let rows = KINDS.lines().skip(1).filter_map(|line| {
        let [id, _, kind] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let kind = match kind {
            "condition" => Kind::Condition,
            "treatment" => Kind::Treatment,
            "symptom" => Kind::Symptom,
            _ => Kind::Neither,
        };
        Some((id, kind))
    });
    rows.collect()
});

impl Standing {
    /// Whether the person has it, or had it.
    pub(super) fn applies(self) -> bool {
        matches!(self, Self::Present | Self::Current | Self::Past)
    }
}

impl Kind {
    /// Returns the kind of a concept. Ids that begin with D are diseases, with T treatments, and with W our own topics.
    fn of(concept: ConceptId, vocabulary: &Vocabulary) -> Self {
        let id = vocabulary.id(concept);
        if let Some(kind) = LISTED.get(id) {
            return *kind;
        }
        let is_symptom = |above: ConceptId| LISTED.get(vocabulary.id(above)) == Some(&Kind::Symptom);
        let is_no_treatment = |above: ConceptId| LISTED.get(vocabulary.id(above)) == Some(&Kind::Neither);
        let is_disease = |above: ConceptId| vocabulary.id(above).starts_with('D');
        match id.chars().next() {
            Some('T') if vocabulary.ancestors(concept).any(is_no_treatment) => Self::Neither,
            Some('T') => Self::Treatment,
            _ if vocabulary.is_qualifier(concept) => Self::Neither,
            Some('D') => Self::Condition,
            _ if vocabulary.parents(concept).any(is_symptom) => Self::Symptom,
            _ if vocabulary.ancestors(concept).any(is_disease) => Self::Condition,
            _ => Self::Neither,
        }
    }
}

/// Returns the names of a text, in order.
pub(super) fn mentions(
    text: &str,
    sentences: &[Sentence],
    passages: &Passages,
    cues: &Cues,
    vocabulary: &Vocabulary,
) -> Vec<Mention> {
    let mut all = Vec::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let written = &text[sentence.span.clone()];
        let found_cues = cues.read(written);
        let markers = vocabulary.markers().read(written);
        let stages = stages(written, &found_cues);
        let mut in_sentence = Vec::new();
        for (part, span) in parts(&without_shorthand(without(written, &markers)), vocabulary) {
            let in_text = sentence.span.start + span.start..sentence.span.start + span.end;
            let standing = standing(&span, &in_text, written, sentence, &found_cues, passages);
            for concept in part.concepts {
                in_sentence.push(Mention {
                    kind: Kind::of(concept, vocabulary),
                    span: in_text.clone(),
                    section: sentence.section,
                    stage: None,
                    markers: markers.iter().filter(|one| !one.states.is_empty()).cloned().collect(),
                    sentence: index,
                    concept,
                    standing,
                });
            }
        }
        for (stage, span) in stages {
            set_stage(&mut in_sentence, &stage, &span, sentence.span.start, written, &found_cues);
        }
        all.append(&mut in_sentence);
    }
    all
}

/// Gives a stage to the condition that follows it, as in 'stage IV breast cancer', or else to the one before it. `begins`
/// is where the sentence is in the text.
fn set_stage(
    mentions: &mut [Mention],
    stage: &str,
    span: &Range<usize>,
    begins: usize,
    sentence: &str,
    cues: &[Cue],
) {
    let conditions = || mentions.iter().filter(|one| one.kind == Kind::Condition);
    let before =
        conditions().filter(|one| one.span.start < begins + span.start).max_by_key(|one| one.span.end);
    let behind =
        conditions().filter(|one| one.span.start >= begins + span.end).min_by_key(|one| one.span.start);
    let is_next = |one: &&Mention| {
        let between = span.end..one.span.start - begins;
        let is_between = |cue: &Cue| between.start <= cue.span.start && cue.span.end <= between.end;
        !sentence[between.clone()].contains(SEPARATORS)
            && !cues
                .iter()
                .any(|cue| matches!(cue.meaning, Meaning::Joins | Meaning::Ends) && is_between(cue))
    };
    let Some(owner) = behind.filter(is_next).or(before).or(behind).map(|one| one.span.clone()) else {
        return;
    };
    for mention in mentions.iter_mut().filter(|one| one.span == owner) {
        mention.stage = Some(stage.to_owned());
    }
}

/// Returns a text of the same length with marks for shorthand such as `s/p`, so that no name begins or ends in it: in
/// `58 yo M s/p surgery`, the `M s` is not multiple sclerosis.
fn without_shorthand(text: String) -> String {
    let is_letter = |word: &str| word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let spans: Vec<Range<usize>> = text
        .split_inclusive(char::is_whitespace)
        .scan(0, |begins, word| {
            let start = *begins;
            *begins += word.len();
            Some((start, word.trim_end()))
        })
        .filter(|(_, word)| {
            word.split_once('/').is_some_and(|(one, other)| is_letter(one) && is_letter(other))
        })
        .map(|(start, word)| start..start + word.len())
        .collect();
    let mut text = text;
    for span in spans {
        text.replace_range(span.clone(), &";".repeat(span.len()));
    }
    text
}

/// Returns a sentence of the same length without its markers: 'KRAS G12D' is not another cancer.
fn without(sentence: &str, markers: &[MarkerMention]) -> String {
    let mut without = sentence.to_owned();
    for marker in markers {
        without.replace_range(marker.span.clone(), &" ".repeat(marker.span.len()));
    }
    without
}

/// Returns the names of a sentence, with their places in it.
fn parts(sentence: &str, vocabulary: &Vocabulary) -> Vec<(Part, Range<usize>)> {
    let mut parts = Vec::new();
    let mut begins = 0;
    for piece in sentence.split_inclusive(SEPARATORS) {
        for part in vocabulary.read_prose(piece) {
            if part.match_kind == MatchKind::Named {
                let span = begins + part.span.start..begins + part.span.end;
                parts.push((part, span));
            }
        }
        begins += piece.len();
    }
    parts
}

/// Returns what the section, the cues, and the statements of the passage say of a name.
fn standing(
    span: &Range<usize>,
    in_text: &Range<usize>,
    sentence_text: &str,
    sentence: &Sentence,
    cues: &[Cue],
    passages: &Passages,
) -> Standing {
    let is_within = |ranges: &[Range<usize>]| {
        ranges.iter().any(|range| range.start <= in_text.start && in_text.end <= range.end)
    };
    let is_in_sentence = |relative: &Range<usize>| {
        sentence.span.start <= relative.start && relative.end <= sentence.span.end && relative != in_text
    };
    let names = |relatives: &[Range<usize>]| relatives.iter().any(is_in_sentence);
    let has = |meaning: Meaning| cues.iter().any(|cue| cue.meaning == meaning);
    let Passages { denied, others, dropped, own_relatives, relatives, begins_with_person } = passages;
    let is_others = is_within(others) && (names(own_relatives) || names(relatives));
    // A text that begins with the person isn't about a relative: 'I have lupus. My aunt has arthritis.'
    let is_behind_own = own_relatives.iter().any(|one| is_in_sentence(one) && one.end <= in_text.start);
    let is_others = is_others || is_behind_own && *begins_with_person;
    if sentence.section == Section::Family
        || (is_others || names(relatives)) && !has(Meaning::Reported)
        || has(Meaning::Other)
        || is_within(dropped)
    {
        return Standing::Other;
    }
    if is_within(denied) {
        return Standing::Denied;
    }
    let by_cue = cue_behind(span, sentence_text, cues).or_else(|| cue_before(span, cues));
    match (by_cue, sentence.section) {
        (Some(Meaning::Denied), _) => Standing::Denied,
        (Some(Meaning::Planned), _) | (None, Section::Plan) => Standing::Planned,
        (Some(Meaning::Past | Meaning::Had), _) => Standing::Past,
        (Some(Meaning::Current), _) | (None, Section::Treatment) => Standing::Current,
        _ => Standing::Present,
    }
}

/// Returns the meaning of the cues before a name that hold for what follows. 'Denies a history of' denies. A cue may share
/// words with the name: 'never had a stroke'.
fn cue_before(span: &Range<usize>, cues: &[Cue]) -> Option<Meaning> {
    let mut nearest = None;
    for cue in cues.iter().rev().filter(|cue| !cue.is_behind && cue.span.start < span.start) {
        match cue.meaning {
            Meaning::Stage | Meaning::Place | Meaning::Reported | Meaning::Other | Meaning::Joins => {}
            Meaning::Past | Meaning::Had => nearest = nearest.or(Some(cue.meaning)),
            Meaning::Denied => return Some(Meaning::Denied),
            Meaning::Planned | Meaning::Current => return nearest.or(Some(cue.meaning)),
            Meaning::Ends => return nearest,
        }
    }
    nearest
}

/// Returns the meaning of a cue behind a name, if no other sign separates them: 'tuberculosis was ruled out'.
fn cue_behind(span: &Range<usize>, sentence: &str, cues: &[Cue]) -> Option<Meaning> {
    let behind = cues.iter().find(|cue| cue.is_behind && cue.span.start >= span.end)?;
    let between = &sentence[span.end..behind.span.start];
    let is_near = !between.contains(SEPARATORS) && between.split_whitespace().count() <= 2;
    is_near.then_some(behind.meaning)
}

/// Returns the stages that a sentence states, in capitals as in `IIIB`, each with its place together with its cue.
fn stages(sentence: &str, cues: &[Cue]) -> Vec<(String, Range<usize>)> {
    let stages = cues.iter().filter(|cue| cue.meaning == Meaning::Stage);
    let stages = stages.filter_map(|cue| {
        let rest = sentence[cue.span.end..].trim_start();
        let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        let end = sentence.len() - rest.len() + word.len();
        let word = word.to_uppercase();
        let number = word.trim_end_matches(['A', 'B', 'C']);
        let is_stage = ["0", "1", "2", "3", "4", "5", "I", "II", "III", "IV"].contains(&number);
        is_stage.then_some((word, cue.span.start..end))
    });
    stages.collect()
}
