//! Enforces the policies of `template.yaml` in front of the fakes.
//!
//! 1. [`grants`]: the permissions of each function, and the paths it serves
//! 2. [`caller`]: the function on behalf of which a request is made
//! 3. [`request`]: the permissions that a request needs
//! 4. [`guard`]: checks permissions and records their use
//! 5. [`notes`]: the permissions used in each test
//! 6. [`gate`]: a proxy in front of the database and the key service
//! 7. [`withholding`]: revokes each permission, and checks that a test fails without it

pub mod caller;
pub mod gate;
pub mod grants;
pub mod guard;
pub mod notes;
pub mod withholding;

pub(crate) mod request;
