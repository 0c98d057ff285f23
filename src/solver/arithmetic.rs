//! Multiply-add: one rounding where the processor has an instruction for it, two otherwise. Without the instruction, `mul_add`
//! would be emulated in software, many times slower.

/// `sum + a b`.
#[inline(always)]
pub fn add_product<const FUSED: bool>(sum: f64, a: f64, b: f64) -> f64 {
    if FUSED { a.mul_add(b, sum) } else { sum + a * b }
}

/// `sum - a b`.
#[inline(always)]
pub fn sub_product<const FUSED: bool>(sum: f64, a: f64, b: f64) -> f64 {
    if FUSED { (-a).mul_add(b, sum) } else { sum - a * b }
}
