//! Which words are names of people, and which are not.

use std::{collections::HashSet, sync::LazyLock};

use waypoint_text::{fold, is_apostrophe};

use super::token::Token;
use crate::given_names::is_given_name;

/// Words that say what somebody is or has, where a name could stand.
static EVERYDAY: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("everyday_words.txt").split_whitespace().collect());

/// Small words and verbs, which are no names even with a capital.
static SMALL: LazyLock<HashSet<&str>> = LazyLock::new(|| SMALL_WORDS.split('|').collect());
const SMALL_WORDS: &str = "a|an|and|at|the|of|not|no|on|in|is|it|it's|its|my|i|i'm|im|i've|ive|so|but|or|as|by|\
    back|later|looking|asking|from|for|with|who|what|when|where|why|how|please|because|have|has|had|am|are|\
    was|were|be|been|do|does|did|done|very|too|if|to|about|than|then|there|any|all|me|he|she|we|they|you|\
    him|her|his|us|our|your|can|can't|could|would|should|must|might|shall|won't|wont|don't|dont|didn't|\
    isn't|cannot|cant|get|gets|got|go|goes|went|come|comes|came|take|takes|took|give|gives|gave|need|needs|\
    want|wants|wanted|try|tries|said|says|say|told|tell|tells|think|thinks|thought|know|knows|knew|live|\
    lives|die|dies|died|fell|fall|feel|feels|felt|hurt|hurts|eat|ate|sleep|sleeps|wake|woke|stop|stops|\
    start|starts|see|sees|saw|sent|send|use|uses|used|work|works|join|joins|look|looks|ask|asks|call|calls|\
    keep|keeps|kept|lost|found|find|meet|met|make|makes|made|let|put|read|turn|turns|turned|run|runs|ran|\
    sign|signs|signed|enroll|enrolled|apply|applied|participate|register|smoke|smokes|drink|drinks|drank|\
    drove|broke|gone|out|off|up|down|over|into|onto|again|still|never|ever|once|just|only|also|ve|re|ll|at|\
    here|now|under|without|since|after|before|until|while|during|qualify|qualifies|speak|speaks|hi|hello|\
    hey|hola|chào|thanks|regards|y|o|de|del|la|el|los|las|un|una|con|para|por|en|que|qué|no|muy|mi|su|es|\
    está|tiene|quiere|necesita|puede|là|và|của|cho|không|muốn|cần|ở|đi|vì|nên|nhưng|này|kia";
/// Endings of words that say what somebody does or has.
const ENDINGS: &str = "ing|ed|ly|tion|sion|ment|ness|able|ible|ful|less|ous|ive|ic|ics|itis|osis|emia|oma|\
    pathy|algia|uria|plegia|ectomy|ology|ologist|ician|itic|ian|ican|ese|ish|idad|ción|mente|ado|ada|ido|\
    ida|ando|iendo";
/// The fewest letters of a word that has such an ending.
const ENDS: usize = 5;
/// Names that are verbs or months, too.
const TWOFOLD: &str =
    "will|may|don|drew|sue|pat|grant|rob|wade|nick|bill|jack|van|april|june|august|guy|dean|hope|joy|rod|ray";

/// What a word may be where a name could stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that many have.
    Known,
    /// A name, or a verb or a month.
    Twofold,
    /// A word that we do not know: names are, and slips.
    Unknown,
    /// A word that says something else: it is no name where a phrase only may lead to one.
    Everyday,
    /// A small word or a verb, or none at all.
    Never,
}

/// What a word may be. `is_condition` tells names of illnesses, some of which sound like those of people.
pub(super) fn kind(token: &Token, is_condition: &dyn Fn(&str) -> bool) -> Kind {
    let core = token.core();
    let small = token.small();
    if core.is_empty()
        || token.text.starts_with('[')
        || !core.chars().all(|c| c.is_alphabetic() || is_apostrophe(c) || "-.".contains(c))
        || SMALL.contains(small.as_str())
    {
        return Kind::Never;
    }
    let plain = fold(&small);
    let own = plain.strip_suffix("'s").unwrap_or(&plain);
    if TWOFOLD.split('|').any(|word| word == small) {
        Kind::Twofold
    } else if is_given_name(own) {
        Kind::Known
    } else if EVERYDAY.contains(small.as_str()) || has_ending(&small) || is_condition(core) {
        Kind::Everyday
    } else {
        Kind::Unknown
    }
}

fn has_ending(word: &str) -> bool {
    word.chars().count() >= ENDS && ENDINGS.split('|').any(|ending| word.ends_with(ending))
}
