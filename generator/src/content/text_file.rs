//! A text from a file: of a bounded size, in UTF-8, without the mark that some programs put first.

use std::{fs, io, path::Path};

use super::error::{ContentError, Place};

/// More than anybody writes by hand, and little enough to be shown with its errors.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file.
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
    Ok(with_plain_line_ends(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text)))
}

/// Whether a text can be taken as it is, by a glance at its bytes: no controls, no other line ends, no
/// mark, and none of the signs whose first byte some controls have too.
fn is_plain(bytes: &[u8]) -> bool {
    let is_plain =
        |byte: u8| (byte >= 0x20 || byte == b'\n' || byte == b'\t') && byte != 0x7f && byte != 0xc2;
    bytes.iter().all(|byte| is_plain(*byte)) && !bytes.starts_with("\u{feff}".as_bytes())
}

/// Some editors end lines in another way.
fn with_plain_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// An error that can be printed: what a terminal would obey is shown as a replacement.
fn not_text(name: &str, text: &str, at: usize) -> ContentError {
    let harmless = |sign: char| match sign {
        '\r' => " ".to_owned(),
        _ if is_invisible_control(sign) => "?".repeat(sign.len_utf8()),
        _ => sign.to_string(),
    };
    let shown: String = text.chars().map(harmless).collect();
    ContentError::NotText { place: Place::new(name, &shown.into(), at..at + 1) }
}

/// Signs that no editor types and no page may hold.
fn is_invisible_control(sign: char) -> bool {
    sign.is_control() && !matches!(sign, '\t' | '\n' | '\r')
}
