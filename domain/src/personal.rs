//! A wrapper for values that are about a person.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value about a person. Its `Debug` prints `***`, it has no `Display`, and it can't be logged:
/// to see the value one has to ask for it with [`Personal::reveal`].
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Personal<T>(T);

impl<T> Personal<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for storing it sealed or handing it to the person themselves.
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Personal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_personal_value_never_shows_in_debug_output() {
        let shown = format!("{:?} {:#?}", Personal::new("Maria"), Some(Personal::new(1956)));
        assert!(!shown.contains("Maria") && !shown.contains("1956"), "{shown}");
    }
}
