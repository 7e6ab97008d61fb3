//! Whether a document is a file of another kind as well: some kinds need not begin at the first byte.

use crate::document::DocumentKind;

/// Where a file of another kind has its signature.
enum Place {
    Anywhere,
    At(usize),
    /// In so many bytes at the end.
    Tail(usize),
}

/// The signatures of kinds of files that may begin behind something else.
const SIGNATURES: &[(&[u8], Place)] = &[
    // ZIP, and with it JAR, APK and office files: readers look for the end of its directory, with a comment behind it.
    (b"PK\x05\x06", Place::Tail(22 + 65_535)),
    (b"Rar!\x1a\x07", Place::Anywhere),
    (b"7z\xbc\xaf\x27\x1c", Place::Anywhere),
    (b"ustar", Place::At(257)),
    (b"DICM", Place::At(128)),
    (b"CD001", Place::At(0x8001)),
    (b"CD001", Place::At(0x8801)),
    (b"CD001", Place::At(0x9001)),
];

/// What begins a page with scripts, or a script that a server runs, in small letters. Something that ends a name follows.
const MARKUP: &[&[u8]] =
    &[b"<!doctype", b"<html", b"<script", b"<iframe", b"<svg", b"<?php", b"<object", b"<embed"];

/// Whether a document of this kind is a file of another kind as well.
pub(super) fn is_also_another(kind: DocumentKind, bytes: &[u8]) -> bool {
    SIGNATURES.iter().any(|(signature, place)| match place {
        Place::Anywhere => contains(bytes, signature),
        Place::At(at) => bytes.get(*at..).is_some_and(|rest| rest.starts_with(signature)),
        Place::Tail(length) => contains(&bytes[bytes.len().saturating_sub(*length)..], signature),
    }) || has_markup(bytes)
        || (kind != DocumentKind::Pdf && contains(bytes, b"%PDF-"))
}

/// Whether what a camera appended is a file of a kind that no camera appends.
pub(super) fn is_other_file(appended: &[u8]) -> bool {
    const OF_CAMERAS: [&str; 4] = ["image/jpeg", "image/heif", "video/mp4", "video/quicktime"];
    infer::get(appended).is_some_and(|found| !OF_CAMERAS.contains(&found.mime_type()))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return true };
    bytes.iter().enumerate().any(|(at, byte)| byte == first && bytes[at + 1..].starts_with(rest))
}

fn has_markup(bytes: &[u8]) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let begins = |rest: &[u8], tag: &[u8]| {
        rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
            && rest.get(tag.len()).is_some_and(is_end)
    };
    let opening = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'<');
    opening.map(|(at, _)| &bytes[at..]).any(|rest| MARKUP.iter().any(|tag| begins(rest, tag)))
}
