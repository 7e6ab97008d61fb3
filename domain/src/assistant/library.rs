//! What editors have written, in passages that answer a question.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::stems::stems;

/// How much of what makes a question special a passage has to hold, of 1.
const ENOUGH: f64 = 0.62;
/// How special a question has to be at least: one that names nothing but what every passage is about asks for nothing.
const SPECIAL: f64 = 1.5;
/// How much more a word counts in a title.
const IN_TITLE: f64 = 1.5;
/// So many sentences of a text are looked at one by one.
const MOST_SENTENCES: usize = 32;

/// A passage: some sentences under a title, and the page on which they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// What it answers: a question, or a heading.
    pub title: String,
    /// The answer, as plain text.
    pub text: String,
    /// The title of the page.
    pub page: String,
    /// The page's address on this site.
    pub address: String,
}

/// Passages in which answers are looked for.
#[derive(Debug, Clone, Default)]
pub struct Library {
    shelf: Vec<Shelved>,
    /// The number of each stem.
    numbers: HashMap<String, usize>,
    /// In how many passages a stem stands, by its number.
    spread: Vec<u32>,
}

/// A passage with the numbers of its stems, in order.
#[derive(Debug, Clone)]
struct Shelved {
    passage: Passage,
    title: Vec<usize>,
    all: Vec<usize>,
}

impl Library {
    /// A library of these passages.
    #[must_use]
    pub fn of(passages: Vec<Passage>) -> Self {
        let mut library = Self::default();
        for passage in passages {
            let title = &stems(&passage.title) | &stems(&passage.page);
            let all = &title | &stems(&passage.text);
            let all = library.numbers_of(all);
            for number in &all {
                library.spread[*number] += 1;
            }
            let title = library.numbers_of(title);
            library.shelf.push(Shelved { passage, title, all });
        }
        library
    }

    fn numbers_of(&mut self, stems: BTreeSet<String>) -> Vec<usize> {
        let mut numbers: Vec<usize> = stems
            .into_iter()
            .map(|stem| {
                let next = self.spread.len();
                let number = *self.numbers.entry(stem).or_insert(next);
                if number == next {
                    self.spread.push(0);
                }
                number
            })
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// The passage that answers a text best, or one of its first sentences; none where the best holds too little of it.
    #[must_use]
    pub fn best(&self, text: &str) -> Option<&Passage> {
        let sentences = || {
            let sentences = text.split(['.', '?', '!', '\n']).filter(|sentence| sentence.len() < text.len());
            sentences.filter(|sentence| !sentence.trim().is_empty()).take(MOST_SENTENCES)
        };
        self.answering(text).or_else(|| sentences().find_map(|sentence| self.answering(sentence)))
    }

    fn answering(&self, question: &str) -> Option<&Passage> {
        let asked: Vec<(Option<usize>, f64)> = stems(question)
            .iter()
            .map(|stem| {
                let number = self.numbers.get(stem).copied();
                (number, self.weight(number))
            })
            .collect();
        let whole: f64 = asked.iter().map(|(_, weight)| weight).sum();
        if whole < SPECIAL {
            return None;
        }
        let held = |stems: &[usize]| -> f64 {
            let is_held =
                |number: &Option<usize>| number.is_some_and(|number| stems.binary_search(&number).is_ok());
            asked.iter().filter(|(number, _)| is_held(number)).map(|(_, weight)| weight).sum::<f64>() / whole
        };
        let rated = self.shelf.iter().filter_map(|Shelved { passage, title, all }| {
            let (in_all, in_title) = (held(all), held(title));
            (in_all >= ENOUGH && in_title > 0.0).then_some((passage, in_all + IN_TITLE * in_title))
        });
        // Of those that are as good, the first.
        rated.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(passage, _)| passage)
    }

    /// How special a word is: the fewer passages it stands in, the more. A word of none counts like the rarest, so
    /// that a question about something else is not answered by its other words.
    fn weight(&self, number: Option<usize>) -> f64 {
        let passages = u32::try_from(self.shelf.len()).unwrap_or(u32::MAX);
        let with = number.and_then(|number| self.spread.get(number)).copied().unwrap_or_default();
        (1.0 + f64::from(passages) / f64::from(with.max(1))).ln()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A passage of the page of common questions.
    pub(in crate::assistant) fn passage(title: &str, text: &str) -> Passage {
        Passage {
            title: title.into(),
            text: text.into(),
            page: "Common Questions".into(),
            address: "/#questions".into(),
        }
    }

    fn library() -> Library {
        Library::of(vec![
            passage("Does it cost anything to take part?", "No. You pay nothing to join a trial here."),
            passage("Can I leave a trial after I join?", "Yes. You can stop at any time."),
            passage("Could I get a placebo?", "In some trials, yes."),
            passage("Who will see my information?", "The team of the study that you sign up for."),
        ])
    }

    #[test]
    fn a_question_in_other_words_finds_its_answer() {
        let table = [
            ("is it free", "Does it cost anything to take part?"),
            ("Can I quit the study later?", "Can I leave a trial after I join?"),
            ("will they give me a placebo??", "Could I get a placebo?"),
            ("who sees my data", "Who will see my information?"),
        ];
        for (question, title) in table {
            let library = library();
            assert_eq!(library.best(question).map(|found| found.title.as_str()), Some(title), "{question}");
        }
    }

    #[test]
    fn one_sentence_of_a_text_may_be_the_question() {
        let found = library();
        let found = found
            .best("My dog is called Bella. I have asthma! Is it free?")
            .map(|found| found.title.as_str());
        assert_eq!(found, Some("Does it cost anything to take part?"));
    }

    #[test]
    fn a_question_about_something_else_finds_nothing() {
        for question in [
            "",
            "?",
            "Who won the world cup?",
            "cost of a house in Paris",
            "asdf qwer",
            "write a poem about placebo cats",
        ] {
            assert_eq!(library().best(question), None, "{question}");
        }
        assert_eq!(Library::default().best("Is it free?"), None);
    }
}
