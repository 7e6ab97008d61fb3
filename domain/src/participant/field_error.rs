//! What is wrong with one field of the form.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The alert when a required value is missing.
pub const REQUIRED_VALUES: &str = "please enter all required values";

/// The message beside an address that is none.
pub const INVALID_EMAIL: &str = "Please enter valid email";

/// One field and what to do about it. Never repeats what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FieldError {
    /// The field's name in the form.
    pub field: String,
    /// A sentence for the person.
    pub message: String,
    /// Whether the field is empty and must not be.
    #[serde(skip)]
    #[ts(skip)]
    #[schema(ignore)]
    pub missing: bool,
}

impl FieldError {
    /// What is wrong with the value of a field.
    pub fn new(field: &str, message: impl Into<String>) -> Self {
        Self { field: field.to_owned(), message: message.into(), missing: false }
    }

    /// A required field is empty.
    pub fn missing(field: &str, message: impl Into<String>) -> Self {
        Self { missing: true, ..Self::new(field, message) }
    }
}
