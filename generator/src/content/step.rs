//! Steps to values in content files.

/// A step to a value in a TOML or JSON file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// The item at an index of a list.
    Item(usize),
}
