//! The fields of the index.

use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

/// The name of the column field.
pub(crate) const PLACE: &str = "place";

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// How many studies were added before this one. It leads to the study's facts after documents have been reordered.
    pub(crate) place: Field,
    /// Concepts named by conditions, titles, keywords, interventions, or the summary, and their ancestors, with ways.
    pub(crate) concepts: Field,
    /// Concepts named by the study's conditions, without ancestors: short lists, even for broad concepts.
    pub(crate) about: Field,
    /// Concepts named by the summary, titles, keywords, or interventions.
    pub(crate) mentioned: Field,
    /// Words of conditions, titles, keywords, and interventions, with ways.
    pub(crate) words: Field,
    /// Words of the summary.
    pub(crate) summary: Field,
    /// Words of the names of organizations, people, and sites, and of the acronym.
    pub(crate) names: Field,
    /// Pairs of adjacent words in the names of organizations and sites, as terms of [`crate::institution`].
    pub(crate) institutions: Field,
    /// The drugs and other treatments that the study tests, as terms of [`crate::treatment`].
    pub(crate) treatments: Field,
    /// The acronym, as its letters and digits in lower case.
    pub(crate) acronyms: Field,
    /// The study's other numbers, each as its letters and digits in lower case.
    pub(crate) ids: Field,
    /// What the study says of biomarkers, as terms of [`crate::study_markers`].
    pub(crate) markers: Field,
    /// The conditions of people who can't join, without ancestors.
    pub(crate) ruled_out: Field,
}

impl Fields {
    /// Returns the fields and their schema.
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
        let plain = indexed(IndexRecordOption::Basic);
        let with_ways = indexed(IndexRecordOption::WithFreqs);
        let fields = Self {
            place: schema.add_u64_field(PLACE, FAST),
            concepts: schema.add_text_field("concepts", with_ways.clone()),
            about: schema.add_text_field("about", plain.clone()),
            mentioned: schema.add_text_field("mentioned", plain.clone()),
            words: schema.add_text_field("words", with_ways),
            summary: schema.add_text_field("summary", plain.clone()),
            names: schema.add_text_field("names", plain.clone()),
            institutions: schema.add_text_field("institutions", plain.clone()),
            treatments: schema.add_text_field("treatments", plain.clone()),
            acronyms: schema.add_text_field("acronyms", plain.clone()),
            ids: schema.add_text_field("ids", plain.clone()),
            markers: schema.add_text_field("markers", plain.clone()),
            ruled_out: schema.add_text_field("ruled_out", plain),
        };
        (fields, schema.build())
    }
}
