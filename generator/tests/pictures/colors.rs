//! Color profiles of pictures.

use image::{Rgb, RgbImage};
use moxcms::{ColorProfile, DataColorSpace};

use super::{encode, pixels_of, showing, shown, wrong::error_report};
use crate::support::BuildTest;

const MUTED: Rgb<u8> = Rgb([160, 90, 60]);

/// A single-colored picture with a color profile.
fn with_profile(ending: &str, profile: &ColorProfile) -> Vec<u8> {
    let profile = profile.encode().unwrap();
    encode(ending, &RgbImage::from_pixel(64, 64, MUTED), |encoder| encoder.profile(&profile))
}

fn colors(site: &BuildTest) -> Vec<[u8; 3]> {
    pixels_of(site).into_iter().map(|(_, pixels)| pixels.to_rgb8().get_pixel(32, 32).0).collect()
}

fn is_near(color: [u8; 3], expected: [u8; 3]) -> bool {
    color.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 4)
}

#[test]
fn display_p3_photo_is_converted_to_srgb() {
    for ending in ["jpg", "png", "webp"] {
        let bytes = with_profile(ending, &ColorProfile::new_display_p3());
        let site = shown(&format!("coast.{ending}"), &bytes);
        // The color with these values in Display P3, converted to sRGB by the formulas of CSS Color 4.
        assert!(colors(&site).into_iter().all(|color| is_near(color, [171, 85, 52])), "{:?}", colors(&site));
    }
}

#[test]
fn photo_with_an_srgb_profile_keeps_its_values() {
    let site = shown("coast.png", &with_profile("png", &ColorProfile::new_srgb()));
    assert!(colors(&site).into_iter().all(|color| is_near(color, MUTED.0)), "{:?}", colors(&site));
}

#[test]
fn picture_for_print_is_rejected_with_a_hint() {
    let mut print = ColorProfile::new_srgb();
    print.color_space = DataColorSpace::Cmyk;
    let report = error_report(&showing("coast.jpg", &with_profile("jpg", &print), "![The coast](coast.jpg)"));
    assert!(report.contains("color profile") && report.contains("sRGB color space"), "{report}");
}
