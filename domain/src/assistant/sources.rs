//! What is said by what editors wrote and by what the search found.

use super::{
    Found, FoundStudies, Library, Passage,
    asking_for_trials::{SOMETHING_FOR, name_trials, says_what_somebody_has},
    common_questions::common_question,
    fixed_answers::HELP_NOW,
    phrases::Words,
    stems::stems,
    topics::by_topic,
};

const UNKNOWN: &str = "I’m sorry, I don’t know the answer to that. I can tell you how trials work, or find trials if you \
    name a condition, in English, Spanish or Vietnamese. A person can help you, too: [contact us](/contact).";
pub(super) const NO_ZIP: &str = "I take numbers out of what you write, so I did not look near a ZIP code. You can \
    give yours on that page, and see which studies are near.";
pub(super) const SEARCH: &str = "Which condition do you look for? Tell me its name, such as asthma, or [search for \
    trials](/).";
const SEE_ALL: &str = "[Search for trials](/): the list shows those that take people now. Or tell me a condition, such as \
    asthma, and a city if you like, and I look for it.";
pub(super) const MORE: &str = "Gladly. What would you like to know more about? Name a condition, the number of a \
    study, or what you wonder about trials. You can also [contact us](/contact).";
const NO_WORD_BOOK: &str =
    "I’m sorry, I can’t explain medical words. Your doctor, a nurse or the team of a study can.";
const ASK_A_DOCTOR: &str = "I can’t say what that may be, or how bad it is. If it is new or troubles you, tell your doctor \
    or a nurse soon.";

/// Words of somebody who wants to know more, and does not say of what.
const WANT_MORE: &str = "more information|more info|more details|some information|know more|learn more|\
    tell me more";
/// What is left of such a text when it says nothing else.
const NOTHING_ELSE: &[&str] = &["information", "info", "detail", "learn"];

/// A text of so many words looks for something, and tells nothing.
const HARDLY_MORE_THAN_A_NAME: usize = 3;
/// Words before a number that was taken out, and may have been a ZIP code.
const NEAR_A_NUMBER: &str = "near number|in number|around number|at number|to number|from number|by number|zip number|\
    code number|zipcode number|area number";
/// How a question begins.
const ASKING: &str = "what|whats|how|why|who|when|where|can|could|is|are|do|does|will|would|should|\
    tell me|explain|describe|define";
/// How somebody asks what a word means.
const WHAT_IT_IS: &str = "what is|whats|what are|what does|define|explain|tell me what";
/// How somebody looks for trials by a question.
const LOOKING: &str = "what about|any trials for|any studies for|\
    are there trials|are there studies|are there any|is there a trial|is there a study|is there any|any trial for|any study for|\
    a trial for|a study for|trials near|studies near|trials in|studies in|trials are in|studies are in|trials are near|\
    studies are near|trials are there|studies are there";
/// How somebody asks for all of them.
const ALL_STUDIES: &str = "what studies do you have|what trials do you have|which studies do you have|\
    which trials do you have|what studies are there|what trials are there|which studies are there|\
    which trials are there|what studies are open|what trials are open|all studies|all trials|all the studies|\
    all the trials|all your studies|all your trials|all of your studies|all of your trials|list of studies|\
    list of trials|list the studies|list the trials|list your studies|list your trials|list studies|list trials|\
    show me studies|show me trials|show me the studies|show me the trials|show studies|show trials|see studies|\
    see trials|browse studies|browse trials|qué estudios hay|que estudios hay|qué estudios tienen|\
    que estudios tienen|qué ensayos hay|có những nghiên cứu nào|có nghiên cứu nào";
/// How somebody tells of what they feel.
const COMPLAINING: &str = "i have|ive|i had|i feel|im feeling|i am feeling|hurts|hurt|hurting|aches|aching|tengo|siento|\
    me duele|tôi bị|đau";
const FOUND_BY_A_DOCTOR: &str =
    "diagnosed|diagnosis|doctor says|doctor said|diagnosticado|diagnosticada|chẩn đoán";
const WANT_TRIALS: &str = "find a trial|find trials|find a study|find studies|find a clinical trial|\
    find me a trial|search for trials|search for a trial|look for a trial|looking for a trial|looking for trials";

/// A question without what was taken out of it.
#[derive(Debug)]
pub(super) struct Question<'a> {
    text: &'a str,
    words: &'a Words,
    /// Whether a number stood where a ZIP code does.
    is_near_a_number: bool,
    is_about_trials: bool,
    is_asked: bool,
}

