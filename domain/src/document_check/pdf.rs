//! Checks that a PDF is passive: no scripts, no external actions, no embedded files, and no password (ISO 32000-2).
//!
//! PDF libraries follow the cross-reference tables and see only the objects that these list. Programs that repair a file see
//! more, and the work that a table causes isn't bounded by the file's size. This check ignores the tables and reads every byte
//! once. It also finds the names of objects hidden in comments, strings, and streams, because it searches the raw bytes.
//! Object streams are decompressed up to a limit.

use std::{borrow::Cow, io::Read};

use flate2::read::ZlibDecoder;

use super::pdf_files::{OutsideFiles, number};
use super::pdf_tokens::{InvalidToken, Token, Tokens, is_regular, name};
use crate::document::DocumentFault;

/// The maximum total size of all decompressed object streams, in bytes.
const MAX_UNPACKED: usize = 32 * 1024 * 1024;
/// The maximum nesting depth of dictionaries and arrays.
const MAX_DEPTH: usize = 256;
const END: &[u8] = b"%%EOF";
const END_OF_STREAM: &[u8] = b"endstream";

/// Names that active content requires: actions that run or send something or open another file (12.6.4), embedded files
/// (7.11.4), annotations with media or files (12.5.6), and forms with scripts.
const ACTIVE: &[&[u8]] = &[
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"FileAttachment",
    b"GoToE",
    b"GoToR",
    b"ImportData",
    b"JavaScript",
    b"Launch",
    b"Movie",
    b"OnInstantiate",
    b"Rendition",
    b"RichMedia",
    b"RichMediaExecute",
    b"Sound",
    b"SubmitForm",
    b"XFA",
];
/// Like [`ACTIVE`], but so short that they occur in picture data by chance. They count only as tokens. `AA` triggers actions
/// automatically, for example when a page is shown (12.6.3).
const ACTIVE_SHORT: &[&[u8]] = &[b"3D", b"AA", b"AF", b"EF", b"JS"];
/// What to do when the document opens: go to a destination, or run an action (12.3.2 and 12.6).
const AT_OPENING: &[u8] = b"OpenAction";
/// An action that opens a web address. It is harmless in a link that a reader clicks.
const WEB_ADDRESS: &[u8] = b"URI";
const ENCRYPTED: &[u8] = b"Encrypt";
/// The type of an object stream.
const OBJECT_STREAM: &[u8] = b"ObjStm";
const FIRST_OBJECT: &[u8] = b"First";

/// Returns the offset of the document's end, or `None` if the end marker is missing.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let place = bytes.windows(END.len()).rposition(|window| window == END)?;
    Some(place + END.len())
}

/// Rejects a PDF that is damaged, locked, or active.
pub(super) fn check(bytes: &[u8]) -> Result<(), DocumentFault> {
    if !bytes.starts_with(b"%PDF-") {
        return Err(DocumentFault::OtherKind);
    }
    let in_raw_bytes = names_anywhere(bytes)?;
    let mut reader = Reader {
        tokens: Tokens::new(bytes),
        in_tokens: StreamNameCounts::default(),
        unpacked: 0,
        opening: Opening::default(),
        files: OutsideFiles::default(),
    };
    reader.read()?;
    if reader.tokens.has_markup {
        return Err(DocumentFault::Mixed);
    }
    if reader.opening.leads_outside() || reader.files.has_any() {
        return Err(DocumentFault::Active);
    }
    // An object stream within a string, a comment, or another stream is visible only to some programs.
    if in_raw_bytes == reader.in_tokens { Ok(()) } else { Err(DocumentFault::Damaged) }
}

/// How often the names occur that object streams require.
#[derive(Debug, Default, PartialEq, Eq)]
struct StreamNameCounts {
    types: usize,
    firsts: usize,
}

impl StreamNameCounts {
    fn count(&mut self, name: &[u8]) {
        self.types += usize::from(name == OBJECT_STREAM);
        self.firsts += usize::from(name == FIRST_OBJECT);
    }
}

