//! Colours of pictures.

/// A colour in sRGB with straight (not premultiplied) alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
    /// Opacity, 0 (invisible) to 255 (opaque).
    pub a: u8,
}

impl Color {
    /// Fully transparent.
    pub const TRANSPARENT: Color = Color {
        r: 0,
        g: 0,
        b: 0,
        a: 0,
    };
    /// Black.
    pub const BLACK: Color = Color::hex(0x000000);
    /// White.
    pub const WHITE: Color = Color::hex(0xFFFFFF);

    /// An opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Color {
        let [_, r, g, b] = rgb.to_be_bytes();
        Color { r, g, b, a: 255 }
    }

    /// The same colour with its opacity multiplied by `factor` (clamped to 0 to 1).
    #[must_use]
    pub fn opacity(self, factor: f64) -> Color {
        Color {
            a: nearest(f64::from(self.a) * factor.clamp(0.0, 1.0)),
            ..self
        }
    }

    /// Linear interpolation from `self` (t = 0) to `other` (t = 1), opacity included.
    #[must_use]
    pub fn mix(self, other: Color, t: f64) -> Color {
        let t = t.clamp(0.0, 1.0);
        let channel = |a: u8, b: u8| nearest(f64::from(a) + (f64::from(b) - f64::from(a)) * t);
        Color {
            r: channel(self.r, other.r),
            g: channel(self.g, other.g),
            b: channel(self.b, other.b),
            a: channel(self.a, other.a),
        }
    }

    /// A tone darker by `share` (0 the same, 1 black); opacity is kept.
    #[must_use]
    pub fn darker(self, share: f64) -> Color {
        Color {
            a: self.a,
            ..self.mix(Color::BLACK, share)
        }
    }
}

/// Rounds a channel value to the nearest integer. Inline, as `f64::round` is a library call on processors without a rounding instruction.
pub(super) fn nearest(channel: f64) -> u8 {
    (channel + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_mix_by_channel_and_fade_by_alpha() {
        assert_eq!(
            Color::hex(0x102030),
            Color {
                r: 16,
                g: 32,
                b: 48,
                a: 255
            }
        );
        assert_eq!(
            Color::BLACK.mix(Color::WHITE, 0.5),
            Color {
                r: 128,
                g: 128,
                b: 128,
                a: 255
            }
        );
        assert_eq!(Color::WHITE.opacity(0.5).opacity(0.5).a, 64);
        assert_eq!(Color::WHITE.opacity(7.0), Color::WHITE);
        assert_eq!(
            Color::WHITE.opacity(0.2).darker(1.0),
            Color {
                r: 0,
                g: 0,
                b: 0,
                a: 51
            }
        );
    }
}
