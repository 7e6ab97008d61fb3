//! Errors in fields of the form.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The alert when a required value is missing.
pub const REQUIRED_VALUES: &str = "please enter all required values";

/// The message next to an invalid email address.
pub const INVALID_EMAIL: &str = "Please enter valid email";

/// An error in a field, with a hint on how to fix it. The message never repeats the typed value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FieldError {
    /// The name of the field in the form.
    pub field: String,
    /// The message for the participant.
    pub message: String,
    /// Whether the field is required but empty.
    #[serde(skip)]
    #[ts(skip)]
    #[schema(ignore)]
    pub missing: bool,
}

impl FieldError {
    /// Creates an error about the value of a field.
    pub fn new(field: &str, message: impl Into<String>) -> Self {
        Self { field: field.to_owned(), message: message.into(), missing: false }
    }

    /// Creates an error about an empty required field.
    pub fn missing(field: &str, message: impl Into<String>) -> Self {
        Self { missing: true, ..Self::new(field, message) }
    }
}