/// Checks every name in some bytes, including those in comments, strings, and streams.
fn names_anywhere(bytes: &[u8]) -> Result<StreamNameCounts, DocumentFault> {
    /// The length of the longest relevant name with every byte escaped.
    const LONGEST: usize = 3 * 16;
    let mut counts = StreamNameCounts::default();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let rest = &bytes[at + 1..];
        let end = rest.iter().take(LONGEST + 1).position(|byte| !is_regular(*byte));
        let length = match end {
            Some(length) => length,
            None if rest.len() <= LONGEST => rest.len(),
            None => continue,
        };
        let name = name(&rest[..length]);
        if *name == *ENCRYPTED {
            return Err(DocumentFault::Locked);
        }
        if ACTIVE.contains(&&*name) {
            return Err(DocumentFault::Active);
        }
        counts.count(&name);
    }
    Ok(counts)
}

/// Reads the objects of a PDF in file order.
struct Reader<'a> {
    tokens: Tokens<'a>,
    in_tokens: StreamNameCounts,
    unpacked: usize,
    opening: Opening,
    files: OutsideFiles,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), DocumentFault> {
        let mut object = Object::default();
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.next().map_err(damaged)? {
            self.opening.note(&token);
            self.files.note(&token);
            match token {
                Token::Name(name) => {
                    check_name(&name)?;
                    self.in_tokens.count(&name);
                    object.note(&name);
                }
                Token::OpenArray | Token::OpenDictionary => depth += 1,
                Token::Close => depth = depth.checked_sub(1).ok_or(DocumentFault::Damaged)?,
                Token::Word(b"obj") => object = Object::default(),
                Token::Word(b"stream") if depth == 0 => {
                    let data = self.skip_stream().ok_or(DocumentFault::Damaged)?;
                    if object.has_type || object.has_first {
                        self.check_object_stream(&object, data)?;
                    }
                    object = Object::default();
                }
                // An object with only the type may describe a stream somewhere else.
                Token::Word(b"endobj") if object.has_type => return Err(DocumentFault::Damaged),
                Token::Text | Token::Word(_) => {}
            }
            if depth > MAX_DEPTH {
                return Err(DocumentFault::Damaged);
            }
        }
        if depth == 0 && !object.has_type { Ok(()) } else { Err(DocumentFault::Damaged) }
    }

    /// Returns the bytes of the stream that begins here, and moves past its end.
    fn skip_stream(&mut self) -> Option<&'a [u8]> {
        let rest = self.tokens.rest();
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let skipped = self.tokens.rest().len() - rest.len();
        let length = rest.windows(END_OF_STREAM.len()).position(|window| window == END_OF_STREAM)?;
        self.tokens.at += skipped + length + END_OF_STREAM.len();
        Some(&rest[..length])
    }

    fn check_object_stream(&mut self, object: &Object, data: &[u8]) -> Result<(), DocumentFault> {
        let objects = match object.packing() {
            Packing::None => Cow::Borrowed(data),
            Packing::Flate => {
                let left = MAX_UNPACKED.saturating_sub(self.unpacked);
                Cow::Owned(unpacked(data, left).ok_or(DocumentFault::Damaged)?)
            }
            Packing::Unusual => return Err(DocumentFault::Damaged),
        };
        self.unpacked += objects.len();
        let counts = names_anywhere(&objects)?;
        if counts.types > 0 {
            return Err(DocumentFault::Damaged);
        }
        if matches!(objects, Cow::Borrowed(_)) {
            self.in_tokens.firsts += counts.firsts;
        }
        let mut tokens = Tokens::new(&objects);
        // The stream begins with the number and the offset of each object.
        let (mut head, mut is_head) = (Vec::new(), true);
        while let Some(token) = tokens.next().map_err(damaged)? {
            match number(&token).filter(|_| is_head) {
                Some(number) => head.push(number),
                None if is_head => {
                    is_head = false;
                    self.files.begin(head.iter().copied().step_by(2).collect());
                }
                None => {}
            }
            self.opening.note(&token);
            self.files.note(&token);
            if let Token::Name(name) = token {
                check_name(&name)?;
            }
        }
        self.files.begin(Vec::new());
        self.tokens.has_markup |= tokens.has_markup;
        Ok(())
    }
}

