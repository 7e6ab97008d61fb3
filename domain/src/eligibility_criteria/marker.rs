//! The bullet or number that a line of a list begins with.

use std::collections::HashSet;

/// Bullets that stand for nothing else, with or without a space after them.
const BULLETS: &str = "•·●○◦▪▫■□◆◇‣⁃∙・➢➤►▶✓✔☐❖\u{f0b7}\u{f0a7}\u{f0d8}";
/// Those of them that also join words, as in `mg·kg`.
const JOINING_BULLETS: &str = "·∙・✓✔";
/// Dashes: a bullet before a space or a word, a sign before a figure.
const DASHES: &str = "-–—−";
/// Signs that are a bullet only when a space follows.
const SPACED: &str = "*§";
/// Letters that text programs turn round bullets into: a bullet before a space and a word.
const LETTERS: &str = "oØ";
const ROMANS: [&str; 15] =
    ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"];

/// What a list counts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Counting {
    Numbers,
    Letters,
    Capitals,
    Romans,
    CapitalRomans,
    /// Numbers of several parts, such as `1.2`, by how many parts they have.
    Parts(u8),
}

/// Whether a sign is a bullet wherever it is between words.
pub(super) fn is_sure_bullet(sign: char) -> bool {
    BULLETS.contains(sign) && !JOINING_BULLETS.contains(sign)
}

/// Returns the number that an item begins with, the sign that closes it, and where its words begin.
pub(super) fn number_of_item(text: &str) -> Option<(usize, char, usize)> {
    let number = Number::at_start_of(text)?;
    let [(Counting::Numbers, ordinal)] = number.readings[..] else { return None };
    let is_plain = !number.lettered && matches!(number.closing, '.' | ')');
    let begins = !number.rest.starts_with(|c: char| c.is_ascii_digit());
    (is_plain && begins).then_some((ordinal, number.closing, text.len() - number.rest.len()))
}

/// A line without its bullet or number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unmarked<'a> {
    pub(super) text: &'a str,
    pub(super) bulleted: bool,
    /// What the line is counted with, if it has a number.
    pub(super) counting: Option<Counting>,
}

/// The numbers that begin lines of a text. A letter or a figure is a number of a list only when its
/// neighbor stands in the text as well: `C. difficile` and a wrapped `18. ` keep their words.
#[derive(Debug, Default)]
pub(super) struct Numbering(HashSet<(Counting, usize)>);

impl Numbering {
    /// Reads the numbers of a text's lines.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let numbers = lines.filter_map(|line| Number::at_start_of(after_bullets(line)));
        Self(numbers.flat_map(|number| number.readings).collect())
    }

    fn has_neighbor(&self, (counting, ordinal): (Counting, usize)) -> bool {
        self.0.contains(&(counting, ordinal + 1))
            || (ordinal > 1 && self.0.contains(&(counting, ordinal - 1)))
    }

    /// Takes the bullet, the number, or both, off a line.
    pub(super) fn unmark<'a>(&self, line: &'a str) -> Unmarked<'a> {
        let line = line.trim();
        let body = after_bullets(line);
        let bulleted = body.len() < line.len();
        match Number::at_start_of(body).and_then(|number| Some((self.counting(&number)?, number))) {
            Some((counting, number)) => {
                Unmarked { text: after_bullets(number.rest), bulleted: true, counting: Some(counting) }
            }
            None => Unmarked { text: body, bulleted, counting: None },
        }
    }

    /// What a number counts with, or none when it is a word of the criterion.
    fn counting(&self, number: &Number<'_>) -> Option<Counting> {
        let reading = number
            .readings
            .iter()
            .find(|reading| self.has_neighbor(**reading))
            .or_else(|| number.readings.iter().find(|reading| number.stands_alone(**reading)))?;
        (!number.goes_on_in_line(*reading)).then_some(reading.0)
    }
}

/// A possible number: `1.`, `2)`, `(a)`, `iv.`, `3、`.
struct Number<'a> {
    opening: &'a str,
    closing: char,
    /// Whether a letter follows the figures, as in `2a.`
    lettered: bool,
    readings: Vec<(Counting, usize)>,
    rest: &'a str,
}

