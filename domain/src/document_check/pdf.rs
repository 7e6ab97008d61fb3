//! A PDF that can only be read: no scripts, no actions beyond the document, no files in it, no password (ISO 32000-2).
//!
//! Libraries that read PDF follow its tables, and see what these lead to; programs that repair a file see more, and the work
//! that a table asks for is not bounded by the size of the file. So every byte is read here, once, whatever a table says. What
//! is hidden from that, in a comment, a text or a stream, is found because its name stands in the bytes all the same; and
//! streams of objects are unpacked, within a bound.

use std::{borrow::Cow, io::Read};

use flate2::read::ZlibDecoder;

use super::pdf_tokens::{NoToken, Token, Tokens, is_regular, name};
use crate::document::DocumentFault;

/// The most bytes of all streams of objects together, unpacked.
const MOST_UNPACKED: usize = 32 * 1024 * 1024;
/// How deep dictionaries and arrays may lie in one another.
const DEEPEST: usize = 256;
const END: &[u8] = b"%%EOF";
const END_OF_STREAM: &[u8] = b"endstream";

/// Names without which a PDF does nothing and carries nothing: actions that run or send something or open another file
/// (12.6.4), files within (7.11.4), annotations with media or files (12.5.6), and forms of the kind that has programs.
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
/// The same, but so short that they stand in pictures by chance: they count as tokens alone. `AA` starts actions by itself,
/// for example when a page is shown (12.6.3).
const ACTIVE_SHORT: &[&[u8]] = &[b"3D", b"AA", b"AF", b"EF", b"JS"];
/// What happens when the document is opened: a place in it, or an action (12.3.2 and 12.6).
const AT_OPENING: &[u8] = b"OpenAction";
/// An action that opens a web address. It is harmless as a link that a reader clicks.
const WEB_ADDRESS: &[u8] = b"URI";
const ENCRYPTED: &[u8] = b"Encrypt";
/// What makes a stream one of objects.
const OBJECT_STREAM: &[u8] = b"ObjStm";
const FIRST_OBJECT: &[u8] = b"First";

/// Where the document ends. Nothing when it does not.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let place = bytes.windows(END.len()).rposition(|window| window == END)?;
    Some(place + END.len())
}

/// Checks a PDF.
pub(super) fn check(bytes: &[u8]) -> Result<(), DocumentFault> {
    if !bytes.starts_with(b"%PDF-") {
        return Err(DocumentFault::OtherKind);
    }
    let written = names_anywhere(bytes)?;
    let mut reader = Reader {
        tokens: Tokens::new(bytes),
        seen: Marks::default(),
        unpacked: 0,
        opening: Opening::default(),
    };
    reader.read()?;
    if reader.opening.may_open_web_address() {
        return Err(DocumentFault::Active);
    }
    // A stream of objects within a text, a comment or another stream is one that only some programs see.
    if written == reader.seen { Ok(()) } else { Err(DocumentFault::Damaged) }
}

/// How often the names are written that make streams of objects.
#[derive(Debug, Default, PartialEq, Eq)]
struct Marks {
    types: usize,
    firsts: usize,
}

impl Marks {
    fn note(&mut self, name: &[u8]) {
        self.types += usize::from(name == OBJECT_STREAM);
        self.firsts += usize::from(name == FIRST_OBJECT);
    }
}

/// Looks at every name in some bytes, wherever it stands.
fn names_anywhere(bytes: &[u8]) -> Result<Marks, DocumentFault> {
    /// No name that counts is longer, with each of its bytes escaped.
    const LONGEST: usize = 3 * 16;
    let mut marks = Marks::default();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let rest = &bytes[at + 1..];
        let written = rest.iter().take(LONGEST + 1).position(|byte| !is_regular(*byte));
        let length = match written {
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
        marks.note(&name);
    }
    Ok(marks)
}

