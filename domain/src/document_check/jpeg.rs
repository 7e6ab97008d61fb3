//! A JPEG picture, segment by segment (ITU-T T.81, B.1).

const START_OF_IMAGE: u8 = 0xd8;
const END_OF_IMAGE: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;

/// Where the picture ends. Nothing when it is damaged.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    if bytes.get(..at)? != [0xff, START_OF_IMAGE] || opens_script(bytes.get(4..6)?) {
        return None;
    }
    loop {
        // A marker may have more bytes 0xff before it.
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
                at += length;
                if marker == START_OF_SCAN {
                    at = end_of_scan(bytes, at)?;
                }
            }
        }
    }
}

/// The place of the next marker that is no part of a scan.
fn end_of_scan(bytes: &[u8], from: usize) -> Option<usize> {
    let scan = bytes.get(from..)?;
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    scan.windows(2).position(is_marker).map(|place| from + place)
}

/// Whether the length of the first segment opens a comment or a text of a script: then the bytes before it are the name of a
/// variable there, and all of the picture is a program.
fn opens_script(length: &[u8]) -> bool {
    matches!(length, b"/*" | b"//" | [b'=' | b'+' | b'(' | b'[' | b',', b'"' | b'\'' | b'`' | b'/'])
}
