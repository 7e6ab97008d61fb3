//! A file of the site, its digest, and its content type.

use md5::{Digest, Md5};

/// A file and its path below the site's root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Path with `/` between folders, without one at the start.
    pub path: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    /// Returns the [`digest`] of the content.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&self.bytes)
    }
}

/// Returns the digest that the bucket reports for a file uploaded in one piece, in lower-case hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", u128::from_be_bytes(Md5::digest(bytes).into()))
}

/// Returns the content type of a file by its extension.
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
