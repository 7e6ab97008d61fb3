//! Comparable text. All crates compare typed and stored text in this way.
//!
//! - [`fold`], [`fold_word`], [`fold_char`]: lowercase letters without accents
//! - [`words`]: the words of a text with their positions
//! - [`is_apostrophe`]: the characters that people type as an apostrophe
//! - [`in_one_line`], [`joined_letters`]: a text without its lines and spaces
//! - [`edit_distance`], [`TypedWord`]: the number of typos between two words
//! - [`Table`], [`table!`]: the rows of a data file
//!
//! Callers add what only their field needs: plurals, short forms of place names, Greek letters.

mod apostrophe;
mod distance;
mod fold;
mod joined;
mod table;
mod words;

pub use apostrophe::is_apostrophe;
pub use distance::{TypedWord, edit_distance};
pub use fold::{FOLD_VERSION, FoldedChar, fold, fold_char, fold_word};
pub use joined::{in_one_line, joined_letters};
pub use table::{Table, TableError};
pub use words::{Word, words};
