//! What each function may do: the policies of `template.yaml`, held at a gate before the stand-ins.
//!
//! 1. [`grants`]: what the template grants to each function, and which function answers which call
//! 2. [`caller`]: on behalf of which function the store is asked
//! 3. [`request`]: what a request of the SDK does
//! 4. [`guard`]: whether the function may, which is noted
//! 5. [`notes`]: what functions did in which test
//! 6. [`gate`]: stands before the database and the key service
//! 7. [`withholding`]: takes each right away, and looks whether a test notices

pub mod caller;
pub mod gate;
pub mod grants;
pub mod guard;
pub mod notes;
pub mod withholding;

pub(crate) mod request;
