//! Finds the files outside a PDF that it refers to (ISO 32000-2, 7.11).

use super::pdf_tokens::Token;

/// The keys of a file outside the document. Its value is a text, a dictionary with these keys, or a reference to one of
/// these. Flags of annotations and the glyphs of a font may have the same key, but are numbers and streams.
const KEYS: &[&[u8]] = &[b"F", b"UF", b"DOS", b"Mac", b"Unix"];

/// Collects the files outside a document from its tokens.
#[derive(Debug, Default)]
pub(super) struct OutsideFiles {
    value: Value,
    has_file: bool,
    /// The numbers of the objects that a key refers to. A dictionary among these has a key itself, so only texts matter.
    referenced: Vec<u32>,
    /// The numbers of the objects that may be texts.
    texts: Vec<u32>,
    /// The possible numbers of the current object.
    current: Vec<u32>,
    /// The nesting depth in the current object.
    depth: usize,
    /// The last two tokens, if they are numbers.
    before: [Option<u32>; 2],
}

/// The part of a key's value that was read.
#[derive(Debug, Clone, Copy, Default)]
enum Value {
    #[default]
    Other,
    /// Nothing after the key.
    Key,
    /// A number, which may be the number of an object.
    Number(u32),
}

impl OutsideFiles {
    /// Begins an object, or a stream of objects with these numbers.
    pub(super) fn begin(&mut self, numbers: Vec<u32>) {
        self.current = numbers;
        self.depth = 0;
    }

    pub(super) fn note(&mut self, token: &Token<'_>) {
        let number = number(token);
        let is_reference = matches!(token, Token::Word(word) if word.ends_with(b"R"));
        self.value = match (self.value, token) {
            (_, Token::Name(name)) if KEYS.contains(&&**name) => Value::Key,
            (Value::Key, Token::Text | Token::OpenDictionary) => {
                self.has_file = true;
                Value::Other
            }
            (Value::Key, Token::Word(_)) => number.map_or(Value::Other, Value::Number),
            (Value::Number(object), Token::Word(_)) if number.is_some() => Value::Number(object),
            (Value::Number(object), Token::Word(_)) if is_reference => {
                self.referenced.push(object);
                Value::Other
            }
            _ => Value::Other,
        };
        match token {
            Token::OpenArray | Token::OpenDictionary => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(b"obj") => self.begin(self.before[0].into_iter().collect()),
            Token::Text if self.depth == 0 => self.texts.append(&mut self.current),
            Token::Word(_) if is_reference && self.depth == 0 => self.texts.append(&mut self.current),
            _ => {}
        }
        self.before = [self.before[1], number];
    }

    /// Whether the document refers to a file outside.
    pub(super) fn has_any(mut self) -> bool {
        self.referenced.sort_unstable();
        self.has_file || self.texts.iter().any(|text| self.referenced.binary_search(text).is_ok())
    }
}

/// Returns the number that a token is.
pub(super) fn number(token: &Token<'_>) -> Option<u32> {
    let Token::Word(word) = token else { return None };
    str::from_utf8(word).ok()?.parse().ok()
}
