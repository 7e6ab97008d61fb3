//! A baseline that ranks studies by BM25 over the words of a text.

use anyhow::Result;
use tantivy::{
    Index, Searcher, TantivyDocument, Term,
    collector::TopDocs,
    doc,
    query::{BooleanQuery, Occur, Query, TermQuery},
    schema::{Field, IndexRecordOption, STORED, STRING, Schema, TEXT, Value as _},
    tokenizer::TokenStream as _,
};
use waypoint_domain::registry_study::RegistryStudy;

/// The memory of the index's writer in bytes.
const WRITER_MEMORY: usize = 50_000_000;

/// Studies by their words.
pub(crate) struct Bm25 {
    index: Index,
    searcher: Searcher,
    number: Field,
    text: Field,
}

impl Bm25 {
    pub(crate) fn new(studies: &[RegistryStudy]) -> Result<Self> {
        let mut schema = Schema::builder();
        let number = schema.add_text_field("number", STRING | STORED);
        let text = schema.add_text_field("text", TEXT);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, WRITER_MEMORY)?;
        for study in studies {
            let texts = [
                study.conditions.join(" "),
                study.brief_title.clone(),
                study.official_title.clone(),
                study.keywords.join(" "),
                study.brief_summary.clone(),
            ];
            writer.add_document(doc!(number => study.nct_id.as_str(), text => texts.join(" ")))?;
        }
        writer.commit()?;
        let searcher = index.reader()?.searcher();
        Ok(Self { index, searcher, number, text })
    }

    /// Returns the numbers of the best studies that have any of the words.
    pub(crate) fn search(&self, words: &str, most: usize) -> Result<Vec<String>> {
        let mut tokenizer = self.index.tokenizer_for_field(self.text)?;
        let mut tokens = tokenizer.token_stream(words);
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        while let Some(token) = tokens.next() {
            let term = Term::from_field_text(self.text, &token.text);
            clauses.push((Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))));
        }
        let best = TopDocs::with_limit(most).order_by_score();
        let found = self.searcher.search(&BooleanQuery::new(clauses), &best)?;
        let number = |document: TantivyDocument| {
            document.get_first(self.number).and_then(|value| value.as_str()).map(ToOwned::to_owned)
        };
        let documents = found.into_iter().map(|(_, address)| self.searcher.doc(address));
        Ok(documents.collect::<Result<Vec<_>, _>>()?.into_iter().filter_map(number).collect())
    }
}