impl<'a> Question<'a> {
    /// The question that is left of a scrubbed text without the words in brackets.
    pub(super) fn of(scrubbed: &str, text: &'a str, words: &'a Words) -> Self {
        Self {
            text,
            words,
            is_near_a_number: Words::of(scrubbed).say(NEAR_A_NUMBER),
            is_about_trials: name_trials(words),
            is_asked: text.contains('?') || words.begin_with(ASKING),
        }
    }

    /// What is said to it.
    pub(super) fn said(&self, library: &Library, found: &Found) -> Vec<String> {
        // A place where no trial is spoken of is all that the text says.
        let place = found.place.as_ref().filter(|_| self.is_search() || !self.is_about_trials);
        let has_no_place =
            found.studies.as_ref().is_none_or(|studies| studies.place.is_none()) && place.is_none();
        let asks_near = self.is_near_a_number && has_no_place;
        let said = match (&found.studies, place) {
            (Some(studies), _) => self.said_with(studies, library),
            (None, Some(place)) => vec![place.said()],
            (None, None) if asks_near && self.is_about_trials => vec![SEARCH.to_owned()],
            (None, None) => self.said_without_studies(library),
        };
        said.into_iter().chain(asks_near.then(|| NO_ZIP.to_owned())).collect()
    }

    fn looks(&self) -> bool {
        self.words.say(LOOKING) || self.words.say(SOMETHING_FOR)
    }

    /// Whether it looks for trials, and asks nothing about them.
    fn is_search(&self) -> bool {
        (self.is_about_trials && !self.is_asked) || self.looks()
    }

    /// Whether somebody tells how they feel, and not what a doctor has found already.
    fn complains(&self) -> bool {
        self.words.say(COMPLAINING) && !self.words.say(FOUND_BY_A_DOCTOR) && !self.text.contains('?')
    }

    fn said_without_studies(&self, library: &Library) -> Vec<String> {
        if self.words.say(WANT_TRIALS) {
            return vec![SEARCH.to_owned()];
        }
        if self.words.say(ALL_STUDIES) {
            return vec![SEE_ALL.to_owned()];
        }
        let says_nothing_else = || stems(self.text).iter().all(|stem| NOTHING_ELSE.contains(&stem.as_str()));
        if self.words.say(WANT_MORE) && says_nothing_else() {
            return vec![MORE.to_owned()];
        }
        let common = || common_question(self.words).map(str::to_owned);
        if let Some(said) = common().or_else(|| library.best(self.text).map(quoted)) {
            return vec![said];
        }
        let help = (!self.is_about_trials).then(|| HELP_NOW.to_owned());
        let said = by_topic(self.words).unwrap_or_else(|| UNKNOWN.to_owned());
        [said].into_iter().chain(help).collect()
    }

    fn said_with(&self, studies: &FoundStudies, library: &Library) -> Vec<String> {
        let trials = studies.said();
        if let Some(said) = common_question(self.words) {
            return [said.to_owned()].into_iter().chain(self.is_about_trials.then_some(trials)).collect();
        }
        // Whoever says what they have looks for trials, and asks nothing that editors have answered.
        let is_search = self.is_search() || says_what_somebody_has(self.text);
        let written = library.best(self.text).filter(|_| !is_search).map(quoted);
        let tells = self.words.iter().count() > HARDLY_MORE_THAN_A_NAME;
        match written {
            Some(written) if !self.is_asked => vec![trials, written],
            Some(written) => [written].into_iter().chain(self.is_about_trials.then_some(trials)).collect(),
            None if !self.is_about_trials && self.words.begin_with(WHAT_IT_IS) => {
                [NO_WORD_BOOK.to_owned()].into_iter().chain(studies.any_open.then_some(trials)).collect()
            }
            // Of what a sentence tells, nobody can say whether it happens now.
            None if !self.is_about_trials && tells && !self.looks() => {
                let ask = (!studies.any_open && self.complains()).then(|| ASK_A_DOCTOR.to_owned());
                ask.into_iter().chain([trials, HELP_NOW.to_owned()]).collect()
            }
            None => vec![trials],
        }
    }
}

/// A passage that answers a question begins with it, because other words may have asked for the opposite of its yes or no.
fn quoted(passage: &Passage) -> String {
    let Passage { title, text, page, address } = passage;
    let question = if title.ends_with('?') { format!("“{title}” ") } else { String::new() };
    format!("{question}{text} Read more: [{page}]({address})")
}
