//! Converts FHIR R4 resources of health systems to medical records. No I/O.
//!
//! Servers differ in what they fill in, so only a resource's type and id are required. A part that is missing or has an
//! unexpected type counts as absent.
//!
//! 1. [`page`]: a page of search results: the matching resources, and the URL of the next page
//! 2. [`resource`]: access to the parts of a resource
//! 3. [`patient`], [`immunization`], [`medication`], [`allergy`], [`condition`]: conversion of each kind of resource
//! 4. [`standing`]: what a record says beyond its name: it is over, uncertain, or another person's
//! 5. [`collecting`]: all records of a person, collected from pages
//! 6. [`health_systems`]: lists of health systems

mod allergy;
mod collecting;
mod condition;
mod health_systems;
mod immunization;
mod kind;
mod medication;
mod page;
mod patient;
mod resource;
mod safe_address;
mod standing;

pub use collecting::RecordCollector;
pub use health_systems::{
    ListFile, SkipReason, Skipped, SystemList, address_key, derived_id, merge_by_address,
};
pub use kind::Kind;
pub use page::{InvalidPage, NextPage, Page};
pub use patient::{demographics, name};
pub use resource::{Resource, is_id};
pub use safe_address::{is_safe_url, may_refer_to};
