//! The table of words that say whom and when a statement is about. Descriptions read all of it, typed searches the words for
//! other people, the denials, and the suspicions.

use std::sync::LazyLock;

use waypoint_text::{Table, table};

const CUES: Table<3> = table!("../data/statement_cues.tsv", ["cue", "meaning", "side"]);

/// Another person than the one whom a text is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherPerson {
    /// A relative of no stated sex: `my cousin`.
    Relative,
    /// A neighbor, a friend, or the like.
    Acquaintance,
}

/// The words for other people.
pub(crate) static OTHER_PEOPLE: LazyLock<Vec<(&'static str, OtherPerson)>> = LazyLock::new(|| {
    let person = |[cue, meaning, _]: [&'static str; 3]| match meaning {
        "relative" => Some((cue, OtherPerson::Relative)),
        "acquaintance" => Some((cue, OtherPerson::Acquaintance)),
        _ => None,
    };
    rows().filter_map(person).collect()
});

/// The words for other people behind the person whose they are: the classmate in "my son's classmate".
pub(crate) static OTHERS_OF_PEOPLE: LazyLock<Vec<(&'static str, OtherPerson)>> = LazyLock::new(|| {
    OTHER_PEOPLE.iter().map(|(words, person)| (words.strip_prefix("my ").unwrap_or(words), *person)).collect()
});

/// The words that deny the names before or after them.
pub(crate) static DENIALS_BEFORE: LazyLock<Cues> =
    LazyLock::new(|| cues(&["denied", "denies all"], "before"));
pub(crate) static DENIALS_AFTER: LazyLock<Cues> = LazyLock::new(|| cues(&["denied", "denies all"], "after"));

/// The words that say that the person may have what is before or after them.
pub(crate) static SUSPICIONS_BEFORE: LazyLock<Cues> = LazyLock::new(|| cues(&["suspected"], "before"));
pub(crate) static SUSPICIONS_AFTER: LazyLock<Cues> = LazyLock::new(|| cues(&["suspected"], "after"));

type Cues = Vec<(&'static str, ())>;

fn cues(meanings: &[&str], side: &str) -> Cues {
    let cue = |[cue, of, on]: [&'static str; 3]| (meanings.contains(&of) && on == side).then_some((cue, ()));
    rows().filter_map(cue).collect()
}

/// Returns the cells of each row: the cue, its meaning, and the side of the names that it is about.
pub(crate) fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    CUES.rows()
}
