//! Resources of health systems, FHIR R4, read into medical records. No I/O.
//!
//! Servers differ in what they fill in, so nothing but a resource's type and id is relied on: a part that is missing, or in
//! another shape than the standard's, is a value that is not there.
//!
//! 1. [`page`]: a page of a search, as the resources that match, and where the next page is
//! 2. [`resource`]: one resource, asked for its parts
//! 3. [`patient`], [`immunization`], [`medication`], [`allergy`], [`condition`]: what is read of each kind
//! 4. [`collecting`]: the pages of one person's kinds, brought together
//! 5. [`brands`], [`endpoint_lists`]: health systems, as patients know them

mod allergy;
mod brands;
mod collecting;
mod condition;
mod endpoint_lists;
mod immunization;
mod kind;
mod medication;
mod page;
mod patient;
mod resource;
mod safe_address;

pub use brands::{Brands, LeftOut};
pub use collecting::{Collected, TooMany};
pub use kind::Kind;
pub use page::{NextPage, Page, Unreadable};
pub use patient::{demographics, name};
pub use resource::{Resource, is_id};
pub use safe_address::{is_safe, may_name};
