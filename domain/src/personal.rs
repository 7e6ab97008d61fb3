//! A wrapper that keeps personal values out of logs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A personal value. `Debug` prints `***`, and there is no `Display`, so the value can't be logged by accident. Only
/// [`Personal::reveal`] returns it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Personal<T>(T);

impl<T> Personal<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value, to store it encrypted or to show it to the person.
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
    fn debug_output_hides_personal_values() {
        let shown = format!("{:?} {:#?}", Personal::new("Maria"), Some(Personal::new(1956)));
        assert!(!shown.contains("Maria") && !shown.contains("1956"), "{shown}");
    }
}