impl<'a> Number<'a> {
    fn at_start_of(line: &'a str) -> Option<Self> {
        Self::of_parts(line).or_else(|| Self::of_one_part(line))
    }

    /// Reads a number such as `1.2` or `3.1.4.`
    fn of_parts(line: &'a str) -> Option<Self> {
        let end = line.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let figures = line[..end].strip_suffix('.').unwrap_or(&line[..end]);
        let parts: Vec<usize> = figures.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
        let depth = u8::try_from(parts.len()).ok().filter(|depth| (2..=4).contains(depth))?;
        let rest = line[end..].strip_prefix(')').unwrap_or(&line[end..]);
        let is_spaced = rest.starts_with(char::is_whitespace);
        let names = is_spaced && rest.trim_start().starts_with(char::is_alphabetic);
        // Neighbors differ in the last part only.
        let ordinal =
            parts.iter().try_fold(0_usize, |whole, part| (*part < 100).then_some(whole * 100 + part))?;
        let readings = vec![(Counting::Parts(depth), ordinal)];
        names.then(|| Self { opening: "", closing: '.', lettered: false, readings, rest: rest.trim_start() })
    }

    fn of_one_part(line: &'a str) -> Option<Self> {
        let (opening, inner) = match line.strip_prefix('(') {
            Some(inner) => ("(", inner),
            None => ("", line),
        };
        let end = inner.find(|c: char| !c.is_ascii_alphanumeric())?;
        let readings = readings(&inner[..end]);
        let lettered = inner[..end].ends_with(|c: char| c.is_ascii_lowercase());
        let tail = inner[end..].trim_start_matches('\\');
        let closing = tail.chars().next()?;
        let rest = &tail[closing.len_utf8()..];
        let rest = if closing == '.' { rest.strip_prefix(')').unwrap_or(rest) } else { rest };
        let next = rest.chars().next()?;
        let spaced = next.is_whitespace();
        let numeric = matches!(readings.first(), Some((Counting::Numbers, _)));
        let closes = match closing {
            ')' => true,
            '、' => opening.is_empty(),
            '.' => opening.is_empty() && (spaced || (numeric && !next.is_ascii_digit())),
            '-' => opening.is_empty() && numeric && spaced,
            _ => false,
        };
        let stands = closes && !readings.is_empty() && rest.chars().any(char::is_alphanumeric);
        stands.then_some(Self { opening, closing, lettered, readings, rest: rest.trim_start() })
    }

    /// Whether it can't be taken for a word or a range, even with no neighbor in the text.
    fn stands_alone(&self, (counting, ordinal): (Counting, usize)) -> bool {
        let plain = match self.closing {
            ')' | '、' => true,
            '.' => counting == Counting::Numbers,
            _ => false,
        };
        plain
            && !matches!(counting, Counting::Parts(_))
            && (ordinal == 1 || (self.lettered && counting == Counting::Numbers))
    }

    /// Whether the next number stands in the same line: such a line is a sentence that counts.
    fn goes_on_in_line(&self, (counting, ordinal): (Counting, usize)) -> bool {
        let Some(next) = written(counting, ordinal + 1) else { return false };
        let next = format!("{}{next}{}", self.opening, self.closing);
        self.rest.match_indices(&next).any(|(at, found)| {
            let before = self.rest[..at].chars().next_back();
            let after = self.rest[at + found.len()..].chars().next();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '.')
                && !after.is_some_and(|c| c.is_ascii_digit())
        })
    }
}

/// Every way to read a number's figures or letters.
fn readings(word: &str) -> Vec<(Counting, usize)> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    if !digits.is_empty()
        && digits.len() <= 3
        && word.len() - digits.len() <= 1
        && let Ok(ordinal) = digits.parse()
    {
        return vec![(Counting::Numbers, ordinal)];
    }
    let roman = ROMANS.iter().position(|roman| *roman == word).map(|at| (Counting::Romans, at + 1));
    let letter = match word.as_bytes() {
        [c @ b'a'..=b'z'] => Some((Counting::Letters, usize::from(c - b'a') + 1)),
        [c @ b'A'..=b'Z'] => Some((Counting::Capitals, usize::from(c - b'A') + 1)),
        _ => None,
    };
    let capital = ROMANS.iter().position(|roman| roman.to_uppercase() == word);
    let capital = capital.map(|at| (Counting::CapitalRomans, at + 1));
    roman.into_iter().chain(capital).chain(letter).collect()
}