/// Tracks whether the document may open a web address by itself. The action may be a separate object anywhere in the file,
/// so any web address counts if the document has an open action.
#[derive(Debug, Default)]
struct Opening {
    place: Place,
    has_action: bool,
    has_web_address: bool,
}

impl Opening {
    fn note(&mut self, token: &Token<'_>) {
        match self.place {
            Place::Key if *token == Token::OpenArray => self.place = Place::Other,
            Place::Key if *token == Token::OpenDictionary => {
                self.place = Place::Action { depth: 1, shows_page: false };
            }
            Place::Key => {
                self.has_action = true;
                self.place = Place::Other;
            }
            Place::Action { depth, shows_page } => self.place = self.in_action(depth, shows_page, token),
            Place::Other => {}
        }
        self.has_web_address |= is_name(token, WEB_ADDRESS);
        if is_name(token, AT_OPENING) {
            self.place = Place::Key;
        }
    }

    /// The place after a token in the dictionary of an action. Only an action that shows a page, and that no other action
    /// follows, is harmless.
    fn in_action(&mut self, depth: usize, shows_page: bool, token: &Token<'_>) -> Place {
        let depth = match token {
            Token::OpenArray | Token::OpenDictionary => depth + 1,
            Token::Close => depth - 1,
            _ => depth,
        };
        let shows_page = shows_page || is_name(token, b"GoTo");
        self.has_action |= is_name(token, b"Next") || depth == 0 && !shows_page;
        if depth == 0 { Place::Other } else { Place::Action { depth, shows_page } }
    }

    fn leads_outside(&self) -> bool {
        self.has_action && self.has_web_address
    }
}

fn is_name(token: &Token<'_>, word: &[u8]) -> bool {
    matches!(token, Token::Name(name) if **name == *word)
}

/// The place in the tokens, as far as the action at opening matters.
#[derive(Debug, Clone, Copy, Default)]
enum Place {
    #[default]
    Other,
    /// After the key [`AT_OPENING`].
    Key,
    /// In the dictionary of the action.
    Action { depth: usize, shows_page: bool },
}

/// The keys of an object that show whether it is an object stream, and how it is compressed.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent key of the object")]
struct Object {
    has_type: bool,
    has_first: bool,
    has_filter: bool,
    flates: usize,
    is_unusual: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum Packing {
    None,
    Flate,
    /// A filter that is used for objects only to hide them.
    Unusual,
}

impl Object {
    fn note(&mut self, name: &[u8]) {
        match name {
            OBJECT_STREAM => self.has_type = true,
            FIRST_OBJECT => self.has_first = true,
            b"Filter" => self.has_filter = true,
            b"FlateDecode" => self.flates += 1,
            b"DecodeParms" | b"DP" | b"F" | b"FFilter" | b"Crypt" | b"Fl" | b"A85" | b"AHx" | b"LZW"
            | b"RL" => {
                self.is_unusual = true;
            }
            _ => self.is_unusual |= name.ends_with(b"Decode"),
        }
    }

    fn packing(&self) -> Packing {
        match (self.is_unusual, self.has_filter, self.flates) {
            (false, false, 0) => Packing::None,
            (false, true, 1) => Packing::Flate,
            _ => Packing::Unusual,
        }
    }
}

fn check_name(name: &[u8]) -> Result<(), DocumentFault> {
    if ACTIVE_SHORT.contains(&name) { Err(DocumentFault::Active) } else { Ok(()) }
}

/// Decompresses a stream. Returns `None` if the result has more than `most` bytes.
fn unpacked(data: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let most = u64::try_from(most).ok()?;
    ZlibDecoder::new(data).take(most + 1).read_to_end(&mut unpacked).ok()?;
    (unpacked.len() as u64 <= most).then_some(unpacked)
}

fn damaged(_: InvalidToken) -> DocumentFault {
    DocumentFault::Damaged
}
