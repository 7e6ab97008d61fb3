//! Pictures in texts: `content/images/<name>.(jpg|jpeg|png|webp)`.
//!
//! 1. [`source`]: an editor's file, checked
//! 2. [`decoded`]: its upright pixels, and their color profile ([`color_profile`])
//! 3. [`rendition`]: the published files, scaled ([`scaling`]) and encoded ([`format`])
//! 4. [`markup`]: the HTML that lets a browser choose among them

mod color_profile;
mod decoded;
mod format;
mod invalid_picture;
mod markup;
mod rendition;
mod scaling;
mod source;

use std::{collections::BTreeMap, sync::Arc};

pub use invalid_picture::{InvalidPicture, PictureError};
pub(crate) use markup::{figure, portrait};
pub(crate) use rendition::Rendition;
pub use source::Picture;

/// File extensions of pictures.
pub(crate) const EXTENSIONS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// Pictures by file name.
pub type Pictures = BTreeMap<String, Arc<Picture>>;
