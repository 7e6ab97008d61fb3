//! A file of the site.

use md5::{Digest, Md5};

/// A file and where it stands below the site's root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path, with `/` between folders and none before it.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    /// Its [`digest`].
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&self.bytes)
    }
}

/// The digest that the bucket tells of a file that was put in one piece, in small hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", u128::from_be_bytes(Md5::digest(bytes).into()))
}

/// What a browser is told of a file, by the ending of its path.
#[must_use]
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
