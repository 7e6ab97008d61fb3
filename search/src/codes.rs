//! Codes of letters and digits, which studies write with a hyphen or a space: 'VX880' is 'VX-880'.

use waypoint_vocabulary::fold::Word;

/// Divides a code that no study has where letters and digits meet, if studies have all of its pieces. Other words stay
/// whole.
pub(crate) fn divided(word: Word, studies_with: impl Fn(&str) -> u64) -> Vec<Word> {
    let is_plain = word.folded.is_ascii() && word.folded.len() == word.span.len();
    let pieces: Vec<&str> = pieces(&word.folded);
    let is_code = is_plain && pieces.len() > 1 && studies_with(&word.folded) == 0;
    if !is_code || pieces.iter().any(|piece| studies_with(piece) == 0) {
        return vec![word];
    }
    let mut start = word.span.start;
    let piece = |piece: &&str| {
        let span = start..start + piece.len();
        start = span.end;
        Word { folded: (*piece).to_owned(), exact: (*piece).to_owned(), span, accented: false }
    };
    pieces.iter().map(piece).collect()
}

fn pieces(word: &str) -> Vec<&str> {
    let is_digit = |at: usize| word.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let borders =
        word.char_indices().map(|(at, _)| at).filter(|at| *at > 0 && is_digit(*at) != is_digit(at - 1));
    let ends: Vec<usize> = borders.chain([word.len()]).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).filter_map(|(start, end)| word.get(start..*end)).collect()
}
