//! What an editor is told about a picture that can't be shown.

use std::{fs, io::Cursor};

use image::{ImageFormat, RgbImage};
use waypoint_generator::content;

use super::{photograph, showing};
use crate::support::BuildTest;

/// The one thing that is wrong.
pub(crate) fn told(site: &BuildTest) -> String {
    let errors = content::load(&site.content_dir()).unwrap_err();
    assert_eq!(errors.len(), 1);
    content::report(&errors, false)
}

/// The head of a PNG that says it has so many pixels, with none of them.
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

/// The check sum of a part of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

#[test]
fn a_file_that_can_not_be_shown_is_told_by_its_name_with_what_to_do() {
    for (bytes, words, hint) in [
        (b"words".to_vec(), "it is no picture in JPEG, PNG or WebP", "export it as JPEG or PNG"),
        (
            photograph(400, 400)[..300].to_vec(),
            "it is no picture in JPEG, PNG or WebP",
            "export it as JPEG or PNG",
        ),
        (bomb(8001, 1), "it has 8001 by 1 pixels; a side may have 8000", "make it smaller"),
        (bomb(7000, 7000), "it has 7000 by 7000 pixels", "1600 pixels wide is plenty"),
        (vec![0; 12 * 1024 * 1024 + 1], "it has more than 12 MB", "save it smaller"),
    ] {
        let told = told(&showing("coast.jpg", &bytes, "![The coast](coast.jpg)"));
        for part in ["images/coast.jpg can't be shown", words, hint] {
            assert!(told.contains(part), "{part} in {told}");
        }
    }
}

#[test]
fn a_folder_with_the_name_of_a_picture_is_told() {
    let site = BuildTest::new();
    fs::create_dir(site.content_dir().join("images/coast.jpg")).unwrap();
    assert!(told(&site).contains("it is not a file"), "{}", told(&site));
}

#[test]
fn a_picture_that_is_not_there_says_nothing_or_stands_among_words_is_told_with_its_place() {
    for (text, words) in [
        ("![The coast](cost.jpg)", "no picture is 'cost.jpg'"),
        ("![ ](coast.jpg)", "no words for those who can't see it"),
        ("![The coast](coast.jpg) and words", "can't stand among words"),
        ("![The coast](https://a.example/coast.jpg)", "no picture is 'https://a.example/coast.jpg'"),
    ] {
        let told = told(&showing("coast.jpg", &photograph(30, 20), text));
        assert!(told.contains(words) && told.contains("pages/terms.md:6:1"), "{text}: {told}");
    }
}
