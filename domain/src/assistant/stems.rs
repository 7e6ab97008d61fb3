//! Words that carry what a text is about, without their endings.

use std::collections::BTreeSet;

use super::phrases::Words;

/// Words that say nothing of what a question is about.
const SMALL: &[&str] = &[
    "a",
    "about",
    "after",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "anything",
    "are",
    "as",
    "at",
    "be",
    "been",
    "before",
    "but",
    "by",
    "can",
    "cant",
    "could",
    "did",
    "do",
    "does",
    "dont",
    "for",
    "from",
    "get",
    "give",
    "go",
    "got",
    "had",
    "has",
    "have",
    "hello",
    "help",
    "here",
    "hi",
    "how",
    "i",
    "id",
    "if",
    "ill",
    "im",
    "in",
    "is",
    "it",
    "its",
    "ive",
    "just",
    "know",
    "like",
    "looking",
    "many",
    "may",
    "me",
    "mean",
    "means",
    "more",
    "much",
    "my",
    "need",
    "no",
    "not",
    "of",
    "on",
    "or",
    "our",
    "please",
    "say",
    "shall",
    "should",
    "so",
    "some",
    "something",
    "tell",
    "than",
    "thank",
    "thanks",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "they",
    "thing",
    "things",
    "this",
    "to",
    "try",
    "us",
    "want",
    "was",
    "we",
    "were",
    "what",
    "whats",
    "when",
    "where",
    "which",
    "whenever",
    "later",
    "now",
    "still",
    "really",
    "ever",
    "never",
    "maybe",
    "again",
    "while",
    "during",
    "people",
    "person",
    "someone",
    "who",
    "why",
    "will",
    "with",
    "would",
    "you",
    "your",
];

/// Words of one meaning on this site, each with the one that stands for them.
const SAME: &[(&str, &str)] = &[
    ("study", "trial"),
    ("research", "trial"),
    ("join", "part"),
    ("participate", "part"),
    ("participation", "part"),
    ("participant", "part"),
    ("enrol", "part"),
    ("enroll", "part"),
    ("quit", "leave"),
    ("withdraw", "leave"),
    ("free", "cost"),
    ("pay", "cost"),
    ("paid", "cost"),
    ("price", "cost"),
    ("fee", "cost"),
    ("money", "cost"),
    ("expensive", "cost"),
    ("data", "information"),
    ("privacy", "information"),
    ("dummy", "placebo"),
    ("danger", "safe"),
    ("dangerou", "safe"),
    ("safety", "safe"),
    ("risk", "safe"),
    ("signup", "sign"),
    ("register", "sign"),
    ("registration", "sign"),
];

/// The stems of a text.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    let words = Words::of(text);
    let telling = words.iter().filter(|word| !SMALL.contains(word));
    telling.map(stem).filter(|stem| stem.chars().count() > 1).collect()
}

/// A word without its ending, and as the word that stands for all of its meaning.
fn stem(word: &str) -> String {
    let bare = without_ending(word);
    SAME.iter().find(|(other, _)| *other == bare).map_or(bare, |(_, one)| (*one).to_owned())
}

fn without_ending(word: &str) -> String {
    let long = |rest: &&str| rest.chars().count() >= 3;
    if let Some(rest) = word.strip_suffix("ies").filter(long) {
        return format!("{rest}y");
    }
    if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word.to_owned();
    }
    let shorter = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(long));
    let bare = shorter.unwrap_or(word);
    bare.strip_suffix('e').filter(long).filter(|_| shorter.is_some()).unwrap_or(bare).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_the_same_have_the_same_stem() {
        let same = [
            ("Is it free?", "What does it cost?"),
            ("Can I quit the study?", "Can I leave a trial?"),
            ("studies", "study"),
            ("placebos", "a dummy"),
        ];
        for (one, other) in same {
            assert_eq!(stems(one), stems(other), "{one} / {other}");
        }
    }

    #[test]
    fn small_words_carry_nothing() {
        assert!(stems("Can you please help me with this?").is_empty());
    }
}
