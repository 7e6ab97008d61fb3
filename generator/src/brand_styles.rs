//! The stylesheet of a brand that has colors of its own.

use crate::{
    content::{Brand, Palette},
    fingerprint,
};

/// A stylesheet that gives the site's styles other colors.
#[derive(Debug, Clone)]
pub(crate) struct BrandStyles {
    /// What is in it.
    pub(crate) css: String,
}

impl BrandStyles {
    /// That of a brand; nothing for one that has the colors of the styles.
    pub(crate) fn of(brand: &Brand) -> Option<Self> {
        brand.colors.map(|colors| Self { css: Palette::of(Some(colors)).stylesheet() })
    }

    /// Where it stands under the site's root.
    pub(crate) fn path(&self) -> String {
        format!("assets/brand-{}.css", fingerprint::name_of([self.css.as_str()]))
    }
}
