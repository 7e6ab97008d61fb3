//! Parses a HEIC picture box by box (ISO/IEC 14496-12, 4.2).

/// Returns the offset where the last box ends, or `None` if the metadata or the picture data is missing.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut is_described, mut has_data) = (0, false, false);
    while let Some((name, next)) = box_at(bytes, at) {
        is_described |= name == b"meta";
        has_data |= name == b"mdat";
        at = next;
    }
    (is_described && has_data).then_some(at)
}

/// Returns the name of the box at an offset, and the offset of the next box.
fn box_at(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let size: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    let name = bytes.get(at + 4..at + 8)?;
    let (size, head) = match u32::from_be_bytes(size) {
        // Size 0: the box extends to the end of the file.
        0 => (u64::try_from(bytes.len() - at).ok()?, 8),
        1 => (u64::from_be_bytes(bytes.get(at + 8..at + 16)?.try_into().ok()?), 16),
        size => (u64::from(size), 8),
    };
    let next = at.checked_add(usize::try_from(size).ok()?)?;
    let is_box = size >= head && next <= bytes.len() && name.iter().all(|byte| (b' '..=b'~').contains(byte));
    is_box.then_some((name, next))
}
