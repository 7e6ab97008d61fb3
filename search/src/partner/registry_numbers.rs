//! Sets of registry numbers.

use std::{collections::HashSet, sync::LazyLock};

use waypoint_domain::nct_id::NctId;

use crate::registry_digits::digits;

static NONE: LazyLock<RegistryNumbers> = LazyLock::new(RegistryNumbers::default);

/// A set of registry numbers, which stays fast however large it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegistryNumbers(HashSet<u32>);

impl RegistryNumbers {
    /// Returns the empty set.
    #[must_use]
    pub fn none() -> &'static Self {
        &NONE
    }

    /// Adds a number.
    pub fn insert(&mut self, number: &NctId) {
        self.0.insert(digits(number));
    }

    /// Removes a number.
    pub fn remove(&mut self, number: &NctId) {
        self.0.remove(&digits(number));
    }

    /// Whether the set has no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the set has a number.
    #[must_use]
    pub fn has(&self, number: &NctId) -> bool {
        self.contains(digits(number))
    }

    /// Whether the set has the number with these digits.
    pub(crate) fn contains(&self, digits: u32) -> bool {
        self.0.contains(&digits)
    }
}

impl<'a> FromIterator<&'a NctId> for RegistryNumbers {
    fn from_iter<I: IntoIterator<Item = &'a NctId>>(numbers: I) -> Self {
        Self(numbers.into_iter().map(digits).collect())
    }
}
