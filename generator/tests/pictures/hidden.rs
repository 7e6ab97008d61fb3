//! Metadata and transparency of photos.

use std::io::Cursor;

use image::{ImageDecoder, ImageReader, Rgba, RgbaImage};

use super::{coast, encode, picture_files, pixels_of, showing, shown};

/// EXIF data with the orientation of a camera turned to the right, followed by a location as text.
const EXIF: &[u8] = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 41.4993 -81.6944";

#[test]
fn photo_is_turned_upright_and_its_location_is_removed() {
    for ending in ["jpg", "png", "webp"] {
        let turned = encode(ending, &coast(400, 200), |encoder| encoder.exif(EXIF));
        assert!(turned.windows(3).any(|part| part == b"GPS"), "{ending}");
        let site = shown(&format!("coast.{ending}"), &turned);
        assert!(site.page("terms.html").contains("width=\"200\" height=\"400\""), "{ending}");
        for (path, bytes) in picture_files(&site) {
            for word in [&b"GPS"[..], b"Exi", b"EXI", b"eXI"] {
                assert!(!bytes.windows(word.len()).any(|part| part == word), "{path} of {ending}");
            }
            let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().unwrap();
            let mut decoder = reader.into_decoder().unwrap();
            assert_eq!(decoder.exif_metadata().unwrap(), None, "{path}");
            assert_eq!(decoder.icc_profile().unwrap(), None, "{path}");
        }
        for (path, pixels) in pixels_of(&site) {
            let pixels = pixels.to_rgb8();
            let (top, bottom) = (pixels.get_pixel(100, 40), pixels.get_pixel(100, 360));
            assert!(top[0] > 150 && bottom[2] > 150, "{path}: {top:?} {bottom:?}");
        }
    }
}

#[test]
fn transparency_is_preserved_in_each_format() {
    let white_or_clear = |x, _| if x < 301 { Rgba([255; 4]) } else { Rgba([0; 4]) };
    let glass = RgbaImage::from_fn(600, 60, white_or_clear);
    let mut bytes = Cursor::new(Vec::new());
    glass.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let site = showing("glass.png", bytes.get_ref(), "![Glass](glass.png)");
    site.build().unwrap();
    let endings: Vec<_> =
        picture_files(&site).iter().map(|(path, _)| path.split('.').nth(1).unwrap().to_owned()).collect();
    assert!(endings.iter().all(|ending| ["png", "webp"].contains(&ending.as_str())), "{endings:?}");
    for (path, pixels) in pixels_of(&site) {
        let pixels = pixels.to_rgba8();
        assert_eq!(
            (pixels.get_pixel(20, 5)[3], pixels.get_pixel(pixels.width() - 20, 5)[3]),
            (255, 0),
            "{path}"
        );
        // Transparent black beside white must not create a gray edge.
        let edge = pixels.pixels().filter(|pixel| pixel[3] > 8);
        assert!(edge.map(|pixel| pixel[0]).min() > Some(250), "{path}");
    }
}
