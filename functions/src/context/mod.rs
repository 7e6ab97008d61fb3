//! The dependencies of programs, created from their environment. A function reads only the settings of what it needs.
//!
//! - [`Context`]: the parts of all endpoints; handlers take theirs as `State<Part>`
//! - [`Environment`]: environment variables, or others in tests
//! - the stores that operators' programs open alone

mod aws;
mod building;
mod environment;
mod services;
mod single_stores;
mod state;

pub use aws::timeouts;
pub use environment::{ContextError, Environment};
pub use single_stores::{
    RestoredStores, introductions_from_environment, outbox_from_environment, participants_from_environment,
    registry_from_environment, restored_from_environment, studies_from_environment,
};
pub use state::{Context, Release};
