//! What a question is probably about, by single words in it, when nothing knows it in its own words. The question that is
//! answered then stands before the answer, so that nobody takes it for another one.

use super::{common_questions::common_question, errands::errand, phrases::Words};

/// Lists of words, of each of which a text has one, and the question that is answered then. What is rarer comes first.
const TOPICS: &[(&[&str], &str)] = &[
    (
        &["tax|taxed|taxes|taxable|disability|ssi|ssdi|benefits|welfare|medicaid"],
        "Is money from a study taxable?",
    ),
    (&["citizen|citizens|citizenship|visa|immigrant|immigration|passport"], "Do I have to be a citizen?"),
    (
        &["language|languages|translate|translator|interpreter|vietnamese|spanish|english|chinese"],
        "Do you have an interpreter?",
    ),
    (&["irb|ethics|oversight|watchdog|behave|regulated|approved|fda"], "Is it dangerous?"),
    (
        &["turned down|rejected|refused|not accepted|denied|declined|didnt make it"],
        "What is a screen failure?",
    ),
    (&["mailing|mailings|spam|unsubscribe|letters|newsletter"], "How do I unsubscribe?"),
    (&["reschedule|appointment|appointments|screening call|screening visit"], "Can I change my appointment?"),
    (
        &["rang|phoned|called|contacted|heard", "nobody|no one|noone|never|not|didnt|yet|when|still"],
        "When will somebody call me?",
    ),
    (&["deaf|hearing|lip read"], "I am deaf, how can we talk?"),
    (&["wheelchair|walker|stairs|ramp|crutches|cane"], "Is the clinic open to a wheelchair?"),
    (&["needle|needles|vein|veins|blood draw|blood draws|blood tests"], "Will they take blood?"),
    (&["video|zoom|home|remote|rural|housebound"], "Can I take part from home?"),
    (
        &["car|drive|drives|ride|fetch|gas|petrol|miles|bus|train|taxi|uber|parking|travel|hotel"],
        "Do you pay for travel?",
    ),
    (
        &["weekend|weekends|saturday|sunday|evening|evenings|work|job|boss", "visit|visits|come|go|time|off"],
        "Are there visits on weekends?",
    ),
    (
        &[
            "stop|quit|leave|withdraw|back out|change my mind",
            "can|may|if|middle|later|anytime|halfway|wont|dont",
        ],
        "Can I leave a study?",
    ),
    (
        &["pay|pays|paid|payed|money|cash|check|stipend|dollars|gift card|compensation"],
        "Do I get paid for taking part?",
    ),
    (&["cost|costs|bill|bills|insurance|charge|charged|afford|free"], "What does it cost me?"),
    (&["two|both|2|second", "same time|at once|together|one for"], "Can I join two studies?"),
    (
        &["own doctor|my doctor|my physician|my gp|my oncologist|my specialist|family doctor"],
        "Can I keep my own doctor?",
    ),
    (
        &[
            "privacy|private|secret|hack|hacked|share|shared|sell|see|find out",
            "info|information|data|name|records|employer|boss|family",
        ],
        "Who sees what I write here?",
    ),
    (
        &[
            "upload|file|photo|button|website|web page|error|page|screen|browser|app|link",
            "big|work|works|working|wont|doesnt|dont|cant|says|loading|stuck|error|how",
        ],
        "What if the page doesn’t work?",
    ),
    (
        &["lab|labs|records|chart|scan|scans|mri|results", "send|give|get|need|share|bring|paper|show|how"],
        "How do I share my records?",
    ),
    (
        &["how long|how much time|hours|weeks|months|years", "visit|visits|take|takes|last|study|trial|it"],
        "How long does a visit take?",
    ),
    (
        &[
            "fat|overweight|obese|heavy|weight|bmi|stone|transplant|pacemaker|smoke|allergy|allergic|medicine|pills|cancer survivor",
            "stop me|allowed|can i|does|join|problem|matter|ok|still",
        ],
        "Am I eligible?",
    ),
    (&["risk|risks|harm|danger|safe|safety|side effects|worried|die"], "Is it dangerous?"),
];

/// The question that a text is probably about, and what is said to it.
pub(super) fn by_topic(words: &Words) -> Option<String> {
    let (_, question) = TOPICS.iter().find(|(lists, _)| words.say_each(lists))?;
    answer_to(question).map(|answer| format!("Perhaps you ask: “{question}” {answer}"))
}

fn answer_to(question: &str) -> Option<&'static str> {
    let words = Words::of(question);
    errand(&words).or_else(|| common_question(&words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_topic_has_an_answer() {
        for (_, question) in TOPICS {
            assert!(answer_to(question).is_some(), "{question}");
        }
    }

    #[test]
    fn a_question_in_words_of_its_own_is_told_by_its_topic() {
        let table = [
            ("how much do they pay and is it cash or a card", "paid"),
            ("do i need to be citizen? i have work visa only", "citizen"),
            ("can i stop in the middle if i dont like it", "leave a study"),
            ("I dont have a car. the place is 70 miles", "travel"),
            ("Please how I can change the language, my father he reads only Vietnamese", "interpreter"),
            ("can i be in two at same time, one for migraine and one for knee", "two studies"),
            ("whats an IRB and who makes sure these people behave", "dangerous"),
            ("need to reschedule my screening call", "appointment"),
        ];
        for (text, part) in table {
            let said = by_topic(&Words::of(text));
            assert!(said.as_ref().is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_text_without_a_topic_is_told_to_be_none() {
        for text in ["who won the world cup", "asdf", "write me a poem about the sea"] {
            assert_eq!(by_topic(&Words::of(text)), None, "{text}");
        }
    }
}
