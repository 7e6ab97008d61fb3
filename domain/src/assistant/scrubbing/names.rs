//! Names that somebody tells: of themselves, of people near to them, of doctors.

use std::{cell::OnceCell, collections::HashMap, sync::LazyLock};

use super::{
    known_words::{Kind, kind},
    token::{Found, Token},
};

/// Words behind which a name stands for sure.
const TOLD: &str = "my name is|my name's|my names|i am called|i'm called|they call me|me llamo|mi nombre es|\
    tôi tên là|tên tôi là|em tên là|em tên|tôi tên|mình tên là|mình tên";
/// Words behind which a name stands, or an everyday word: `call me later`.
const CALLED: &str = "name is|call me|se llama|tên là";
/// Words behind which somebody may say who they are, or what.
const SAID: &str = "i am|i'm|im|i m|this is|yo soy|soy|tôi là|em là|mình là|cháu là";
/// The same, where it is seldom a name.
const SELDOM: &str = "it's|its|it is";
/// People whose name may follow.
const NEAR: &str = "named|wife|husband|spouse|partner|fiance|fiancee|son|daughter|mother|father|sister|\
    brother|mom|mum|dad|grandma|grandpa|grandmother|grandfather|grandson|granddaughter|aunt|uncle|cousin|\
    nephew|niece|friend|neighbor|neighbour|boss|coworker|colleague|girlfriend|boyfriend|employee|nurse|\
    coordinator|caregiver|esposo|esposa|hijo|hija|hermano|hermana|mamá|papá|madre|padre|amigo|amiga|vecino|\
    vecina|señor|señora|doña";
const TITLES: &str = "mr|mrs|ms|miss|dr|prof|professor|sr|sra";
/// Parts of a name between others: `de la Cruz`.
const WITHIN_A_NAME: &str = "de|la|del|los|las|van|von|der|den|bin|al|el|da|di|san|st";
/// What somebody says before they sign.
const PARTINGS: &str = "thanks|thank you|regards|best regards|kind regards|sincerely|best|cheers|gracias|\
    saludos|cảm ơn|yours|love|-|–|—|~";
const GREETINGS: &str = "hi|hello|hey|hola|chào";
/// The most words of a name.
const LONGEST: usize = 4;
/// The most words of a name whose words we do not know.
const LONGEST_UNKNOWN: usize = 3;

/// How surely a name follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Led {
    Surely,
    OrEverydayWord,
    OrWhatTheyAre,
    Seldom,
    ByKinship,
    ByTitle,
}

/// Phrases by their last word, because most words of a text end none.
struct Phrases(HashMap<&'static str, Vec<Vec<&'static str>>>);

impl Phrases {
    fn of(phrases: &'static str) -> Self {
        let mut by_last: HashMap<_, Vec<Vec<&str>>> = HashMap::new();
        for words in phrases.split('|').map(|phrase| phrase.split(' ').collect::<Vec<_>>()) {
            by_last.entry(words.last().copied().unwrap_or_default()).or_default().push(words);
        }
        Self(by_last)
    }

    /// Whether one of the phrases ends these words.
    fn end(&self, words: &[String]) -> bool {
        let phrases = words.last().and_then(|last| self.0.get(last.as_str()));
        let ends = |phrase: &Vec<&str>| {
            let before = words.len().checked_sub(phrase.len());
            before.is_some_and(|before| words[before..].iter().eq(phrase))
        };
        phrases.is_some_and(|phrases| phrases.iter().any(ends))
    }
}

/// The phrases before a name, the surest first.
static LEADING: LazyLock<[(Phrases, Led); 5]> = LazyLock::new(|| {
    [
        (TOLD, Led::Surely),
        (CALLED, Led::OrEverydayWord),
        (SAID, Led::OrWhatTheyAre),
        (SELDOM, Led::Seldom),
        (NEAR, Led::ByKinship),
    ]
    .map(|(phrases, led)| (Phrases::of(phrases), led))
});
static LEAVING: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(PARTINGS));

