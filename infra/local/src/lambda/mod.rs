//! Lambda on this machine, for one function's program: the events that the HTTP API and a schedule send, and the runtime
//! interface by which a program takes them.

pub mod event;
pub mod program;
mod runtime;
