//! Participants and the sign-up form.
//!
//! The browser sends a [`SignUpForm`]. [`Profile::check`] turns it into validated values, or returns every
//! [`FieldError`]. [`BegunForm`] holds the values of a form before it is submitted.

mod begun_form;
mod choices;
mod contact;
mod date_of_birth;
mod field_error;
mod field_with_minimum_age;
mod form;
mod form_fields;
mod phone_number;
mod postal_code;
mod prefill;
mod profile;
mod representative;
mod typed_date;

pub use begun_form::BegunForm;
pub use choices::{Gender, Language, Race, SmokingStatus};
pub use contact::Email;
pub use date_of_birth::DateOfBirth;
pub use field_error::{FieldError, INVALID_EMAIL, REQUIRED_VALUES};
pub use field_with_minimum_age::{FIELDS_WITH_MINIMUM_AGE, FieldWithMinimumAge};
pub use form::SignUpForm;
pub use phone_number::PhoneNumber;
pub use postal_code::{PostalCode, PostalCodeNeed, postal_code_need};
pub use profile::Profile;
pub use representative::{Relationship, Representative, SignsUpFor};
pub use typed_date::parse_typed_date;
