//! Shared helpers for tests of Lambda binaries.

pub(crate) mod function;
pub(crate) mod site;
