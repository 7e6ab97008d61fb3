//! The fields of the index.

use tantivy::schema::{FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

/// The name of the field that is read as a column.
pub(crate) const PLACE: &str = "place";

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The so manieth study that was added, by which its facts are found when documents have been moved.
    pub(crate) place: Field,
    /// Concepts that the study is about, as its conditions name them.
    pub(crate) about: Field,
    /// The concepts not far above them, and themselves.
    pub(crate) about_near_kind_of: Field,
    /// The same, and every concept above them.
    pub(crate) about_kind_of: Field,
    /// Concepts that titles, keywords, headings and what is tried name, and every concept above them.
    pub(crate) named_kind_of: Field,
    /// Concepts that the summary names.
    pub(crate) mentioned: Field,
    /// Words of the conditions.
    pub(crate) conditions: Field,
    /// Words of the titles.
    pub(crate) titles: Field,
    /// Words of keywords and of what is tried.
    pub(crate) keywords: Field,
    /// Words of the summary.
    pub(crate) summary: Field,
    /// Countries with an open site.
    pub(crate) country: Field,
    /// What a list shows of the study.
    pub(crate) entry: Field,
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
        let exact = indexed(IndexRecordOption::Basic);
        let fields = Self {
            place: schema.add_u64_field(PLACE, FAST),
            about: schema.add_text_field("about", exact.clone()),
            about_near_kind_of: schema.add_text_field("about_near_kind_of", exact.clone()),
            about_kind_of: schema.add_text_field("about_kind_of", exact.clone()),
            named_kind_of: schema.add_text_field("named_kind_of", exact.clone()),
            mentioned: schema.add_text_field("mentioned", exact.clone()),
            conditions: schema.add_text_field("conditions", exact.clone()),
            titles: schema.add_text_field("titles", exact.clone()),
            keywords: schema.add_text_field("keywords", exact.clone()),
            summary: schema.add_text_field("summary", exact.clone()),
            country: schema.add_text_field("country", exact),
            entry: schema.add_bytes_field("entry", STORED),
        };
        (fields, schema.build())
    }
}
