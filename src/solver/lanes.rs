//! Arithmetic in wide registers where the processor has them. The compiler makes the same code twice; as it neither
//! fuses nor reorders anything, both give the same bits.

/// Makes a function that calls another, compiled for 256-bit registers where there are any. What is called has to be
/// `#[inline(always)]`.
macro_rules! in_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident $(<const $size:ident: usize>)? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $out:ty)? = $plain:path) => {
        $(#[$doc])*
        $vis fn $name $(<const $size: usize>)? ($($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide $(<const $size: usize>)? ($($arg: $type),*) $(-> $out)? {
                    $plain($($arg),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor was asked just above.
                    #[allow(unsafe_code, reason = "not every processor has these registers")]
                    return unsafe { wide($($arg),*) };
                }
            }
            $plain($($arg),*)
        }
    };
}
pub(super) use in_lanes;
