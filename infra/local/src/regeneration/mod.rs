//! The function of changed studies on this machine: it gets the stream of the emulator in batches, as it gets the
//! table's stream in the cloud.
//!
//! - [`stream`]: the stream, in batches
//! - [`following`]: gives batch after batch to the function
//! - [`site`]: what is made of the table's studies when the server starts, and what the function works with from then on

mod following;
mod site;
mod stream;

pub use following::{Follower, Step};
pub use site::{ChangingSite, ChangingSiteError};
pub use stream::{Batch, Position, StreamError, StudyStream};
