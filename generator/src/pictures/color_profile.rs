//! What the numbers of a picture mean as colors, when it says that itself: a phone's photo is often in
//! Display P3, and looks pale where its numbers are taken for sRGB.
//!
//! Everything is counted in whole numbers, so that no processor rounds otherwise than another.

use image::DynamicImage;
use moxcms::{ColorProfile as Icc, DataColorSpace};

use super::NoPicture;

/// Light in 65535 steps.
const FULL: u16 = u16::MAX;
/// The steps of light for which there is a color of sRGB; more than eight bits can tell apart.
const STEPS: u16 = 1 << 14;
/// One, in the numbers of the matrix.
const ONE: f64 = 65536.0;
/// How far a profile may be from sRGB and be called so: no eye sees less.
const SAME_COLOR: u8 = 2;

/// How to get from a picture's numbers to those of sRGB.
#[derive(Debug)]
pub(super) struct ColorProfile {
    /// The light of each number, for red, green and blue.
    light: [Vec<u16>; 3],
    /// From the picture's light to that of sRGB, a row for each of its colors.
    matrix: [[i64; 3]; 3],
    /// The number of sRGB for each step of light.
    numbers: Vec<u8>,
}

impl ColorProfile {
    /// Reads the profile of a picture; nothing when it says sRGB.
    pub(super) fn read(bytes: &[u8]) -> Result<Option<Self>, NoPicture> {
        let icc = Icc::new_from_slice(bytes).map_err(|_| NoPicture::Colors)?;
        let profile = match icc.color_space {
            DataColorSpace::Rgb => Self::of_colors(&icc),
            DataColorSpace::Gray => Self::of_grays(&icc),
            _ => None,
        };
        let profile = profile.ok_or(NoPicture::Colors)?;
        Ok((!profile.is_srgb()).then_some(profile))
    }

    fn of_colors(icc: &Icc) -> Option<Self> {
        let light = [
            icc.build_r_linearize_table::<u8, 256, 8>(true).ok()?,
            icc.build_g_linearize_table::<u8, 256, 8>(true).ok()?,
            icc.build_b_linearize_table::<u8, 256, 8>(true).ok()?,
        ];
        let matrix = icc.transform_matrix(&Icc::new_srgb()).v.map(|row| row.map(|value| whole(value * ONE)));
        let has_colors = matrix.iter().all(|row| row.iter().any(|value| *value != 0));
        has_colors.then(|| Self { light: light.map(|table| steps(&*table)), matrix, numbers: numbers() })
    }

    fn of_grays(icc: &Icc) -> Option<Self> {
        let light = steps(&*icc.build_gray_linearize_table::<u8, 256, 8>().ok()?);
        let one = whole(ONE);
        let matrix = [[one, 0, 0], [0, one, 0], [0, 0, one]];
        Some(Self { light: [light.clone(), light.clone(), light], matrix, numbers: numbers() })
    }

    fn is_srgb(&self) -> bool {
        let levels = [0, 51, 102, 153, 204, 255];
        levels.iter().all(|&red| {
            levels.iter().all(|&green| {
                levels.iter().all(|&blue| {
                    let shown = self.shown([red, green, blue]);
                    shown.iter().zip([red, green, blue]).all(|(a, b)| a.abs_diff(b) <= SAME_COLOR)
                })
            })
        })
    }

    /// The picture in numbers of sRGB.
    pub(super) fn apply(&self, pixels: &mut DynamicImage) {
        match pixels {
            DynamicImage::ImageRgba8(pixels) => {
                for pixel in pixels.pixels_mut() {
                    let [red, green, blue, alpha] = pixel.0;
                    let [red, green, blue] = self.shown([red, green, blue]);
                    pixel.0 = [red, green, blue, alpha];
                }
            }
            other => {
                let mut pixels = std::mem::take(other).into_rgb8();
                for pixel in pixels.pixels_mut() {
                    pixel.0 = self.shown(pixel.0);
                }
                *other = DynamicImage::ImageRgb8(pixels);
            }
        }
    }

    fn shown(&self, color: [u8; 3]) -> [u8; 3] {
        let mut light = [0; 3];
        for ((light, table), number) in light.iter_mut().zip(&self.light).zip(color) {
            *light = table.get(usize::from(number)).copied().map_or(0, i64::from);
        }
        self.matrix.map(|row| {
            let sum: i64 = row.iter().zip(light).map(|(part, light)| part * light).sum();
            let step = (sum >> 16).clamp(0, FULL.into()) * i64::from(STEPS - 1) / i64::from(FULL);
            usize::try_from(step).ok().and_then(|step| self.numbers.get(step)).copied().unwrap_or(0)
        })
    }
}

/// Light in whole steps.
fn steps(light: &[f32]) -> Vec<u16> {
    let step = |light: &f32| u16::try_from(whole(f64::from(*light) * f64::from(FULL))).unwrap_or(FULL);
    light.iter().map(step).collect()
}

/// The number of sRGB for each step of light.
fn numbers() -> Vec<u8> {
    let number = |step| {
        let light = f64::from(step) / f64::from(STEPS - 1);
        let value = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        u8::try_from(whole(value * 255.0)).unwrap_or(u8::MAX)
    };
    (0..STEPS).map(number).collect()
}

/// The nearest whole number; a profile with one that is none at all gets nothing.
#[allow(clippy::cast_possible_truncation, reason = "what is too large for it becomes the largest")]
fn whole(value: f64) -> i64 {
    value.round().clamp(-1e9, 1e9) as i64
}
