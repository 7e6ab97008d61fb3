//! What tests of Lambda binaries share.

pub(crate) mod function;
pub(crate) mod site;
