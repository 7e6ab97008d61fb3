//! Whether somebody has what they speak of, or only speaks of it: what studies are about, what was years ago, what other
//! people have, what is not so.

use std::ops::Range;

use super::{
    searched::{Mark, Ways},
    told::Told,
    words_around::{
        AFTER_A_TOPIC, BEFORE_A_TOPIC, DENYING, DENYING_A_LIST, ENDING_A_LIST, HARDLY_WORDS, HAVING, HELD_BY,
        JOINING, LATELY, LED_ON_TO, LED_TO, ON_AND_ON, PAST_TIME, PAST_VERBS, PEOPLE, PRESENT, RIGHT_NOW,
        SINCE, SOMEBODY, STRONGLY, SUSPECTING, TRIALS, WHO, YEAR_AFTER,
    },
};

/// How many words before a place are looked at for what it is about.
const NEAR: usize = 10;
/// How many words may stand between a trial and what it is for.
const TO_ITS_TOPIC: usize = 5;
/// The most words of an expression of time that stands between commas.
const TIME_BY_ITSELF: usize = 3;

/// A place in a text.
pub(super) struct Place<'a> {
    pub(super) told: &'a Told,
    pub(super) span: Range<usize>,
}

impl Place<'_> {
    /// Whether it is said of people in general: `patients who can't breathe`.
    pub(super) fn is_of_people(&self) -> bool {
        let mut at = self.span.start;
        while at > 0 && self.is(at - 1, HELD_BY) {
            at -= 1;
        }
        let has_who = at > 0 && self.is(at - 1, WHO);
        let at = if has_who { at - 1 } else { at };
        let are_people = at > 0 && self.is(at - 1, PEOPLE);
        are_people && (has_who || at < self.span.start) && !(at > 1 && self.is(at - 2, "my|our|mis"))
    }

    /// Whether it is what a study, a question or a treatment is about.
    pub(super) fn is_topic(&self) -> bool {
        let words = self.told.words();
        let sentence = self.told.sentence_of(self.span.start);
        if self.goes_on(AFTER_A_TOPIC) {
            return true;
        }
        let earliest = sentence.start.max(self.span.start.saturating_sub(NEAR));
        for at in (earliest..self.span.start).rev() {
            if self.leads_on(at) || self.ends_head(at) {
                return words[at].part == words[self.span.start].part || self.is_next_of_a_list(at);
            }
            if self.is(at, SOMEBODY) || self.is(at, PRESENT) {
                return false;
            }
        }
        false
    }

    /// Whether a word leads from a trial to what it is for: some do right behind it alone, because `the study drug in the
    /// morning` leads nowhere.
    fn leads_on(&self, at: usize) -> bool {
        let is_behind_trial = || {
            let mut starts = at.saturating_sub(2)..at;
            starts.any(|start| self.told.ends_of(TRIALS, start).any(|end| end == at))
        };
        let has_trial = || self.has(TRIALS, at.saturating_sub(TO_ITS_TOPIC)..at);
        (self.is(at, LED_ON_TO) && has_trial()) || (self.is(at, LED_TO) && is_behind_trial())
    }

    /// Whether words end here that lead to something that is only spoken of.
    fn ends_head(&self, at: usize) -> bool {
        let starts = at.saturating_sub(2)..=at;
        starts.into_iter().any(|start| self.told.ends_of(BEFORE_A_TOPIC, start).any(|end| end == at + 1))
    }

    /// Whether a list goes on here behind a comma. Somebody who goes on about themselves has more to say there.
    fn is_next_of_a_list(&self, led_by: usize) -> bool {
        let words = self.told.words();
        let part = words.partition_point(|word| word.part < words[self.span.start].part);
        self.is(led_by, LED_ON_TO) && self.span.start - part <= 1 && !self.is_said_to_be_now()
    }

    /// Whether one of these words follows.
    pub(super) fn goes_on(&self, words: Ways) -> bool {
        self.span.end < self.told.sentence_end(self.span.start) && self.is(self.span.end, words)
    }

    /// Whether it is said not to be so: `I have no chest pain`.
    pub(super) fn is_denied(&self) -> bool {
        let words = self.told.words();
        let part = words[self.span.start].part;
        let before = (0..self.span.start).rev().take_while(|at| words[*at].part == part);
        let mut before = before.skip_while(|at| self.is(*at, HAVING));
        before.next().is_some_and(|at| self.is(at, DENYING)) || self.is_in_denied_list()
    }

    /// Whether it is an item of a list that a note denies: `denies fever, chest pain`.
    fn is_in_denied_list(&self) -> bool {
        let sentence = self.told.sentence_of(self.span.start);
        let earliest = sentence.start.max(self.span.start.saturating_sub(NEAR));
        let ends = |at: usize| [SOMEBODY, PRESENT, ENDING_A_LIST].iter().any(|words| self.is(at, words));
        let begins = (earliest..self.span.start).rev().find(|at| self.is(*at, DENYING_A_LIST) || ends(*at));
        begins.is_some_and(|at| self.is(at, DENYING_A_LIST))
    }

    /// Whether it was weeks ago or earlier, and nothing says that it is so again.
    pub(super) fn is_over(&self) -> bool {
        let clause = self.clause();
        if self.has(LATELY, clause.clone()) {
            return false;
        }
        self.is_time_gone_by(&clause) || self.has_time_beside(&clause)
    }

    /// Whether a complaint was weeks ago or earlier. What has lasted since then is not over.
    pub(super) fn was_had(&self) -> bool {
        let clause = self.clause();
        self.is_over() && self.has(PAST_VERBS, clause.clone()) && !self.has(SINCE, clause)
    }

    /// Whether somebody seems to have it at this moment.
    pub(super) fn is_happening(&self) -> bool {
        let sentence = self.told.sentence_of(self.span.start);
        let before = sentence.start.max(self.span.start.saturating_sub(TO_ITS_TOPIC + 2))..self.span.start;
        let no_topic_between = |from: usize| {
            let between = from.min(self.span.start)..self.span.start;
            !self.told.has_word_within(LED_TO, &between) && !self.has(TRIALS, from..self.span.start)
        };
        let suspects = before.clone().any(|at| {
            self.told.ends_of(SUSPECTING, at).any(|end| end <= self.span.start && no_topic_between(end))
        });
        let mut at = self.span.start;
        while at > before.start && self.is(at - 1, HAVING_A) {
            at -= 1;
        }
        let has = (before.start..=at).any(|from| {
            self.told.ends_of(HAS_NOW, from).any(|end| (at..=self.span.start).contains(&end))
                && !self.is_supposed(from)
        });
        suspects || has || self.is_said_to_be_now()
    }

    /// Whether it is told as bad, sudden or new.
    pub(super) fn is_strong(&self) -> bool {
        self.has(STRONGLY, self.told.sentence_of(self.span.start))
    }

    /// Whether somebody says no more than that they have it, or somebody near to them.
    pub(super) fn is_all_that_is_said(&self) -> bool {
        let before = self.told.sentence_of(self.span.start).start..self.span.start;
        self.told.has_word_within(SOMEBODY, &before)
            && !self.is_asked_of_trials()
            && !self.has(ON_AND_ON, 0..self.told.words().len())
    }

    /// Whether the text says nothing else, but for words of greeting and asking.
    pub(super) fn is_said_alone(&self) -> bool {
        let others = [0..self.span.start, self.span.end..self.told.words().len()];
        others.iter().all(|others| self.told.are_all(HARDLY_WORDS, others))
    }

    /// Whether the text asks for a trial besides.
    pub(super) fn is_asked_of_trials(&self) -> bool {
        let all = 0..self.told.words().len();
        self.has(TRIALS, all.clone()) || self.has(JOINING, all)
    }

    fn is_said_to_be_now(&self) -> bool {
        self.has(RIGHT_NOW, self.span.end..self.clause().end)
    }

    /// Whether `have` is only supposed: `what if I have a stroke`.
    fn is_supposed(&self, at: usize) -> bool {
        self.told.has_word_within("if|si|nếu", &(at.saturating_sub(3)..at))
            && self.is(at, "have|has|get|gets|tengo|tiene")
    }

    /// The part of the sentence about the same: up to a comma, or up to an `and` with which somebody begins anew.
    fn clause(&self) -> Range<usize> {
        let words = self.told.words();
        let (first, last) = (words[self.span.start].part, words[self.span.end - 1].part);
        let part_start = words.partition_point(|word| word.part < first);
        let part_end = words.partition_point(|word| word.part <= last);
        let anew = self.told.places(Mark::BeginningAnew, |told, at| {
            told.is_one_of(at, "and|but|so|y|pero|và|nhưng")
                && at + 1 < told.words().len()
                && [SOMEBODY, PRESENT, BEGINNING_ANEW].iter().any(|words| told.is_one_of(at + 1, words))
        });
        let behind =
            anew.partition_point(|at| *at < self.span.start).checked_sub(1).map(|last| anew[last] + 1);
        let before = anew.get(anew.partition_point(|at| *at < self.span.end)).copied();
        let start = behind.map_or(part_start, |start| start.max(part_start));
        start..before.map_or(part_end, |end| end.min(part_end))
    }

    fn is_time_gone_by(&self, within: &Range<usize>) -> bool {
        let years = self.told.places(Mark::Year, |told, at| {
            let word = told.words()[at].written();
            let digits = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
            digits && word.bytes().all(|b| b.is_ascii_digit()) && at > 0 && told.is_one_of(at - 1, YEAR_AFTER)
        });
        let has_year =
            years.get(years.partition_point(|at| *at < within.start)).is_some_and(|at| *at < within.end);
        self.has(PAST_TIME, within.clone()) || has_year
    }

    /// Whether a time stands by itself before or after the clause: `Two years ago, I passed out`.
    fn has_time_beside(&self, clause: &Range<usize>) -> bool {
        let words = self.told.words();
        let part_with = |at: usize| {
            let start = words.partition_point(|word| word.part < words[at].part);
            start..words.partition_point(|word| word.part <= words[at].part)
        };
        let beside = [clause.start.checked_sub(1), Some(clause.end)].into_iter().flatten();
        let same =
            |at: &usize| words.get(*at).is_some_and(|word| word.sentence == words[self.span.start].sentence);
        let mut parts = beside.filter(same).map(part_with).filter(|part| part.len() <= TIME_BY_ITSELF);
        parts.any(|part| !self.is(part.start, "like|as|same|since|than") && self.is_time_gone_by(&part))
    }

    /// Whether one of these is said within some words.
    fn has(&self, ways: Ways, within: Range<usize>) -> bool {
        self.told.has_within(ways, &within)
    }

    /// Whether the word at a place is one of these.
    fn is(&self, at: usize, words: Ways) -> bool {
        self.told.is_one_of(at, words)
    }
}

/// What begins a clause of its own behind an `and`, besides whoever it is about.
const BEGINNING_ANEW: &str = "cannot|not|no|the|there|its|it|still";
/// Small words between somebody who has something and what they have.
const HAVING_A: &str = "a|an|the|another|some|kind|sort|of|like|massive|mild|major|small|mini|big|bad|\
    severe|really|un|una|cơn|bị";
/// What says that somebody has something at this moment.
const HAS_NOW: &str = "having|has|just had|have a|have an|in the middle of|going into|about to have|is in a|\
    teniendo|tengo un|tiene un|me está dando|le está dando|me dio|le dio|acaba de tener|sufriendo|đang|vừa|\
    lên|mới|cháu|con tôi|em tôi|chồng tôi|vợ tôi|mẹ tôi|bố tôi|ba tôi|má tôi|anh tôi|chị tôi|ông tôi|bà tôi|\
    bố|mẹ|ba|má|chồng|vợ|ông|bà|con em|mẹ em|bố em";
