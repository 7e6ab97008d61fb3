//! Random texts: reading them is quick and never panics. `cargo xtask check fuzz --target query` runs for longer.

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
    time::{Duration, Instant},
};

use waypoint_domain::work_budget::WorkBudget;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// The maximum time for one text, even on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(3);
/// The maximum length of a text in characters.
const LONGEST: usize = 1000;

/// Pieces of texts: words, parts of words, and unusual characters.
const PIECES: &[&str] = &[
    "cancer",
    "lung",
    "diabetes",
    "diabtes",
    "hart attac",
    "viêm gan",
    "viêm gân",
    "ung thư",
    "tiểu đường",
    "cáncer de pulmón",
    "presión",
    "mamá",
    "AML",
    "PVCs",
    "HLHS",
    "type 2",
    "COVID-19",
    "alzheimer's",
    "’s",
    "a",
    "s",
    "es",
    "ss",
    "our",
    "ours",
    "ae",
    "oses",
    "y",
    "58 year old",
    "near",
    "the",
    "of",
    "của",
    "do",
    " ",
    "  ",
    "\t",
    "\n",
    "\0",
    "-",
    "_",
    "/",
    "\\",
    "\"",
    "'",
    "`",
    "(",
    ")",
    "&",
    "%00",
    "|",
    ",",
    ".",
    "\u{300}",
    "\u{301}",
    "\u{323}",
    "\u{20dd}",
    "\u{feff}",
    "\u{200b}",
    "\u{200d}",
    "\u{202e}",
    "\u{2028}",
    "\u{e000}",
    "\u{fffd}",
    "\u{10ffff}",
    "😀",
    "👩‍⚕️",
    "🇺🇸",
    "ﷺ",
    "ﬁ",
    "ß",
    "İ",
    "ı",
    "ǅ",
    "Ω",
    "α",
    "ệ",
    "Đ",
    "癌症",
    "がん",
    "암",
    "سرطان",
    "סרטן",
    "рак",
    "कैंसर",
    "มะเร็ง",
    "𝕮𝖆𝖓𝖈𝖊𝖗",
    "０１２",
    "²",
    "½",
    "Ⅳ",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "zcqwrtpsdfghjk",
    "cccccccc",
    "hhhhhh",
    "pnpspn",
    "schtchck",
];

/// A reproducible pseudorandom generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(30) {
            let piece = PIECES[self.below(PIECES.len())];
            match self.below(8) {
                0 => text.push_str(&piece.repeat(1 + self.below(200))),
                1 => text.extend(piece.chars().take(1 + self.below(6))),
                2 => text.extend(piece.chars().rev()),
                3 => text
                    .push(char::from_u32(u32::try_from(self.below(0x11_0000)).unwrap()).unwrap_or('\u{301}')),
                4 => text.push_str(&piece.to_uppercase()),
                _ => text.push_str(piece),
            }
            if self.below(3) > 0 {
                text.push(' ');
            }
        }
        text.chars().take(LONGEST).collect()
    }
}

/// Checks the invariants for one text.
fn check(text: &str, random: u64) -> Result<(), String> {
    let began = Instant::now();
    let studies_with = |word: &str| (random ^ word.len() as u64) % 100;
    for reading in
        [VOCABULARY.read(text), VOCABULARY.read_with_studies(text, &studies_with, &WorkBudget::for_request())]
    {
        let mut end = 0;
        for part in &reading.parts {
            let is_text = text.get(part.span.clone()).is_some_and(|part| !part.is_empty());
            if !is_text || part.span.start < end || part.concepts.is_empty() {
                return Err(format!("the part {part:?} is not within the text"));
            }
            end = part.span.end;
            if VOCABULARY
                .concepts_within(part, &WorkBudget::for_request())
                .iter()
                .any(|concept| part.concepts.contains(concept))
            {
                return Err(format!("the part {part:?} contains itself"));
            }
        }
        if reading.rest.iter().any(|word| text.get(word.span.clone()).is_none()) {
            return Err("a word is not within the text".into());
        }
    }
    let _ = VOCABULARY.read_exactly(text);
    let took = began.elapsed();
    // Time is checked only in long runs, because machines differ.
    let is_long = number("WAYPOINT_FUZZ_MINUTES").is_some();
    if is_long && took > MAX_TIME { Err(format!("it took {took:?}")) } else { Ok(()) }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().unwrap())
}

#[test]
fn any_text_is_read_without_a_panic() {
    let minutes = number("WAYPOINT_FUZZ_MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let seed = number("WAYPOINT_FUZZ_SEED").unwrap_or(2026);
    let (mut random, began) = (Random(seed), Instant::now());
    let (mut cases, mut findings) = (0, Vec::new());
    while minutes.map_or(cases < 150, |minutes| began.elapsed() < minutes) && findings.len() < 10 {
        cases += 1;
        let (text, counts) = (random.text(), random.0);
        let tried = || catch_unwind(AssertUnwindSafe(|| check(&text, counts)));
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

#[test]
fn hostile_texts_are_read() {
    let texts = [
        "\u{301}".repeat(1000),
        format!("a{}", "\u{301}\u{323}".repeat(499)),
        "x".repeat(1000),
        "diabetes".repeat(125),
        "a ".repeat(500),
        "q z x j ".repeat(125),
        "😀".repeat(1000),
        "\u{202e}سرطان ".repeat(140),
        "\0".repeat(1000),
        "ﷺ".repeat(1000),
        "asdfgh qwerty zxcvbn ".repeat(47),
        "diabtes hart attac newmonia ".repeat(35),
        "viêm gân ".repeat(110),
        "AM viêmtiểu đường".into(),
        "viêm tiểu đườngtiểu đường".into(),
    ];
    for text in &texts {
        assert_eq!(check(text, 1), Ok(()), "{text:?}");
    }
}
