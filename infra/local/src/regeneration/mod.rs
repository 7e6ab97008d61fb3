//! Runs the regenerate function locally. It gets the emulator's stream in batches, like the table's stream in the
//! cloud.
//!
//! - [`stream`]: reads the stream in batches
//! - [`following`]: passes the batches to the function
//! - [`site`]: builds the whole site at the start, and holds what the function needs afterwards

mod following;
mod site;
mod stream;

pub use following::{Follower, Step};
pub use site::ChangingSite;
pub use stream::{Batch, Position, StreamError, StudyStream};