/// How a list writes a number.
fn written(counting: Counting, ordinal: usize) -> Option<String> {
    let letter = |first: u8| {
        let offset = u8::try_from(ordinal.checked_sub(1)?).ok().filter(|offset| *offset < 26)?;
        Some(char::from(first + offset).to_string())
    };
    match counting {
        Counting::Numbers => Some(ordinal.to_string()),
        Counting::Letters => letter(b'a'),
        Counting::Capitals => letter(b'A'),
        Counting::Romans => ROMANS.get(ordinal.checked_sub(1)?).map(ToString::to_string),
        Counting::CapitalRomans => ROMANS.get(ordinal.checked_sub(1)?).map(|roman| roman.to_uppercase()),
        Counting::Parts(_) => None,
    }
}

/// A line without the bullets before it.
fn after_bullets(line: &str) -> &str {
    let mut line = line.trim_start();
    while let Some(rest) = after_bullet(line) {
        line = rest.trim_start();
    }
    line
}

fn after_bullet(line: &str) -> Option<&str> {
    let unescaped = line.strip_prefix('\\').unwrap_or(line);
    let bullet = unescaped.chars().next()?;
    let rest = &unescaped[bullet.len_utf8()..];
    let spaced = rest.chars().next().is_none_or(char::is_whitespace);
    let is_bullet = BULLETS.contains(bullet)
        || (SPACED.contains(bullet) && spaced)
        || (LETTERS.contains(bullet) && spaced && rest.contains(char::is_alphanumeric))
        || (DASHES.contains(bullet)
            && (spaced || rest.starts_with(|c: char| c.is_alphabetic() || "([\"'".contains(c))));
    is_bullet.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unmarked(line: &str) -> &str {
        Numbering::of(line.lines()).unmark(line).text
    }

    #[test]
    fn every_kind_of_bullet_is_taken_off() {
        for bullet in ["* ", "- ", "-", "• ", "•", "· ", "● ", "o ", "– ", "* - ", "\\- ", "* 1. "] {
            assert_eq!(unmarked(&format!("{bullet}Age 18")), "Age 18", "{bullet}");
        }
    }

    #[test]
    fn every_kind_of_number_is_taken_off_a_list() {
        let lists = [
            ["1. ", "2. "],
            ["1.", "2."],
            ["1) ", "2) "],
            ["1\\. ", "2\\. "],
            ["(1) ", "(2) "],
            ["1- ", "2- "],
            ["1、", "2、"],
            ["2a. ", "2b. "],
            ["a. ", "b. "],
            ["A. ", "B. "],
            ["a) ", "b) "],
            ["(a) ", "(b) "],
            ["i. ", "ii. "],
            ["I. ", "II. "],
            ["(iii) ", "(iv) "],
            ["1.1 ", "1.2 "],
            ["2.9. ", "2.10. "],
            ["1.2.1) ", "1.2.2) "],
        ];
        for list in lists {
            let lines = list.map(|number| format!("{number}Adults"));
            let numbering = Numbering::of(lines.iter().map(String::as_str));
            for line in &lines {
                let unmarked = numbering.unmark(line);
                assert_eq!((unmarked.text, unmarked.bulleted), ("Adults", true), "{line}");
            }
        }
    }

    #[test]
    fn a_figure_or_a_letter_that_belongs_to_the_criterion_stays() {
        let kept = [
            "1.5 mg a day",
            "1.5 Mg a day\n2.5 Mg a day",
            "18-65 years",
            "18- 65 years",
            "18. Or older",
            "18.",
            "-5 degrees or colder",
            "C. difficile infection",
            "E. coli infection",
            "i.v. drugs",
            "(Expected) stay in hospital",
            "2019. A later year",
            "*As the study doctor sees it",
            "> 18 years",
            "+/- fever",
            "(a) adults, (b) at home, (c) well",
            "1、heart disease 2、lung disease",
        ];
        for line in kept {
            assert_eq!(unmarked(line), line);
        }
    }
}
