//! What people ask about who may join a study, in whatever words.

use super::{
    phrases::Words,
    replies::{Reply, first_reply},
};

const ELIGIBLE: &str = "rule me out|rules me out|disqualify|disqualifies|disqualified|exclude me|excludes me|keep me out|keep me from|\
    count me out|can i still join|can i still take part|still be in|can i still sign|still qualify|eligible|eligibility|qualify|qualified|do i fit|am i a fit|a good fit|am i a candidate|\
    who can join|who can take part|who may join|who may take part|can i join|inclusion criteria|exclusion criteria|\
    eligibility criteria";
const AGE: &str = "too old|too young|age limit|age limits|what age|what ages|how old";
const WITH_CHILD: &str = "pregnant|pregnancy|breastfeed|breastfeeding|embarazada|mang thai";
const YEARS_OLD: &str = "year old|years old|yr old|yrs old";
const JOINING: &str = "join|take part|participate|sign up|enroll|eligible|qualify|allowed";
const TWO: &str = "two|2|more than one|several|multiple|a second|both";
const STUDIES: &str = "studies|trials|study|trial";
const CHILDREN: &str = "take kids|take children|accept kids|accept children|for kids|for children|kids join|children join|can kids|\
    can children|kids allowed|children allowed|aceptan niños|para niños";
const CITIZENS: &str = "undocumented|immigrant|immigrants|immigration status|my papers|have papers|no papers|green card|a visa|\
    not a citizen|us citizen|a citizen|citizenship|legal status|sin papeles|indocumentado|indocumentada";
const VISITORS: &str = "visiting|tourist|from another country|not american|live abroad|outside the us|outside of the us|\
    outside the united states|foreigner|foreigners|different country|other country|in canada|in mexico";
const CAN: &str =
    "can i|can we|could i|i can|may i|am i|do you|do they|join|participate|take part|qualify|possible";
const HABITS: &str = "weed|marijuana|cannabis|pot|smoke|smokes|smoker|smokers|smoking|vape|vaping|drink|drinking|alcohol|drugs|fumo";
const HABIT_ASKED: &str = "do i have to|do you have to|have to be|be off|have to quit|have to stop|allowed|still join|can i join|can i still|\
    do they take|do they accept|does it take|disqualify|does that matter|is that ok|is that a problem|take smokers|accept smokers";
const HEALTHY: &str = "im healthy|i am healthy|healthy people|healthy volunteer|healthy volunteers|nothing wrong with me|\
    not sick|dont have any illness|estoy sano|estoy sana";
const HEALTHY_ASKED: &str =
    "volunteer|volunteers|join|take part|participate|sign up|help|study|studies|trial|trials";
const CHOSEN: &str =
    "match me|matches me|matched me|chosen for me|picked for me|studies for me|trials for me";
const HOW_CHOSEN: &str = "how did you|how do you|how does it|why did you|decide|decided|how are";
const LYING: &str = "fake|faking|lie|lying|cheat|cheating|trick them|make up|pretend";
const ANSWERS: &str =
    "test|tests|form|question|questions|answer|answers|study|trial|get in|eligible|screening|blood|age";

const FITS: &str = "The page of each study lists who can join it. Open one and press its button to sign up: its questions \
    show at once whether it may fit. The study team then checks the rest with you. [Find trials](/)";
const AGES: &str = "Each study says on its page for which ages it is. Many have no upper limit, and some are for children. \
    [Find trials](/), and filter them by age.";

const JOINING_QUESTIONS: &[Reply] = &[
    (
        &[HEALTHY, HEALTHY_ASKED],
        "Yes, some studies look for people who are healthy. Type [healthy volunteers](/results?q=healthy+volunteers) in the search. The \
        page of each study lists who can join it.",
    ),
    (
        &[CHOSEN, HOW_CHOSEN],
        "The search compares what you type with what each study says of itself: its condition, its sites, and whom it takes by age \
        and sex. Studies of our partners stand above those of the registry.",
    ),
    (
        &[LYING, ANSWERS],
        "Please say what is true: a study picks people so that nobody is harmed, and a wrong answer can put you in danger. If one \
        study does not fit, another one may: [find trials](/)",
    ),
    (
        &[CITIZENS],
        "Most studies do not ask whether you are a citizen. What you tell a study team is kept private. Ask them before your first \
        visit which papers they want to see, often a photo ID.",
    ),
    (
        &[VISITORS, CAN],
        "You mostly have to be near a site for as long as the visits go on, and some studies ask you to live there. Sites in other \
        countries are shown, too: [find trials](/), and choose the country. The study team says whether a visitor can join.",
    ),
    (
        &[HABITS, HABIT_ASKED],
        "Some studies take people who smoke, drink or use other drugs, and some do not. The page of each study lists who can join. \
        Tell the study team the truth: they are there to keep you safe, not to judge you.",
    ),
    (&[CHILDREN], AGES),
    (
        &[WITH_CHILD],
        "Many studies do not take people who are pregnant or breastfeed, because nobody knows what the treatment does to \
        the child. Some are made for them. The page of each study says who can join. Talk with your doctor first.",
    ),
    (
        &[TWO, STUDIES, "at once|at the same time|same time|together|join|take part|be in|sign up"],
        "Most studies do not let \
        you take part in another one at the same time, because the treatments could mix. You can sign up for more than one, \
        and then decide with the study teams which one fits.",
    ),
    (&[AGE], AGES),
    (&[YEARS_OLD, JOINING], AGES),
    (&[ELIGIBLE], FITS),
];

/// What is said to a question about who may join.
pub(super) fn joining_question(words: &Words) -> Option<&'static str> {
    first_reply(JOINING_QUESTIONS, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_ask_about_who_may_join_is_answered_in_whatever_words() {
        let table = [
            ("am I eligible?", "lists who can join"),
            ("do i qualify", "lists who can join"),
            ("im healthy can i still volunteer", "who are healthy"),
            ("how did you decide which studies match me", "compares what you type"),
            ("Am I too old? I am 82", "for which ages"),
            ("can a 70 year old join", "for which ages"),
            ("is it safe to be in a trial when pregnant", "breastfeed"),
            ("what are inclusion criteria", "lists who can join"),
            ("can I join two studies", "more than one"),
            ("had a kidney transplant does that rule me out", "lists who can join"),
            ("my boy is 7 with crohns do they take kids", "for which ages"),
            ("do undocumented people qualify", "a citizen"),
            ("im from nigeria visiting my daughter, i can participate?", "near a site"),
            ("do i have to be off weed", "smoke, drink"),
            ("how can i fake my blood test so they let me in", "what is true"),
        ];
        for (text, part) in table {
            let said = joining_question(&Words::of(text));
            assert!(said.is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn who_looks_for_a_trial_asks_none_of_them() {
        for text in ["trials to quit smoking", "a study on alcohol", "asthma in Canada", "what is a placebo"]
        {
            assert_eq!(joining_question(&Words::of(text)), None, "{text}");
        }
    }
}
