//! What the numbers of a picture mean.

use image::{Rgb, RgbImage};
use moxcms::{ColorProfile, DataColorSpace};

use super::{seen, showing, shown, with, wrong::told};
use crate::support::BuildTest;

const MUTED: Rgb<u8> = Rgb([160, 90, 60]);

/// A picture of one color, which a profile explains.
fn explained_by(ending: &str, profile: &ColorProfile) -> Vec<u8> {
    let profile = profile.encode().unwrap();
    with(ending, &RgbImage::from_pixel(64, 64, MUTED), |encoder| encoder.profile(&profile))
}

fn colors(site: &BuildTest) -> Vec<[u8; 3]> {
    seen(site).into_iter().map(|(_, pixels)| pixels.to_rgb8().get_pixel(32, 32).0).collect()
}

fn is_near(color: [u8; 3], expected: [u8; 3]) -> bool {
    color.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 4)
}

#[test]
fn a_photo_in_the_wide_colors_of_a_phone_looks_the_same_in_those_of_the_web() {
    for ending in ["jpg", "png", "webp"] {
        let bytes = explained_by(ending, &ColorProfile::new_display_p3());
        let site = shown(&format!("coast.{ending}"), &bytes);
        // The color of Display P3 that has these numbers, in sRGB, after the formulas of CSS Color 4.
        assert!(colors(&site).into_iter().all(|color| is_near(color, [171, 85, 52])), "{:?}", colors(&site));
    }
}

#[test]
fn a_photo_that_says_what_the_web_takes_for_granted_keeps_its_numbers() {
    let site = shown("coast.png", &explained_by("png", &ColorProfile::new_srgb()));
    assert!(colors(&site).into_iter().all(|color| is_near(color, MUTED.0)), "{:?}", colors(&site));
}

#[test]
fn a_picture_for_print_is_refused_with_what_to_do() {
    let mut print = ColorProfile::new_srgb();
    print.color_space = DataColorSpace::Cmyk;
    let told = told(&showing("coast.jpg", &explained_by("jpg", &print), "![The coast](coast.jpg)"));
    assert!(told.contains("color profile") && told.contains("color space sRGB"), "{told}");
}
