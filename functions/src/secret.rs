//! What secrets need everywhere: comparing without telling where texts differ, and bytes as text. Keys are in `waypoint_keys`,
//! one type for each purpose.

pub use waypoint_keys::{hex, same};
