//! Pictures that texts show: `content/images/<name>.(jpg|jpeg|png|webp)`.
//!
//! 1. [`source`]: what an editor put there, checked
//! 2. [`decoded`]: its pixels, upright, and what its colors mean ([`color_profile`])
//! 3. [`rendition`]: the files that are made of it, scaled ([`scaling`]) and encoded ([`format`])
//! 4. [`markup`]: the HTML that lets a browser choose among them

mod color_profile;
mod decoded;
mod format;
mod markup;
mod no_picture;
mod rendition;
mod scaling;
mod source;

use std::{collections::BTreeMap, sync::Arc};

pub(crate) use markup::{figure, portrait};
pub use no_picture::{NoPicture, PictureError};
pub(crate) use rendition::Rendition;
pub use source::Picture;

/// The endings of names that pictures have.
pub(crate) const ENDINGS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// Pictures by the names of their files.
pub type Pictures = BTreeMap<String, Arc<Picture>>;
