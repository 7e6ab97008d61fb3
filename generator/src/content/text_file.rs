//! Reads text files of limited size in UTF-8, without a byte order mark.

use std::{fs, io, path::Path};

use super::error::{ContentError, Place};

/// Maximum file size: more than an editor writes by hand, and small enough to show with its errors.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads the text of a file.
pub(super) fn read(path: &Path) -> Result<String, ContentError> {
    let name = path.display().to_string();
    let unreadable = |reason| ContentError::Unreadable { file: name.clone(), reason };
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        let kind = if about.is_dir() { "it is a folder" } else { "it is not a file" };
        return Err(unreadable(io::Error::other(kind)));
    }
    if about.len() > MAX_BYTES {
        return Err(ContentError::TooLarge { file: name, most: MAX_BYTES });
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        not_text(&name, &String::from_utf8_lossy(error.as_bytes()), at)
    })?;
    if is_plain(text.as_bytes()) {
        return Ok(text);
    }
    if let Some(at) = text.find(is_invisible_control) {
        return Err(not_text(&name, &text, at));
    }
    Ok(normalize_line_ends(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text)))
}

/// Whether a text needs no further processing: it has no control characters, carriage returns, or byte order mark.
/// Also returns false for any text with the byte 0xC2, the first byte of some control characters.
fn is_plain(bytes: &[u8]) -> bool {
    let is_plain =
        |byte: u8| (byte >= 0x20 || byte == b'\n' || byte == b'\t') && byte != 0x7f && byte != 0xc2;
    bytes.iter().all(|byte| is_plain(*byte)) && !bytes.starts_with("\u{feff}".as_bytes())
}

/// Converts Windows and old Mac line ends.
fn normalize_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Creates an error that is safe to print: control characters are replaced.
fn not_text(name: &str, text: &str, at: usize) -> ContentError {
    let printable = |sign: char| match sign {
        '\r' => " ".to_owned(),
        _ if is_invisible_control(sign) => "?".repeat(sign.len_utf8()),
        _ => sign.to_string(),
    };
    let shown: String = text.chars().map(printable).collect();
    ContentError::NotText { place: Place::new(name, &shown.into(), at..at + 1) }
}

/// Whether a character is a control character that no page may contain.
fn is_invisible_control(sign: char) -> bool {
    sign.is_control() && !matches!(sign, '\t' | '\n' | '\r')
}
