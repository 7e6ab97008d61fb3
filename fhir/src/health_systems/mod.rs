//! Lists of health systems, as systems and their vendors publish them.
//!
//! 1. [`entries`]: the resources of bundles, and the references between them
//! 2. [`endpoints`]: the addresses at which a system can be called
//! 3. [`organizations`]: organizations and locations, with the ones that they are part of
//! 4. [`brands`]: the systems of organizations
//! 5. [`lantern`]: the systems of the lists of Lantern, which monitors all endpoints
//! 6. [`list`]: reading any of them
//! 7. [`merging`]: the systems at one address as one

mod address_key;
mod brands;
mod derived_id;
mod endpoints;
mod entries;
mod lantern;
mod list;
mod merging;
mod organizations;
mod skipped;

pub use address_key::address_key;
pub use derived_id::derived_id;
pub use list::{ListFile, SystemList};
pub use merging::merge_by_address;
pub use skipped::{SkipReason, Skipped};
