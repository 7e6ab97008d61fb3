//! Locations of US ZIP codes and the world's cities.
//!
//! - [`fold`]: names as comparable words
//! - [`Gazetteer::named`]: the places that a text names, even with one typo
//! - [`Gazetteer::suggest`]: suggestions while typing
//! - [`Gazetteer::nearest`]: the nearest city
//! - [`Gazetteer::locate_address`]: the place of an address
//! - [`Gazetteer::coordinates_of_site`]: the coordinates of a study's site
//! - [`Gazetteer::place_of_visitor`], [`Gazetteer::country_of_visitor`]: what visitors type into a field
//! - [`postal_code_in`], [`lettered_codes`], [`is_postal_code`]: the shapes of postal codes
//! - [`Gazetteer::region_named`], [`Gazetteer::region_at`]: states and provinces
//!
//! The places are in `data/`; the build script compiles them into tables. The program reads the embedded tables in place,
//! so that it starts without building anything.

mod address;
mod areas;
pub mod fold;
mod gazetteer;
mod globe;
mod naming;
mod nearest;
mod place;
mod postal_code;
mod record;
mod region;
mod site;
mod suggesting;
mod typos;
mod visitor;

pub use gazetteer::Gazetteer;
pub use globe::{EARTH_KM, distance_km};
pub use naming::PlaceMatch;
pub use place::{Place, PlaceKind, ZipCode};
pub use postal_code::{LetteredCode, is_postal_code, lettered_codes, postal_code_in};
pub use visitor::VisitorPlace;
