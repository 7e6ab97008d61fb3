//! Pictures in texts: their files, their HTML, and errors in them.

mod colors;
mod files;
mod hidden;
mod markup;
mod wrong;

use std::fs;

use crate::support::BuildTest;
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, Rgb, RgbImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
};

/// The fixtures with a picture file, and a text at the start of the terms page.
fn showing(name: &str, bytes: &[u8], text: &str) -> BuildTest {
    let site = BuildTest::new();
    fs::write(site.content_dir().join("images").join(name), bytes).unwrap();
    site.edit("pages/terms.md", "+++\n\n", &format!("+++\n\n{text}\n\n"));
    site
}

/// The built fixtures, with a picture on the terms page.
fn shown(name: &str, bytes: &[u8]) -> BuildTest {
    let site = showing(name, bytes, &format!("![The coast]({name})"));
    site.build().unwrap();
    site
}

/// Part of the file names of the portrait on the home page, which is 8 pixels wide.
const PORTRAIT: &str = "-8.";

/// The published files of the picture.
fn picture_files(site: &BuildTest) -> Vec<(String, Vec<u8>)> {
    let is_of_picture = |path: &str| path.starts_with("pictures/") && !path.contains(PORTRAIT);
    site.files().into_iter().filter(|(path, _)| is_of_picture(path)).collect()
}

/// The decoded pixels of each of these files.
fn pixels_of(site: &BuildTest) -> Vec<(String, DynamicImage)> {
    picture_files(site)
        .into_iter()
        .map(|(path, bytes)| (path, image::load_from_memory(&bytes).unwrap()))
        .collect()
}

/// Pixels that are red on the left and blue on the right.
fn coast(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(
        width,
        height,
        |x, _| if x < width / 2 { Rgb([220, 30, 30]) } else { Rgb([30, 30, 220]) },
    )
}

/// These pixels as a JPEG photo.
fn photograph(width: u32, height: u32) -> Vec<u8> {
    encode("jpg", &coast(width, height), |_| {})
}

/// Encodes pixels with additional metadata.
fn encode(ending: &str, pixels: &RgbImage, add: impl Fn(&mut dyn Encoder)) -> Vec<u8> {
    let mut bytes = Vec::new();
    match ending {
        "jpg" => save(JpegEncoder::new_with_quality(&mut bytes, 95), pixels, add),
        "png" => save(PngEncoder::new(&mut bytes), pixels, add),
        _ => save(WebPEncoder::new_lossless(&mut bytes), pixels, add),
    }
    bytes
}

fn save(mut encoder: impl ImageEncoder, pixels: &RgbImage, add: impl Fn(&mut dyn Encoder)) {
    add(&mut encoder);
    encoder.write_image(pixels, pixels.width(), pixels.height(), ExtendedColorType::Rgb8).unwrap();
}

/// Encoders that can add metadata.
trait Encoder {
    fn exif(&mut self, exif: &[u8]);
    fn profile(&mut self, profile: &[u8]);
}

impl<T: ImageEncoder> Encoder for T {
    fn exif(&mut self, exif: &[u8]) {
        self.set_exif_metadata(exif.to_vec()).unwrap();
    }

    fn profile(&mut self, profile: &[u8]) {
        self.set_icc_profile(profile.to_vec()).unwrap();
    }
}
