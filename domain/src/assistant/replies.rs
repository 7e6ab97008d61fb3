//! Fixed answers, each found by words that a text has to say.

use super::phrases::Words;

/// Lists of phrases, of each of which a text has to say one, and what is then said. The phrases of a list are parted by `|`.
pub(super) type Reply = (&'static [&'static str], &'static str);

/// What the first of these says to a text.
pub(super) fn first_reply(replies: &[Reply], words: &Words) -> Option<&'static str> {
    replies.iter().find(|(lists, _)| words.say_each(lists)).map(|(_, said)| *said)
}
