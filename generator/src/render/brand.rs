//! Template data of the brand.

use serde::Serialize;

use crate::{
    brand_styles::BrandStyles,
    content::{Brand, BrandWords, Palette},
};

/// A brand as templates see it.
#[derive(Serialize)]
pub(super) struct BrandView<'a> {
    name: &'a BrandWords,
    legal_name: &'a BrandWords,
    contact_email: &'a BrandWords,
    colors: Palette,
    /// Path of the brand's stylesheet, if it has one.
    stylesheet: Option<String>,
}

impl<'a> BrandView<'a> {
    pub(super) fn new(brand: &'a Brand) -> Self {
        let Brand { name, legal_name, contact_email, colors, .. } = brand;
        let stylesheet = BrandStyles::for_brand(brand).map(|styles| format!("/{}", styles.path()));
        Self { name, legal_name, contact_email, colors: Palette::new(*colors), stylesheet }
    }
}
