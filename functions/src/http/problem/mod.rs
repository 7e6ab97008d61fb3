//! Errors as `application/problem+json`: the catalog, the explanations for visitors, and the responses.

mod body;
mod catalog;
mod refused_document;
mod sentences;

pub use body::{ProblemBody, ProblemMessage};
pub use catalog::{InvalidQuery, Problem};
pub use sentences::SCREENER_FAILED;