/// The words of a text, each with what it may be.
struct Words<'a> {
    tokens: &'a [Token<'a>],
    small: Vec<String>,
    /// What each word may be. Asking for a condition is expensive, and few words are where a name could be.
    kinds: Vec<OnceCell<Kind>>,
    is_condition: &'a dyn Fn(&str) -> bool,
}

/// Names of a text.
pub(super) fn found(tokens: &[Token], is_condition: &dyn Fn(&str) -> bool) -> Vec<Found> {
    let words = Words {
        tokens,
        small: tokens.iter().map(Token::small).collect(),
        kinds: vec![OnceCell::new(); tokens.len()],
        is_condition,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let led = words.led_to(at).map_or(0, |led| words.length(at, led));
        let length = [led, words.length_before_here(at), words.length_of_signature(at)].into_iter().max();
        let length = length.unwrap_or_default();
        found.extend((length > 0).then(|| words.name(at, length)));
        at += length.max(1);
    }
    found
}

impl Words<'_> {
    /// Returns what a word may be, unless the text has ended.
    fn kind(&self, at: usize) -> Option<Kind> {
        let (token, known) = (self.tokens.get(at)?, self.kinds.get(at)?);
        Some(*known.get_or_init(|| kind(token, self.is_condition)))
    }

    /// How a name is led to that may begin here.
    fn led_to(&self, at: usize) -> Option<Led> {
        let before = at.checked_sub(1)?;
        let is_title = one_of(TITLES, &self.small[before]) && !self.is_shouted(before);
        let is_labelled = self.is_label(before);
        if self.tokens[before].ends_sentence() && !is_title && !is_labelled {
            return None;
        }
        if is_title {
            return Some(Led::ByTitle);
        }
        if is_labelled {
            return Some(Led::Surely);
        }
        LEADING.iter().find(|(phrases, _)| phrases.end(&self.small[..at])).map(|(_, led)| *led)
    }

    /// `Name:`, as in a form.
    fn is_label(&self, at: usize) -> bool {
        let is_own = at == 0 || one_of("my|full|first|last|patient|his|her", &self.small[at - 1]);
        is_own && self.small[at] == "name" && self.tokens[at].text.ends_with([':', '='])
    }

    /// How many words a name has that begins here; none where there is no name.
    fn length(&self, at: usize, led: Led) -> usize {
        let is_capital = self.is_capital(at);
        let Some(kind) = self.kind(at) else { return 0 };
        let begins = match (kind, led) {
            (kind, Led::ByTitle) => self.may_have_title(at, kind),
            (Kind::Unknown, Led::OrWhatTheyAre) if !is_capital => return self.length_of_unknown(at),
            (Kind::Unknown, Led::OrWhatTheyAre | Led::ByKinship) => is_capital,
            (Kind::Twofold, Led::OrWhatTheyAre | Led::OrEverydayWord) => is_capital || self.ends_here(at),
            (kind, Led::Surely) => kind != Kind::Never,
            (kind, Led::OrEverydayWord) => matches!(kind, Kind::Known | Kind::Unknown),
            (kind, Led::OrWhatTheyAre | Led::ByKinship | Led::Seldom) => kind == Kind::Known,
        };
        if begins { self.with_what_follows(at) } else { 0 }
    }

    /// Whether a word may be a name behind a title. `ms` is an illness, too, and one may miss something.
    fn may_have_title(&self, at: usize, kind: Kind) -> bool {
        let title = self.small[at - 1].as_str();
        self.is_capital(at) && kind != Kind::Never
            || match kind {
                Kind::Never | Kind::Everyday => false,
                Kind::Known => title != "miss",
                Kind::Unknown | Kind::Twofold => !["ms", "miss"].contains(&title),
            }
    }

    /// A name with its other words: those with a capital, or one without behind a first one without.
    fn with_what_follows(&self, first: usize) -> usize {
        let (mut at, mut small_ones) = (first, 0);
        while at + 1 - first < LONGEST && !self.tokens[at].ends_sentence() {
            let next = at + 1;
            let parts = (next..self.tokens.len().min(next + 2))
                .take_while(|at| one_of(WITHIN_A_NAME, &self.small[*at]))
                .count();
            let next = next + parts;
            let may_be = self.kind(next).is_some_and(|kind| !matches!(kind, Kind::Never | Kind::Everyday));
            if !may_be || (parts > 0 && !self.is_capital(next)) {
                break;
            }
            if !self.is_capital(next) {
                small_ones += 1;
            }
            if small_ones > usize::from(!self.is_capital(first)) {
                break;
            }
            at = next;
        }
        at + 1 - first
    }

    /// How many words a name may have of which we know none: up to where somebody ends or goes on to something else.
    fn length_of_unknown(&self, first: usize) -> usize {
        let may_be = |at: &usize| matches!(self.kind(*at), Some(Kind::Unknown | Kind::Known));
        let lengths = 1..=LONGEST_UNKNOWN;
        lengths
            .take_while(|length| may_be(&(first + length - 1)))
            .find(|length| self.ends_here(first + length - 1))
            .unwrap_or_default()
    }

    /// `Rosa Sample here`, `rosa is my name`: the name stands first.
    fn length_before_here(&self, at: usize) -> usize {
        let begins = at == 0 || self.tokens[at - 1].ends_sentence() || one_of(GREETINGS, &self.small[at - 1]);
        if !begins {
            return 0;
        }
        let may_be = |at: &usize| {
            matches!(self.kind(*at), Some(Kind::Unknown | Kind::Known | Kind::Twofold))
                && !self.tokens[*at].ends_sentence()
        };
        let length = (at..at + LONGEST).take_while(may_be).count();
        let behind = at + length;
        let is_sure = (at..behind).any(|at| self.kind(at) == Some(Kind::Known))
            || (length > 1 && (at..behind).all(|at| self.is_capital(at)))
            || self.tokens.get(behind).is_some_and(|here| here.text.ends_with(','));
        let says_here = is_sure && self.small.get(behind).is_some_and(|word| word == "here");
        let says_name =
            self.small[behind.min(self.small.len())..].starts_with(&NAME_BEHIND.map(String::from));
        if length > 0 && (says_here || says_name) { length } else { 0 }
    }

    /// The name with which a text is signed.
    fn length_of_signature(&self, at: usize) -> usize {
        let rest = self.tokens.len() - at;
        if at < 2 || rest >= LONGEST || !self.follows_parting(at) {
            return 0;
        }
        let may_be = |at: usize| match self.kind(at) {
            Some(Kind::Known) => true,
            Some(Kind::Unknown | Kind::Twofold) => self.is_capital(at),
            Some(Kind::Everyday | Kind::Never) | None => false,
        };
        if (at..self.tokens.len()).all(may_be) { rest } else { 0 }
    }

    fn follows_parting(&self, at: usize) -> bool {
        let sign = self.tokens[at - 1].text;
        LEAVING.end(&self.small[..at]) || (sign.len() <= 3 && one_of(PARTINGS, sign))
    }

    /// Whether somebody ends after a word, or goes on to something else.
    fn ends_here(&self, at: usize) -> bool {
        let next = at + 1;
        let goes_on = self.small.get(next).is_none_or(|small| {
            one_of("and|from|here|y|với|ở", small) || small.starts_with(|c: char| c.is_ascii_digit())
        });
        goes_on || self.tokens[at].ends_sentence()
    }

    fn is_capital(&self, at: usize) -> bool {
        let begins = |at: usize| self.tokens[at].core().chars().next().is_some_and(char::is_uppercase);
        at < self.tokens.len() && begins(at) && !self.is_shouted(at)
    }

    fn is_shouted(&self, at: usize) -> bool {
        let core = self.tokens[at].core();
        core.chars().count() > 1 && core.chars().all(|c| c.is_uppercase() || !c.is_alphabetic())
    }

    fn name(&self, at: usize, length: usize) -> Found {
        let last = self.tokens[at + length - 1];
        let tail =
            last.text.len() - last.text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']').len();
        Found { start: self.tokens[at].start, end: last.end() - tail, label: "[name]" }
    }
}

const NAME_BEHIND: [&str; 3] = ["is", "my", "name"];

fn one_of(words: &str, word: &str) -> bool {
    words.split('|').any(|one| one == word)
}
