//! Constant-time comparison and hexadecimal encoding of secrets. The keys are in `waypoint_keys`, one type for each
//! purpose.

pub use waypoint_keys::{constant_time_eq, hex};
