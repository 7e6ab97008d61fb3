//! Color profiles of pictures. Phone photos are often in Display P3 and look pale if their values are read as sRGB.
//!
//! All arithmetic uses integers, so the results are the same on every processor.

use image::DynamicImage;
use moxcms::{ColorProfile as Icc, DataColorSpace};

use super::invalid_picture::InvalidPicture;

/// Full light, in linear steps.
const FULL_LIGHT: u16 = u16::MAX;
/// Resolution of the table from linear light to sRGB, finer than eight bits need.
const STEPS: u16 = 1 << 14;
/// Scale of the matrix: the value of 1.0.
const ONE: f64 = 65536.0;
/// Maximum difference per channel at which a profile counts as sRGB. It is invisible to the eye.
const SAME_COLOR: u8 = 2;

/// Conversion from a picture's color values to sRGB.
#[derive(Debug)]
pub(super) struct ColorProfile {
    /// Linear light of each channel value, for red, green, and blue.
    light: [Vec<u16>; 3],
    /// Conversion from the picture's linear light to that of sRGB, one row per sRGB channel.
    matrix: [[i64; 3]; 3],
    /// The sRGB value of each step of linear light.
    srgb_values: Vec<u8>,
}

impl ColorProfile {
    /// Reads an ICC profile. Returns `None` for sRGB.
    pub(super) fn read(bytes: &[u8]) -> Result<Option<Self>, InvalidPicture> {
        let icc = Icc::new_from_slice(bytes).map_err(|_| InvalidPicture::Colors)?;
        let profile = match icc.color_space {
            DataColorSpace::Rgb => Self::from_rgb(&icc),
            DataColorSpace::Gray => Self::from_gray(&icc),
            _ => None,
        };
        let profile = profile.ok_or(InvalidPicture::Colors)?;
        Ok((!profile.is_srgb()).then_some(profile))
    }

    fn from_rgb(icc: &Icc) -> Option<Self> {
        let light = [
            icc.build_r_linearize_table::<u8, 256, 8>(true).ok()?,
            icc.build_g_linearize_table::<u8, 256, 8>(true).ok()?,
            icc.build_b_linearize_table::<u8, 256, 8>(true).ok()?,
        ];
        let matrix =
            icc.transform_matrix(&Icc::new_srgb()).v.map(|row| row.map(|value| rounded(value * ONE)));
        let has_colors = matrix.iter().all(|row| row.iter().any(|value| *value != 0));
        has_colors.then(|| Self {
            light: light.map(|table| steps(&*table)),
            matrix,
            srgb_values: srgb_values(),
        })
    }

    fn from_gray(icc: &Icc) -> Option<Self> {
        let light = steps(&*icc.build_gray_linearize_table::<u8, 256, 8>().ok()?);
        let one = rounded(ONE);
        let matrix = [[one, 0, 0], [0, one, 0], [0, 0, one]];
        Some(Self { light: [light.clone(), light.clone(), light], matrix, srgb_values: srgb_values() })
    }

    fn is_srgb(&self) -> bool {
        let levels = [0, 51, 102, 153, 204, 255];
        levels.iter().all(|&red| {
            levels.iter().all(|&green| {
                levels.iter().all(|&blue| {
                    let converted = self.to_srgb([red, green, blue]);
                    converted.iter().zip([red, green, blue]).all(|(a, b)| a.abs_diff(b) <= SAME_COLOR)
                })
            })
        })
    }

    /// Converts a picture to sRGB.
    pub(super) fn apply(&self, pixels: &mut DynamicImage) {
        match pixels {
            DynamicImage::ImageRgba8(pixels) => {
                for pixel in pixels.pixels_mut() {
                    let [red, green, blue, alpha] = pixel.0;
                    let [red, green, blue] = self.to_srgb([red, green, blue]);
                    pixel.0 = [red, green, blue, alpha];
                }
            }
            other => {
                let mut pixels = std::mem::take(other).into_rgb8();
                for pixel in pixels.pixels_mut() {
                    pixel.0 = self.to_srgb(pixel.0);
                }
                *other = DynamicImage::ImageRgb8(pixels);
            }
        }
    }

    fn to_srgb(&self, color: [u8; 3]) -> [u8; 3] {
        let mut light = [0; 3];
        for ((light, table), value) in light.iter_mut().zip(&self.light).zip(color) {
            *light = table.get(usize::from(value)).copied().map_or(0, i64::from);
        }
        self.matrix.map(|row| {
            let sum: i64 = row.iter().zip(light).map(|(part, light)| part * light).sum();
            let step = (sum >> 16).clamp(0, FULL_LIGHT.into()) * i64::from(STEPS - 1) / i64::from(FULL_LIGHT);
            usize::try_from(step).ok().and_then(|step| self.srgb_values.get(step)).copied().unwrap_or(0)
        })
    }
}

/// Converts light from 0.0 to 1.0 into integer steps.
fn steps(light: &[f32]) -> Vec<u16> {
    let step =
        |light: &f32| u16::try_from(rounded(f64::from(*light) * f64::from(FULL_LIGHT))).unwrap_or(FULL_LIGHT);
    light.iter().map(step).collect()
}

/// The sRGB value of each step of linear light.
fn srgb_values() -> Vec<u8> {
    let number = |step| {
        let light = f64::from(step) / f64::from(STEPS - 1);
        let value = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        u8::try_from(rounded(value * 255.0)).unwrap_or(u8::MAX)
    };
    (0..STEPS).map(number).collect()
}

/// Rounds to the nearest integer. NaN becomes 0.
#[allow(clippy::cast_possible_truncation, reason = "the value is clamped first")]
fn rounded(value: f64) -> i64 {
    value.round().clamp(-1e9, 1e9) as i64
}
