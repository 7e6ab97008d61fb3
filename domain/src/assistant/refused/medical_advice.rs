//! Questions that only somebody's doctor can answer.

use super::other_languages;
use crate::assistant::{asking_for_trials::TRIALS, phrases::Words};

const ALWAYS: &str = "should i stop|should i increase|should i double|should i skip|should i have surgery|\
    should i quit|should i worry|should i see a doctor|should i be worried|can i mix|can i double|\
    can i drink|safe to stop|safe to mix|how much should i take|how many should i take|how much insulin|\
    how much ibuprofen|right dose|correct dose|my dose|my dosage|lower my dose|what drug should|\
    which drug should|what treatment should|which treatment should|which treatment is best|\
    best treatment for|what should i take|what can i take|diagnose|diagnosis for me|is it cancer|\
    is this cancer|am i dying|how long will i live|interpret my|prescribe|prescription for|\
    cure for my|home remedy|home remedies|natural cure|instead of chemo|\
    instead of chemotherapy|interact with|interaction between|interactions between|\
    how long do i have to live|how long can i live|left to live|life expectancy|\
    how long have i got|how long will he live|how long will she live|how long does he have|how long does she have|\
    should i be scared|cure me|best for me|is my doctor right|is he right|is she right|doctor says i should|\
    doctor said i should|\
    which is better for me|better for me|chemo or a trial|trial or chemo";

/// What somebody has, but for what nobody has as an illness.
const HAVING: &str = "do i have|what do i have|could i have|might i have|how long do i have";
const NO_ILLNESS: &str = "to|a choice|a chance|any chance|a right|the right|a say|rights|any rights|access|\
    options|other options|any options|time|enough time|any time|more|some more|some information|\
    some questions|any questions|questions|a question|any costs|any cost|costs|your|information|info|\
    details|any more|help|some help|the form|an appointment|a copy|a link|a list|the link|the list|the app|\
    insurance|permission|a placebo|an account|a password|a number|a brochure|a call|a coordinator";
/// What somebody takes, uses or stops, but for what is no treatment.
const TAKING: &str = "can i take|should i take|safe to take";
const NOTHING_TO_TAKE: &str =
    "part|my records|my data|my time|time|a friend|somebody|someone|notes|back|a break|days off|a day";
const STOPPING: &str = "can i stop";
const NO_TREATMENT: &str = "at any time|any time|anytime|the study|the trial|a study|a trial|taking part|\
    being|whenever|later|participating|if|before|my participation|the emails|emails|the news|sharing|when|\
    early|in the middle|and|";
const BEGINNING: &str = "should i get|should i start|should i use|should i change|should i switch|can i skip";
const NOTHING_BEGUN: &str = "in touch|my records|an email|a call|paid|a letter|the app|by|the form|over|\
    here|with|my real|my legal|my full|my email|my address|my answers|my name|a question|this question|\
    the question|questions|a visit|the form|this part";
const SAFE_FOR_ME: &str = "is it safe for me";
const TO_TAKE_PART: &str =
    "to join|to take part|to participate|to sign up|to enroll|to be in|to try a trial|to share|";

/// A medicine of which a study may be meant, and words that ask for the best one all the same.
const WHICH: &str = "what medicine|which medicine|what medication|which medication|what dose|which dose|\
    what dosage|how many pills";
const BEST: &str = "best|better|should i|right for|good for|do i need|helps|works";

/// A treatment that somebody would stop for a study, with how they ask.
const GIVING_UP: [&str; 2] = [
    "have to stop|need to stop|must i stop|have to quit|have to change|have to give up|need to quit|\
        need to change",
    "my medicine|other medicine|other medicines|other medication|other medications|other meds|other pills|my medicines|my medication|my medications|my meds|my pills|my inhaler|my insulin|taking my|\
        taking medicine",
];

/// Something of somebody's body, or what was found there.
const OF_THE_BODY: &str = "this mole|my mole|this lump|my lump|this rash|my rash|this spot|my skin|my cough|\
    my fever|my temperature|my pain|my headache|my headaches|my blood sugar|my sugar|my blood pressure|\
    my heart rate|my pulse|my cholesterol|my a1c|my results|my labs|my swelling|my wound|my test results|\
    my blood test|my blood tests|my scan|my biopsy|my mri|my x ray|my symptoms|my diagnosis|my report";
/// What only who sees it can say of that.
const JUDGED: &str =
    "is|are|does|do|look|looks|could|what|whats|normal|high|low|too|why|mean|means|read|explain|serious|bad";
/// What has nothing to do with a judgement.
const ASIDE: &str =
    "who|pay|pays|free|cost|costs|share|send|upload|see|sees|sell|delete|erase|track|how do i|where";

/// Something that is eaten, drunk or taken, with how somebody asks whether it goes with a medicine.
const TOGETHER: [&str; 3] = [
    "is it ok|is it okay|is it safe|is it bad|is it fine|ok to|okay to|safe to|can you|can i|should i|may i|will it",
    "drink|drinking|eat|eating|take|taking|mix|mixing|combine|smoke|smoking|use",
    "blood thinner|blood thinners|warfarin|medicine|medicines|medication|medications|meds|pill|pills|statin|statins|\
        insulin|metformin|chemo|chemotherapy|ibuprofen|aspirin|tylenol|advil|antibiotics|antidepressants|alcohol|\
        grapefruit|vaccine|steroid|steroids|inhaler|supplements|vitamins|herbs",
];
/// Something of the speaker's own, with how somebody asks whether it is bad.
const IS_IT_BAD: [&str; 2] = [
    "my|i have|he has|she has",
    "is that bad|is this bad|is it bad|is that normal|is this normal|is that high|is that too high|is that low|\
        is that too low|is that dangerous|is that serious|is this serious|is it serious|is that good|is that ok",
];
/// What is put on or eaten without a doctor, with how somebody asks for the right one.
const WHAT_HELPS: [&str; 2] = [
    "what cream|which cream|what ointment|which ointment|what lotion|what diet|which diet|what vitamin|what vitamins|\
        which vitamins|what supplements|what foods|which foods|what food|what exercise|what exercises|what herbs",
    "should|can|best|good|help|helps|heal|heals|cure|cures",
];
/// An illness of somebody, with what only their doctor can say of it.
const HOW_BAD: [&str; 2] = [
    "is my|is his|is her|can my|will my",
    "terminal|curable|spreading|getting worse|coming back|fatal|be cured",
];
/// What a treatment does to a body.
const CAUSES: &str = "cause|causes";
const WHETHER: &str = "does|do|can|could|will|did|would";

