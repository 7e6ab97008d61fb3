//! The fields of the index.

use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

/// The name of the field that is read as a column.
pub(crate) const PLACE: &str = "place";

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The so manieth study that was added, by which its facts are found when documents have been moved.
    pub(crate) place: Field,
    /// Concepts that conditions, titles, keywords, what is tried or the summary name, and those of which they are kinds,
    /// each with the ways in which the study holds it.
    pub(crate) concepts: Field,
    /// Concepts that the study is about, as its conditions name them: few studies, where a wide concept has many below it.
    pub(crate) about: Field,
    /// Concepts that the summary, a title, a keyword or what is tried names.
    pub(crate) mentioned: Field,
    /// Words of the conditions, the titles, the keywords and what is tried, each with the ways in which the study has it.
    pub(crate) words: Field,
    /// Words of the summary.
    pub(crate) summary: Field,
}

impl Fields {
    /// The fields, and the schema that they stand in.
    pub(crate) fn new() -> (Self, Schema) {
        let mut schema = Schema::builder();
        let indexed = |option| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer("raw")
                    .set_fieldnorms(false)
                    .set_index_option(option),
            )
        };
        let held = indexed(IndexRecordOption::Basic);
        let held_in_ways = indexed(IndexRecordOption::WithFreqs);
        let fields = Self {
            place: schema.add_u64_field(PLACE, FAST),
            concepts: schema.add_text_field("concepts", held_in_ways.clone()),
            about: schema.add_text_field("about", held.clone()),
            mentioned: schema.add_text_field("mentioned", held.clone()),
            words: schema.add_text_field("words", held_in_ways),
            summary: schema.add_text_field("summary", held),
        };
        (fields, schema.build())
    }
}
