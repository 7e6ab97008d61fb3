//! Published files of pictures: when they are written, and their bytes.

use std::{fmt::Write, fs, io::Cursor};

use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use moxcms::ColorProfile;
use sha2::{Digest, Sha256};
use waypoint_generator::content;

use super::{encode, photograph, picture_files, shown};
use crate::support::files_in;

/// A generated picture with soft and hard edges.
fn hills() -> RgbImage {
    RgbImage::from_fn(900, 300, |x, y| {
        let hill = 150 + (x % 300).abs_diff(150) / 2;
        let shade = u8::try_from((x * 7 + y * 13) % 97).unwrap();
        if y < hill { Rgb([220 - shade / 4, 230, 200 + shade / 8]) } else { Rgb([10 + shade, 86, 91]) }
    })
}

/// The same picture, from transparent at the top to half opaque at the bottom.
fn hills_in_mist() -> Vec<u8> {
    let mist = |(x, y, pixel): (u32, u32, &Rgb<u8>)| {
        (x, y, [pixel[0], pixel[1], pixel[2], u8::try_from(y / 2).unwrap()])
    };
    let mut pixels = RgbaImage::new(900, 300);
    for (x, y, pixel) in hills().enumerate_pixels().map(mist) {
        pixels.put_pixel(x, y, Rgba(pixel));
    }
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn picture_files_have_the_same_bytes_on_every_machine() {
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    let mut sums = String::new();
    for (name, bytes) in [
        ("drawn", encode("png", &hills(), |_| {})),
        ("misty", hills_in_mist()),
        ("wide", encode("jpg", &hills(), |encoder| encoder.profile(&wide))),
    ] {
        let mut files: Vec<_> = picture_files(&shown("hills.png", &bytes))
            .into_iter()
            .map(|(path, bytes)| (path.split_once('-').unwrap().1.to_owned(), bytes))
            .collect();
        files.sort();
        for (size, bytes) in files {
            let sum = Sha256::digest(&bytes);
            let [a, b, c, d, ..] = sum[..] else { unreachable!() };
            writeln!(sums, "{name} {size}: {} bytes, {a:02x}{b:02x}{c:02x}{d:02x}", bytes.len()).unwrap();
        }
    }
    // When encoders or their settings change, raise ENCODING_VERSION in pictures/rendition.rs, so that names change
    // with the bytes.
    insta::assert_snapshot!(sums);
}

#[test]
fn existing_picture_file_is_not_encoded_again() {
    let site = shown("coast.jpg", &photograph(800, 400));
    let content = site.content();
    // A missing picture can't be encoded.
    fs::remove_file(site.content_dir().join("images/coast.jpg")).unwrap();
    assert_eq!(site.build_content(&content).unwrap().changed, 0);
    fs::remove_file(site.out().join(&picture_files(&site)[0].0)).unwrap();
    assert!(site.build_content(&content).unwrap_err().to_string().contains("images/coast.jpg"));
}

#[test]
fn changed_article_does_not_encode_pictures_again_in_watch_mode() {
    let site = shown("coast.jpg", &photograph(800, 400));
    let dir = site.content_dir();
    let mut reader = content::Reader::default();
    let mut read = || reader.load(&dir, &dir.join("studies"), content::Drafts::Hidden).unwrap();
    site.build_content(&read()).unwrap();
    let before = picture_files(&site);
    site.edit("articles/walking-with-sore-knees.md", "title = \"", "title = \"New: ");
    let content = read();
    fs::remove_file(dir.join("images/coast.jpg")).unwrap();
    assert!(site.build_content(&content).unwrap().changed > 0);
    assert_eq!(picture_files(&site), before);
}

#[test]
fn builds_into_two_folders_have_the_same_files() {
    let site = shown("coast.jpg", &photograph(500, 300));
    site.build_into(&site.root.path().join("other")).unwrap();
    assert_eq!(files_in(&site.root.path().join("other")), site.files());
}

#[test]
fn changed_picture_changes_its_page_and_leaves_no_old_files() {
    let site = shown("coast.jpg", &photograph(300, 200));
    let before = (site.page("terms.html"), picture_files(&site));
    fs::write(site.content_dir().join("images/coast.jpg"), photograph(300, 100)).unwrap();
    site.build().unwrap();
    assert_ne!(site.page("terms.html"), before.0);
    assert!(picture_files(&site).iter().all(|(path, _)| before.1.iter().all(|(former, _)| former != path)));
    assert_eq!(picture_files(&site).len(), before.1.len());
}

#[test]
fn picture_that_no_text_shows_has_no_files() {
    let site = shown("coast.jpg", &photograph(300, 200));
    fs::write(site.content_dir().join("images/other.jpg"), photograph(310, 200)).unwrap();
    site.build().unwrap();
    assert!(picture_files(&site).iter().all(|(path, _)| path.contains("-300.")));
}
