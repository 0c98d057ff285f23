//! Arithmetic in wide registers where the processor has them, and with products added in one rounding where that is put
//! to use. The compiler makes the same code several times over; as it neither fuses nor reorders anything by itself, it
//! is [`Hardware`](super::Hardware) alone that makes a difference to the bits.

/// Makes a function that calls another, compiled for 256-bit registers where there are any. What is called has to be
/// `#[inline(always)]`; its first constant says whether products that are added are fused.
#[macro_export]
macro_rules! in_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident $(<const $size:ident: usize>)? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $out:ty)? = $plain:ident) => {
        $(#[$doc])*
        $vis fn $name $(<const $size: usize>)? (
            hardware: $crate::Hardware,
            $($arg: $type),*
        ) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn fused $(<const $size: usize>)? ($($arg: $type),*) $(-> $out)? {
                    $plain::<true $(, $size)?>($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn lanes $(<const $size: usize>)? ($($arg: $type),*) $(-> $out)? {
                    $plain::<false $(, $size)?>($($arg),*)
                }
                if hardware.is_fused() {
                    // SAFETY: the processor has what it takes: that is what `is_fused` says.
                    #[allow(unsafe_code, reason = "not every processor has these instructions")]
                    return unsafe { fused($($arg),*) };
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor was asked just above.
                    #[allow(unsafe_code, reason = "not every processor has these registers")]
                    return unsafe { lanes($($arg),*) };
                }
            }
            let _ = hardware;
            $plain::<false $(, $size)?>($($arg),*)
        }
    };
}

/// The same for as many lanes as there are: the first constant of what is called is 8, 4 or, where products are not fused, 1.
#[macro_export]
macro_rules! in_all_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident ($($arg:ident: $type:ty),* $(,)?) = $plain:ident) => {
        $(#[$doc])*
        $vis fn $name(hardware: $crate::Hardware, $($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
                fn eight($($arg: $type),*) {
                    $plain::<8>($($arg),*);
                }
                #[target_feature(enable = "avx2,fma")]
                fn four($($arg: $type),*) {
                    $plain::<4>($($arg),*);
                }
                #[target_feature(enable = "avx2")]
                fn unfused($($arg: $type),*) {
                    $plain::<1>($($arg),*);
                }
                // SAFETY: the processor has what it takes: that is what `is_wide` and `is_fused` say, or it was asked.
                #[allow(unsafe_code, reason = "not every processor has these instructions")]
                unsafe {
                    if hardware.is_wide() {
                        return eight($($arg),*);
                    }
                    if hardware.is_fused() {
                        return four($($arg),*);
                    }
                    if std::arch::is_x86_feature_detected!("avx2") {
                        return unfused($($arg),*);
                    }
                }
            }
            let _ = hardware;
            $plain::<1>($($arg),*);
        }
    };
}