/// What is no medicine, of which somebody may ask whether it is safe.
const NO_MEDICINES: &[&str] = &[
    "it",
    "this",
    "that",
    "they",
    "joining",
    "participating",
    "everything",
    "my",
    "the",
    "taking",
    "information",
];

/// Whether somebody asks what only their doctor can say.
pub(crate) fn is_medical_advice(words: &Words) -> bool {
    words.say(ALWAYS)
        || words.say_before_else(HAVING, NO_ILLNESS)
        || words.say_before_else(TAKING, NOTHING_TO_TAKE)
        || other_languages::is_medical_advice(words)
        || words.say_before_else(STOPPING, NO_TREATMENT)
        || words.say_before_else(BEGINNING, NOTHING_BEGUN)
        || words.say_before_else(SAFE_FOR_ME, TO_TAKE_PART)
        || (words.say_each(&GIVING_UP) && !words.say("taking part"))
        || asks_which(words)
        || asks_about_a_body(words)
        || asks_what_it_does(words)
}

fn asks_what_it_does(words: &Words) -> bool {
    let is_asked = words.say_each(&TOGETHER)
        || words.say_each(&IS_IT_BAD)
        || words.say_each(&WHAT_HELPS)
        || words.say_each(&HOW_BAD)
        || words.say_before_else("side effects of", "a|the|this|taking part|joining|")
        || is_a_medicine_safe(words)
        || (words.begin_with(WHETHER) && words.say(CAUSES));
    is_asked && !words.have_any(TRIALS) && !names_a_study(words)
}

/// `is ozempic safe`: a single word that is no other thing of a study.
fn is_a_medicine_safe(words: &Words) -> bool {
    let words: Vec<&str> = words.iter().collect();
    matches!(words.as_slice(), ["is" | "are", what, "safe", ..] if !NO_MEDICINES.contains(what))
}

/// Whether somebody asks which medicine is for them, and not which one a study tests.
fn asks_which(words: &Words) -> bool {
    words.say(WHICH) && (words.say(BEST) || !(words.have_any(TRIALS) || names_a_study(words)))
}

fn names_a_study(words: &Words) -> bool {
    words.iter().any(|word| {
        ["nct", "stu", "ptgb"].iter().any(|series| {
            word.strip_prefix(series)
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        })
    })
}

fn asks_about_a_body(words: &Words) -> bool {
    words.say(OF_THE_BODY) && words.say(JUDGED) && !words.have_any(TRIALS) && !words.say(ASIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(text: &str) -> bool {
        is_medical_advice(&Words::of(text))
    }

    #[test]
    fn what_only_a_doctor_can_say_is_refused() {
        for text in [
            "do i have cancer",
            "Do I have a tumor?",
            "could I have asthma",
            "which medicine should I take",
            "which medicine is best for my asthma trial",
            "what medicine for headaches",
            "Can I stop my inhaler?",
            "can i take ibuprofen",
            "is it safe for me to take aspirin",
            "Do I have to stop taking my insulin to join?",
            "What does my biopsy result mean?",
            "can you read my scan",
            "is this mole cancer?",
            "my blood sugar is 400 what should I do",
            "does my rash look like eczema?",
            "how long do I have",
            "is it ok to drink alcohol with my blood thinner",
            "is it ok to take ibuprofen with warfarin",
            "can I eat grapefruit with my statin",
            "does the COVID vaccine cause headaches?",
            "my kidney number is 2.4 is that bad",
            "what cream should i put on my leg ulcer",
            "how long do i have to live with stage 4 lung cancer",
            "is ozempic safe",
            "what are the side effects of metformin",
            "is my cancer terminal",
            "which study is best for me",
        ] {
            assert!(is_refused(text), "{text}");
        }
    }

    #[test]
    fn a_question_about_taking_part_is_answered() {
        for text in [
            "Do I have to pay?",
            "What do I have to do to join?",
            "Could I have more information?",
            "Who can read my records?",
            "Is it safe for me to join?",
            "which medicine is tested in STU01009",
            "what medicine does the study test",
            "how many pills are there in the trial",
            "Can I take part if I smoke?",
            "Should I take part?",
            "Can I stop?",
            "can i stop at any time",
            "Can I stop the trial whenever I want?",
            "Do I have a choice?",
            "how long do I have to stay",
            "who pays for my scan",
            "who sees my test results",
            "What does my doctor need to do?",
            "can I skip a question",
            "is it safe to take part",
            "may I use the app",
            "is it safe",
            "are there side effects of the study drug",
            "should I use my real name",
            "my first visit is on a Monday, is that ok for the study",
            "what diet does the study test, can I choose",
        ] {
            assert!(!is_refused(text), "{text}");
        }
    }
}
