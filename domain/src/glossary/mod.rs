//! Terms that pages explain where they occur (D-488).
//!
//! - [`TermForms`]: the spellings of a term, and where it may be explained
//! - [`Glossary`]: the terms to explain
//! - [`Explainer`]: finds the terms of a part of a page, in one pass over its words
//! - [`ExplainedTerm`]: a term in a text of a study's page

mod explained_term;
mod explainer;
mod form;
mod known_terms;
mod page_part;

pub use explained_term::ExplainedTerm;
pub use explainer::{Explainer, Occurrence};
pub use form::comparable_form;
pub use known_terms::{Glossary, TermForms};
pub use page_part::PagePart;

#[cfg(test)]
mod tests;
