//! A picture made narrower.

use image::{DynamicImage, ImageBuffer, Rgba, imageops::FilterType};

/// Polynomials, which every processor works out to the same bits; Lanczos would ask the system for sines.
const FILTER: FilterType = FilterType::CatmullRom;

/// The pixels of this size, as RGB, or RGBA when one can see through them.
pub(super) fn scaled(pixels: DynamicImage, transparent: bool, width: u32, height: u32) -> DynamicImage {
    let same_size = pixels.width() == width && pixels.height() == height;
    match (transparent, same_size) {
        (false, true) => pixels.into_rgb8().into(),
        (true, true) => pixels.into_rgba8().into(),
        (false, false) => DynamicImage::ImageRgb8(pixels.into_rgb8()).resize_exact(width, height, FILTER),
        (true, false) => transparent_scaled(&pixels, width, height),
    }
}

/// A pixel counts as much as it can be seen. Otherwise the color of what is not seen, mostly black,
/// would darken the edges.
fn transparent_scaled(pixels: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let pixels = pixels.to_rgba8();
    let weighed = ImageBuffer::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        let weigh = |value: u8| u16::from(value) * u16::from(alpha);
        Rgba([weigh(red), weigh(green), weigh(blue), weigh(u8::MAX)])
    });
    let weighed = DynamicImage::ImageRgba16(weighed).resize_exact(width, height, FILTER).into_rgba16();
    ImageBuffer::from_fn(width, height, |x, y| {
        let [red, green, blue, weight] = weighed.get_pixel(x, y).0;
        Rgba([share(red, weight), share(green, weight), share(blue, weight), share(weight, WHOLE)])
    })
    .into()
}

/// The weight of what one can't see through.
const WHOLE: u16 = 255 * 255;

/// How much of a weight this is, in 255 parts.
fn share(value: u16, weight: u16) -> u8 {
    let (value, weight) = (u32::from(value), u32::from(weight));
    let parts = (value * 255 + weight / 2).checked_div(weight).unwrap_or(0);
    u8::try_from(parts).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_lends_no_color_to_the_edge_beside_it() {
        let white_or_clear = |x, _| if x < 51 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) };
        let pixels = DynamicImage::ImageRgba8(ImageBuffer::from_fn(100, 10, white_or_clear));
        let small = scaled(pixels, true, 20, 2).into_rgba8();
        let edge: Vec<_> = small.pixels().filter(|pixel| (1..255).contains(&pixel.0[3])).collect();
        assert!(!edge.is_empty());
        assert!(edge.iter().all(|pixel| pixel.0[..3] == [255; 3]), "{edge:?}");
    }

    #[test]
    fn a_part_that_is_half_seen_stays_so_with_its_color() {
        let glass = DynamicImage::ImageRgba8(ImageBuffer::from_pixel(64, 64, Rgba([200, 100, 50, 128])));
        let small = scaled(glass, true, 16, 16).into_rgba8();
        assert!(small.pixels().all(|pixel| pixel.0 == [200, 100, 50, 128]), "{:?}", small.get_pixel(8, 8));
    }
}
