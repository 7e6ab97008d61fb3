//! Parses a PNG picture chunk by chunk (ISO/IEC 15948, 5.3).

const SIGNATURE: usize = 8;
/// The keyword of metadata in XML (XMP).
const XMP: &[u8] = b"XML:com.adobe.xmp\0";

/// Returns the offset of the picture's end and adds its texts except metadata to `comments`, or returns `None` if the
/// picture is damaged.
pub(super) fn end<'a>(bytes: &'a [u8], comments: &mut Vec<&'a [u8]>) -> Option<usize> {
    let mut at = SIGNATURE;
    loop {
        let length: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
        let name = bytes.get(at + 4..at + 8)?;
        let is_first = at == SIGNATURE;
        if is_first != (name == b"IHDR") || !name.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
        // Length, name, data and checksum.
        let content = at + 8;
        at = at.checked_add(12)?.checked_add(length)?;
        let content = bytes.get(..at)?.get(content..content + length)?;
        if matches!(name, b"tEXt" | b"iTXt") && !content.starts_with(XMP) {
            comments.push(content);
        }
        if name == b"IEND" {
            return Some(at);
        }
    }
}