/// Reads the objects of a PDF one after the other.
struct Reader<'a> {
    tokens: Tokens<'a>,
    seen: Marks,
    unpacked: usize,
    opening: Opening,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), DocumentFault> {
        let mut object = Object::default();
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.next().map_err(damaged)? {
            self.opening.note(&token);
            match token {
                Token::Name(name) => {
                    is_harmless(&name)?;
                    self.seen.note(&name);
                    object.note(&name);
                }
                Token::OpenArray | Token::OpenDictionary => depth += 1,
                Token::Close => depth = depth.checked_sub(1).ok_or(DocumentFault::Damaged)?,
                Token::Word(b"obj") => object = Object::default(),
                Token::Word(b"stream") if depth == 0 => {
                    let data = self.stream().ok_or(DocumentFault::Damaged)?;
                    if object.has_type || object.has_first {
                        self.objects(&object, data)?;
                    }
                    object = Object::default();
                }
                // A type that stands alone may be that of a stream elsewhere.
                Token::Word(b"endobj") if object.has_type => return Err(DocumentFault::Damaged),
                Token::Text | Token::Word(_) => {}
            }
            if depth > DEEPEST {
                return Err(DocumentFault::Damaged);
            }
        }
        if depth == 0 && !object.has_type { Ok(()) } else { Err(DocumentFault::Damaged) }
    }

    /// The bytes of the stream that begins here, and goes on behind it.
    fn stream(&mut self) -> Option<&'a [u8]> {
        let rest = self.tokens.rest();
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let skipped = self.tokens.rest().len() - rest.len();
        let length = rest.windows(END_OF_STREAM.len()).position(|window| window == END_OF_STREAM)?;
        self.tokens.at += skipped + length + END_OF_STREAM.len();
        Some(&rest[..length])
    }

    /// Checks a stream of objects.
    fn objects(&mut self, object: &Object, data: &[u8]) -> Result<(), DocumentFault> {
        let objects = match object.packing() {
            Packing::None => Cow::Borrowed(data),
            Packing::Flate => {
                let left = MOST_UNPACKED.saturating_sub(self.unpacked);
                Cow::Owned(unpacked(data, left).ok_or(DocumentFault::Damaged)?)
            }
            Packing::Unusual => return Err(DocumentFault::Damaged),
        };
        self.unpacked += objects.len();
        let within = names_anywhere(&objects)?;
        if within.types > 0 {
            return Err(DocumentFault::Damaged);
        }
        if matches!(objects, Cow::Borrowed(_)) {
            self.seen.firsts += within.firsts;
        }
        let mut tokens = Tokens::new(&objects);
        while let Some(token) = tokens.next().map_err(damaged)? {
            self.opening.note(&token);
            if let Token::Name(name) = token {
                is_harmless(&name)?;
            }
        }
        Ok(())
    }
}

/// Whether opening the document may lead to a web address. An action may be an object of its own anywhere in the file, so any
/// web address counts once there is an action.
#[derive(Debug, Default)]
struct Opening {
    follows: bool,
    has_action: bool,
    has_web_address: bool,
}

impl Opening {
    fn note(&mut self, token: &Token<'_>) {
        self.has_action |= self.follows && *token != Token::OpenArray;
        self.follows = matches!(token, Token::Name(name) if **name == *AT_OPENING);
        self.has_web_address |= matches!(token, Token::Name(name) if **name == *WEB_ADDRESS);
    }

    fn may_open_web_address(&self) -> bool {
        self.has_action && self.has_web_address
    }
}

/// What of an object tells whether it is a stream of objects, and how that is packed.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key that was seen, apart from the others")]
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
    /// In a way in which nobody packs objects, but to hide them.
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

fn is_harmless(name: &[u8]) -> Result<(), DocumentFault> {
    if ACTIVE_SHORT.contains(&name) { Err(DocumentFault::Active) } else { Ok(()) }
}

/// What a stream holds, if that is not too much.
fn unpacked(data: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let most = u64::try_from(most).ok()?;
    ZlibDecoder::new(data).take(most + 1).read_to_end(&mut unpacked).ok()?;
    (unpacked.len() as u64 <= most).then_some(unpacked)
}

fn damaged(_: NoToken) -> DocumentFault {
    DocumentFault::Damaged
}
