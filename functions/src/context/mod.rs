//! The dependencies of programs, created from their environment. A function reads only the settings of what it needs.
//!
//! - [`Context`]: the parts of all endpoints; handlers take theirs as `State<Part>`
//! - [`Environment`]: environment variables, or others in tests
//! - the stores that operators' programs open alone

mod alone;
mod aws;
mod building;
mod environment;
mod services;
mod state;

pub use alone::{
    RestoredStores, outbox_from_environment, participants_from_environment, registry_from_environment,
    restored_from_environment, studies_from_environment,
};
pub use aws::timeouts;
pub use environment::{ContextError, Environment};
pub use state::{Context, Release};
