//! Detects polyglots: documents that are also valid files of another type. Some types may begin after the first byte.

use crate::document::DocumentKind;

/// The position of a signature in a file.
enum Place {
    Anywhere,
    At(usize),
    /// Within this many bytes of the end.
    Tail(usize),
}

/// Signatures of file types that may be preceded by other data.
const SIGNATURES: &[(&[u8], Place)] = &[
    // ZIP, and so JAR, APK, and office files. Readers search for the end of the directory, which a comment may follow.
    (b"PK\x05\x06", Place::Tail(22 + 65_535)),
    (b"Rar!\x1a\x07", Place::Anywhere),
    (b"7z\xbc\xaf\x27\x1c", Place::Anywhere),
    (b"ustar", Place::At(257)),
    (b"DICM", Place::At(128)),
    (b"CD001", Place::At(0x8001)),
    (b"CD001", Place::At(0x8801)),
    (b"CD001", Place::At(0x9001)),
];

/// Lowercase beginnings of markup that can run scripts, and of server-side scripts. The tag name must end after them.
const MARKUP: &[&[u8]] =
    &[b"<!doctype", b"<html", b"<script", b"<iframe", b"<svg", b"<?php", b"<object", b"<embed"];

/// The maximum length of a tag that is checked for attributes.
const MAX_TAG: usize = 1024;
/// The minimum length of an event's name, such as `cut`. Shorter ones occur in picture data by chance.
const MIN_EVENT: usize = 3;

/// Whether a comment has the beginning of markup, or of a server-side script. Other parts of a document may have these
/// bytes by chance, or as metadata (XMP).
pub(super) fn opens_markup(comment: &[u8]) -> bool {
    let mut pairs = comment.windows(2);
    pairs.any(|pair| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || b"!%/?".contains(&pair[1])))
}

/// Whether a document of this kind is also a file of another type.
pub(super) fn is_also_another(kind: DocumentKind, bytes: &[u8]) -> bool {
    SIGNATURES.iter().any(|(signature, place)| match place {
        Place::Anywhere => contains(bytes, signature),
        Place::At(at) => bytes.get(*at..).is_some_and(|rest| rest.starts_with(signature)),
        Place::Tail(length) => contains(&bytes[bytes.len().saturating_sub(*length)..], signature),
    }) || has_markup(bytes)
        || (kind != DocumentKind::Pdf && contains(bytes, b"%PDF-"))
}

/// Whether appended data is a file of a type that cameras don't append.
pub(super) fn is_other_file(appended: &[u8]) -> bool {
    const APPENDED_BY_CAMERAS: [&str; 4] = ["image/jpeg", "image/heif", "video/mp4", "video/quicktime"];
    infer::get(appended).is_some_and(|found| !APPENDED_BY_CAMERAS.contains(&found.mime_type()))
}

fn contains(bytes: &[u8], pattern: &[u8]) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return true };
    bytes.iter().enumerate().any(|(at, byte)| byte == first && bytes[at + 1..].starts_with(rest))
}

fn has_markup(bytes: &[u8]) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let begins = |rest: &[u8], tag: &[u8]| {
        rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
            && rest.get(tag.len()).is_some_and(is_end)
    };
    let opening = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'<');
    opening
        .map(|(at, _)| &bytes[at..])
        .any(|rest| MARKUP.iter().any(|tag| begins(rest, tag)) || is_tag_with_handler(rest))
}

/// Whether bytes begin with a tag in plain text that has an event handler, such as `<img onerror=x>`.
fn is_tag_with_handler(bytes: &[u8]) -> bool {
    if !bytes.get(1).is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let tag = &bytes[1..bytes.len().min(MAX_TAG)];
    let is_part = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') && !b"<>".contains(byte);
    let length = tag.iter().position(|byte| !is_part(byte)).unwrap_or(tag.len());
    let tag = &tag[..length];
    tag.iter().enumerate().filter(|(_, byte)| **byte == b'=').any(|(at, _)| {
        let before = tag[..at].trim_ascii_end();
        let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (before, name) = before.split_at(before.len() - letters);
        let is_apart = before.last().is_some_and(|byte| byte.is_ascii_whitespace() || b"/\"'".contains(byte));
        is_apart
            && name
                .split_at_checked(2)
                .is_some_and(|(on, event)| on.eq_ignore_ascii_case(b"on") && event.len() >= MIN_EVENT)
    })
}
