//! Suggestions while a visitor types.
//!
//! While an index is built, [`collecting`] counts the studies of each concept and how often records use its names, and
//! [`choosing`] decides which names are shown. They are stored in the [`names_file`], and in the [`static_files`] that the page
//! reads for the first letters. [`kind`] says what a concept is to a visitor. [`new_names`] has the concepts that partner studies
//! added since. [`matching`] compares typed words with a name, and [`finding`] ranks the concepts that match.

mod choosing;
mod collecting;
mod finding;
mod kind;
mod matching;
mod names_file;
mod new_names;
mod static_files;
mod suggested_concept;

pub(crate) use collecting::Collector;
pub(crate) use finding::Sources;
pub use finding::{Suggestion, Typed};
pub(crate) use names_file::NamesFile;
pub(crate) use new_names::NewNames;
pub use static_files::FOLDER;

use std::{io, path::Path};

use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::Vocabulary;

use crate::partner::PartnerStudies;

/// Writes all files of suggestions to the folder of an index. The partner studies are those that the collector has.
pub(crate) fn write(
    folder: &Path,
    collector: &Collector,
    partners: Option<&PartnerStudies>,
    vocabulary: &Vocabulary,
) -> io::Result<()> {
    // Names are read as in a search, which knows places.
    let concepts = choosing::chosen(collector, partners, vocabulary, &Gazetteer::default());
    let countries = collector.countries();
    names_file::write(folder, &concepts, countries)?;
    static_files::write(folder, &concepts, countries)
}
