//! A local Lambda for one function program: events of the HTTP API and of schedules, and the runtime interface by
//! which the program receives them.

pub mod event;
pub mod program;
mod runtime;
