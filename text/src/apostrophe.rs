//! Apostrophes.

/// Whether people type a character as an apostrophe: straight, curly, a modifier letter as in `Hawaiʻi`, or an accent by
/// itself. All of them mean the same.
#[must_use]
#[inline]
pub fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`' | '´' | '‘' | '’' | 'ʻ' | 'ʼ')
}
