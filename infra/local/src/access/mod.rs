//! What each function may do: the policies of `template.yaml`, held at a gate before the stand-ins.
//!
//! 1. [`grants`]: what the template grants to each function, and which function answers which call
//! 2. [`caller`]: on behalf of which function the store is asked
//! 3. [`request`]: what a request of the SDK does
//! 4. [`gate`]: lets through what is granted, and notes it

pub mod caller;
pub mod gate;
pub mod grants;

mod request;
