//! The stylesheet of a brand that has its own colors.

use crate::{
    content::{Brand, Palette},
    fingerprint,
};

/// A stylesheet that overrides the site's colors.
#[derive(Debug, Clone)]
pub(crate) struct BrandStyles {
    /// The stylesheet's text.
    pub(crate) css: String,
}

impl BrandStyles {
    /// Returns the stylesheet of a brand, or `None` if the brand uses the default colors.
    pub(crate) fn for_brand(brand: &Brand) -> Option<Self> {
        brand.colors.map(|colors| Self { css: Palette::new(Some(colors)).stylesheet() })
    }

    /// Path under the site's root.
    pub(crate) fn path(&self) -> String {
        format!("assets/brand-{}.css", fingerprint::content_name([self.css.as_str()]))
    }
}
