//! Random descriptions: reading them never panics, and everything found is in the text. `cargo xtask check fuzz --target
//! note` runs for longer and also checks the time.

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
    time::{Duration, Instant},
};

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{
    FreeText,
    description::{Description, MAX_DESCRIPTION_LENGTH},
};
use waypoint_text::{Table, table};
use waypoint_vocabulary::Vocabulary;

use crate::describing::NOTES;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

const CUES: Table<3> = table!("../data/statement_cues.tsv", ["cue", "meaning", "side"]);
const HEADINGS: Table<3> = table!("../data/note_headings.tsv", ["heading", "section", "needs_colon"]);
const SIGNS: &[&str] = &[
    " ",
    "  ",
    "\n",
    "\n\n",
    ". ",
    ", ",
    "; ",
    ": ",
    " (",
    ") ",
    "/",
    "s/p ",
    "-",
    "+",
    "\u{301}",
    "\u{200b}",
    "😀",
    "½",
    "癌",
    "ệ",
    "0",
    "58F ",
    "stage IV ",
    "my mother ",
    "HER2- ",
    "12/03/2024 ",
    "\t",
    "\0",
];
/// The maximum time for one text, even on a busy machine. It is checked only in long runs, because machines differ.
const MAX_TIME: Duration = Duration::from_secs(3);

/// Words of notes, cues, and headings.
static PIECES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let notes = NOTES.rows().map(|[.., text]| text);
    let words = notes.flat_map(|note| note.split(' ')).map(|word| format!("{} ", word.replace("\\n", "\n")));
    let cues = CUES.rows().map(|[cue, ..]| format!("{cue} "));
    let headings = HEADINGS.rows().map(|[heading, ..]| format!("\n{heading}: "));
    words.chain(cues).chain(headings).collect()
});

/// A reproducible pseudorandom generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(120) {
            let piece = match self.below(4) {
                0 => SIGNS[self.below(SIGNS.len())],
                _ => &PIECES[self.below(PIECES.len())],
            };
            match self.below(30) {
                0 => text.push_str(&piece.repeat(1 + self.below(300))),
                1 => text.extend(piece.chars().rev()),
                2 => text.extend(piece.chars().take(2)),
                3 => text.push_str(&piece.to_uppercase()),
                _ => text.push_str(piece),
            }
        }
        text
    }
}

fn check(text: &str) -> Result<(), String> {
    let began = Instant::now();
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    if found.is_truncated != (text.chars().count() > MAX_DESCRIPTION_LENGTH) {
        return Err("the text is cut at another length".into());
    }
    let own: Vec<_> = found.conditions.iter().map(|one| one.concept).collect();
    if found.denied.iter().any(|denied| own.contains(denied)) {
        return Err("a condition applies and is denied".into());
    }
    if let Some(words) = found.search_text(&VOCABULARY) {
        // What is searched for is read as a condition again.
        let read = FreeText::read(&words, 2026, &VOCABULARY, &GAZETTEER);
        if read.condition.trim().is_empty() && read.healthy.is_none() {
            return Err(format!("{words:?} is no search"));
        }
    }
    let took = began.elapsed();
    let is_long = number("WAYPOINT_FUZZ_MINUTES").is_some();
    if is_long && took > MAX_TIME { Err(format!("it took {took:?}")) } else { Ok(()) }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().unwrap())
}

#[test]
fn random_notes_are_read_without_a_panic() {
    let minutes = number("WAYPOINT_FUZZ_MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let seed = number("WAYPOINT_FUZZ_SEED").unwrap_or(2026);
    let (mut random, began) = (Random(seed), Instant::now());
    let (mut cases, mut findings) = (0, Vec::new());
    while minutes.map_or(cases < 60, |minutes| began.elapsed() < minutes) && findings.len() < 10 {
        cases += 1;
        let text = random.text();
        let tried = || catch_unwind(AssertUnwindSafe(|| check(&text)));
        // Try again, because the machine may have paused.
        let result = match tried() {
            Ok(Err(_)) => tried(),
            result => result,
        };
        let result = result.unwrap_or_else(|_| Err("it panics".into()));
        findings.extend(result.err().map(|what| format!("case {cases} of seed {seed}: {what}: {text:?}")));
    }
    assert!(findings.is_empty(), "{cases} cases: {findings:#?}");
}
