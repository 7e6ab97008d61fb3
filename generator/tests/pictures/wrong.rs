//! Errors of pictures that can't be shown.

use std::{fs, io::Cursor};

use image::{ImageFormat, RgbImage};
use waypoint_generator::content;

use super::{photograph, showing};
use crate::support::BuildTest;

/// The report, which must have one error.
pub(crate) fn error_report(site: &BuildTest) -> String {
    let errors = content::load(&site.content_dir()).unwrap_err();
    assert_eq!(errors.len(), 1);
    content::report(&errors, false)
}

/// A PNG header that claims a size, without pixels.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut small = Cursor::new(Vec::new());
    RgbImage::new(1, 1).write_to(&mut small, ImageFormat::Png).unwrap();
    let mut bytes = small.into_inner();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// The checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

#[test]
fn invalid_picture_is_reported_with_its_name_and_a_hint() {
    for (bytes, words, hint) in [
        (b"words".to_vec(), "it isn't a JPEG, PNG, or WebP picture", "export it as JPEG or PNG"),
        (
            photograph(400, 400)[..300].to_vec(),
            "it isn't a JPEG, PNG, or WebP picture",
            "export it as JPEG or PNG",
        ),
        (bomb(8001, 1), "it has 8001 by 1 pixels; a side may have up to 8000", "make it smaller"),
        (bomb(7000, 7000), "it has 7000 by 7000 pixels", "1600 pixels wide is plenty"),
        (vec![0; 12 * 1024 * 1024 + 1], "it has more than 12 MB", "save it smaller"),
    ] {
        let report = error_report(&showing("coast.jpg", &bytes, "![The coast](coast.jpg)"));
        for part in ["images/coast.jpg can't be shown", words, hint] {
            assert!(report.contains(part), "{part} in {report}");
        }
    }
}

#[test]
fn folder_named_like_a_picture_is_reported() {
    let site = BuildTest::new();
    fs::create_dir(site.content_dir().join("images/coast.jpg")).unwrap();
    assert!(error_report(&site).contains("it is not a file"), "{}", error_report(&site));
}

#[test]
fn missing_inline_or_undescribed_picture_is_reported_with_its_place() {
    for (text, words) in [
        ("![The coast](cost.jpg)", "there is no picture named 'cost.jpg'"),
        ("![ ](coast.jpg)", "no description for people who can't see it"),
        ("![The coast](coast.jpg) and words", "can't be in the middle of a paragraph"),
        (
            "![The coast](https://a.example/coast.jpg)",
            "there is no picture named 'https://a.example/coast.jpg'",
        ),
    ] {
        let report = error_report(&showing("coast.jpg", &photograph(30, 20), text));
        assert!(report.contains(words) && report.contains("pages/terms.md:6:1"), "{text}: {report}");
    }
}
