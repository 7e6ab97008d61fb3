//! Tokenizer for PDF (ISO 32000-2, 7.2 and 7.3).

use std::borrow::Cow;

use super::other_kinds::opens_markup;

/// A token. The contents of strings don't matter for the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, without its slash and its escapes.
    Name(Cow<'a, [u8]>),
    OpenDictionary,
    OpenArray,
    /// The end of a dictionary or an array.
    Close,
    Text,
    /// A number or a keyword.
    Word(&'a [u8]),
}

/// The bytes are not a valid token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InvalidToken;

/// Splits bytes into tokens in a single pass.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    /// Whether a comment has markup of another format.
    pub(super) has_markup: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, has_markup: false }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Returns the next token, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, InvalidToken> {
        self.skip_space();
        let rest = self.rest();
        let Some(first) = rest.first() else { return Ok(None) };
        let (token, length) = match first {
            b'/' => {
                let end = 1 + length_of_regular(&rest[1..]);
                (Token::Name(name(&rest[1..end])), end)
            }
            b'(' => (Token::Text, length_of_text(rest).ok_or(InvalidToken)?),
            b'<' if rest.get(1) == Some(&b'<') => (Token::OpenDictionary, 2),
            b'<' => (Token::Text, length_of_hex_text(rest).ok_or(InvalidToken)?),
            b'>' if rest.get(1) == Some(&b'>') => (Token::Close, 2),
            b'[' => (Token::OpenArray, 1),
            b']' => (Token::Close, 1),
            b')' | b'>' | b'{' | b'}' => return Err(InvalidToken),
            _ => {
                let end = length_of_regular(rest);
                (Token::Word(&rest[..end]), end)
            }
        };
        self.at += length;
        Ok(Some(token))
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        let mut in_comment = false;
        let is_token = |byte: &u8| {
            in_comment = if in_comment { !matches!(byte, b'\r' | b'\n') } else { *byte == b'%' };
            !in_comment && !is_white(*byte)
        };
        let rest = self.rest();
        let skipped = rest.iter().position(is_token).unwrap_or(rest.len());
        self.has_markup |= opens_markup(&rest[..skipped]);
        self.at += skipped;
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Whether a byte may be part of a name, a number or a keyword.
pub(super) fn is_regular(byte: u8) -> bool {
    !is_white(byte) && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn length_of_regular(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !is_regular(*byte)).unwrap_or(bytes.len())
}

/// Returns the length of a string in hexadecimal digits. Anything else in the brackets may be markup of another format.
fn length_of_hex_text(bytes: &[u8]) -> Option<usize> {
    let digits = bytes[1..].iter().position(|byte| !byte.is_ascii_hexdigit() && !is_white(*byte))?;
    (bytes.get(1 + digits) == Some(&b'>')).then_some(digits + 2)
}

/// Returns the length of a string in parentheses. Parentheses within it are balanced or escaped.
fn length_of_text(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => {
                is_escaped = false;
                continue;
            }
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Decodes the escapes in a name: in `J#61va`, `#61` is an `a`.
pub(super) fn name(written: &[u8]) -> Cow<'_, [u8]> {
    if !written.contains(&b'#') {
        return Cow::Borrowed(written);
    }
    let mut name = Vec::with_capacity(written.len());
    let mut rest = written;
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'#').then(|| after.first_chunk::<2>()).flatten();
        let byte = escaped.and_then(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
        name.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    Cow::Owned(name)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn all_tokens(bytes: &[u8]) -> Result<Vec<Token<'_>>, InvalidToken> {
        let mut tokens = Tokens::new(bytes);
        std::iter::from_fn(|| tokens.next().transpose()).collect()
    }

    #[test]
    fn escapes_in_names_are_decoded() {
        let read = all_tokens(b"/J#61vaScript/J#53 /#4a#53 /A#zz/").unwrap();
        let names = [b"JavaScript".as_slice(), b"JS", b"JS", b"A#zz", b""];
        assert_eq!(read, names.map(|name| Token::Name(Cow::Borrowed(name))));
    }

    #[test]
    fn strings_and_comments_contain_no_tokens() {
        use Token::{Close, OpenArray, OpenDictionary, Text, Word};

        let read = all_tokens(b"1 % /JS <<\n(/JS \\) (/JS) >>) <2f4a53> [ << >> ] endobj").unwrap();
        assert_eq!(read, [Word(b"1"), Text, Text, OpenArray, OpenDictionary, Close, Close, Word(b"endobj")]);
        for broken in [b"(a".as_slice(), b"<a", b")", b"{", b"a > b"] {
            assert_eq!(all_tokens(broken), Err(InvalidToken));
        }
    }
}
