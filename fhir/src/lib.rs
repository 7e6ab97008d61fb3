//! Converts FHIR R4 resources of health systems to medical records. No I/O.
//!
//! Servers differ in what they fill in, so only a resource's type and id are required. A part that is missing or has an
//! unexpected type counts as absent.
//!
//! 1. [`page`]: a page of search results: the matching resources, and the URL of the next page
//! 2. [`resource`]: access to the parts of a resource
//! 3. [`coding`], [`code_systems`], [`quantity`]: codes and amounts
//! 4. [`patient`], [`immunization`], [`medication`], [`allergy`], [`condition`], [`procedure`], [`observation`]: conversion
//!    of each kind of resource
//! 5. [`standing`], [`no_known_allergy`]: what a record says beyond its name: it is over, uncertain, or that there is none
//! 6. [`collecting`], [`merging`]: all records of a person, collected from pages, repeated diagnoses as one
//! 7. [`health_systems`]: lists of health systems

mod allergy;
mod code_systems;
mod coding;
mod collecting;
mod condition;
mod health_systems;
mod immunization;
mod kind;
mod medication;
mod merging;
mod no_known_allergy;
mod observation;
mod page;
mod patient;
mod procedure;
mod quantity;
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
