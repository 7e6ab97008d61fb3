//! Scaling of pictures.

use image::{DynamicImage, ImageBuffer, Rgba, imageops::FilterType};

/// A polynomial filter, which gives the same bits on every processor. Lanczos would use the system's sine function.
const FILTER: FilterType = FilterType::CatmullRom;

/// Scales pixels to a size, as RGB or, if transparent, as RGBA.
pub(super) fn scaled(pixels: DynamicImage, transparent: bool, width: u32, height: u32) -> DynamicImage {
    let same_size = pixels.width() == width && pixels.height() == height;
    match (transparent, same_size) {
        (false, true) => pixels.into_rgb8().into(),
        (true, true) => pixels.into_rgba8().into(),
        (false, false) => DynamicImage::ImageRgb8(pixels.into_rgb8()).resize_exact(width, height, FILTER),
        (true, false) => transparent_scaled(&pixels, width, height),
    }
}

/// Weights each pixel by its opacity. Otherwise the color of invisible pixels, usually black, would darken the
/// edges.
fn transparent_scaled(pixels: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let pixels = pixels.to_rgba8();
    let weighted = ImageBuffer::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        let weigh = |value: u8| u16::from(value) * u16::from(alpha);
        Rgba([weigh(red), weigh(green), weigh(blue), weigh(u8::MAX)])
    });
    let weighted = DynamicImage::ImageRgba16(weighted).resize_exact(width, height, FILTER).into_rgba16();
    ImageBuffer::from_fn(width, height, |x, y| {
        let [red, green, blue, weight] = weighted.get_pixel(x, y).0;
        Rgba([share(red, weight), share(green, weight), share(blue, weight), share(weight, OPAQUE)])
    })
    .into()
}

/// The weight of an opaque pixel.
const OPAQUE: u16 = 255 * 255;

/// The part of a weight, in units of 1/255.
fn share(value: u16, weight: u16) -> u8 {
    let (value, weight) = (u32::from(value), u32::from(weight));
    let parts = (value * 255 + weight / 2).checked_div(weight).unwrap_or(0);
    u8::try_from(parts).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_pixels_do_not_color_the_edge_beside_them() {
        let white_or_clear = |x, _| if x < 51 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) };
        let pixels = DynamicImage::ImageRgba8(ImageBuffer::from_fn(100, 10, white_or_clear));
        let small = scaled(pixels, true, 20, 2).into_rgba8();
        let edge: Vec<_> = small.pixels().filter(|pixel| (1..255).contains(&pixel.0[3])).collect();
        assert!(!edge.is_empty());
        assert!(edge.iter().all(|pixel| pixel.0[..3] == [255; 3]), "{edge:?}");
    }

    #[test]
    fn half_transparent_area_keeps_its_opacity_and_color() {
        let glass = DynamicImage::ImageRgba8(ImageBuffer::from_pixel(64, 64, Rgba([200, 100, 50, 128])));
        let small = scaled(glass, true, 16, 16).into_rgba8();
        assert!(small.pixels().all(|pixel| pixel.0 == [200, 100, 50, 128]), "{:?}", small.get_pixel(8, 8));
    }
}
