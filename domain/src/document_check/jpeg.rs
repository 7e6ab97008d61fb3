//! Parses a JPEG picture segment by segment (ITU-T T.81, B.1).

const START_OF_IMAGE: u8 = 0xd8;
const END_OF_IMAGE: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;
const COMMENT: u8 = 0xfe;

/// Returns the offset of the picture's end and adds its comments to `comments`, or returns `None` if the picture is
/// damaged.
pub(super) fn end<'a>(bytes: &'a [u8], comments: &mut Vec<&'a [u8]>) -> Option<usize> {
    let mut at = 2;
    if bytes.get(..at)? != [0xff, START_OF_IMAGE] || bytes.get(4..6).is_some_and(opens_script) {
        return None;
    }
    loop {
        // A marker may be preceded by any number of 0xff fill bytes.
        while bytes.get(at..at + 2)? == [0xff, 0xff] {
            at += 1;
        }
        let [0xff, marker] = bytes.get(at..at + 2)? else { return None };
        at += 2;
        match *marker {
            END_OF_IMAGE => return Some(at),
            0x01 | 0xd0..=0xd7 => {}
            0x00 | START_OF_IMAGE => return None,
            marker => {
                let length: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
                let length = usize::from(u16::from_be_bytes(length));
                if length < 2 {
                    return None;
                }
                if marker == COMMENT {
                    comments.push(bytes.get(at..at + length)?);
                }
                at += length;
                if marker == START_OF_SCAN {
                    at = end_of_scan(bytes, at)?;
                }
            }
        }
    }
}

/// Returns the offset of the next marker after the scan data.
fn end_of_scan(bytes: &[u8], from: usize) -> Option<usize> {
    let scan = bytes.get(from..)?;
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    scan.windows(2).position(is_marker).map(|place| from + place)
}

/// Whether the length of the first segment starts a comment or string in JavaScript. The bytes before it would then be a
/// variable name, and the picture could run as a script.
fn opens_script(length: &[u8]) -> bool {
    matches!(length, b"/*" | b"//" | [b'=' | b'+' | b'(' | b'[' | b',', b'"' | b'\'' | b'`' | b'/'])
}
