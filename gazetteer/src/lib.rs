//! Where places are: ZIP codes of the United States and the world's cities.
//!
//! 1. [`fold`]: names as words that can be compared
//! 2. [`Gazetteer::named`]: the places that a text names, with a slip of spelling in spite of which they are found
//! 3. [`Gazetteer::suggest`]: places that begin as somebody types
//! 4. [`Gazetteer::nearest`]: the city that is nearest
//! 5. [`Gazetteer::of_address`]: where an address is
//! 6. [`Gazetteer::of_site`]: where a study's site is
//! 7. [`Gazetteer::region_named`], [`Gazetteer::region_at`]: in which state or province something is
//!
//! The places are those of `data/`, made into tables when the crate is built. They are read where they stand in
//! the binary, so that nothing is built when a program starts.

mod address;
mod areas;
pub mod fold;
mod gazetteer;
mod globe;
mod naming;
mod nearest;
mod place;
mod record;
mod region;
mod site;
mod slips;
mod suggesting;

pub use gazetteer::Gazetteer;
pub use globe::{EARTH_KM, distance_km};
pub use naming::Named;
pub use place::{Place, PlaceKind, ZipCode};
