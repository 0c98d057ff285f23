//! Run-time dispatch: the same code compiled for several instruction sets, with wide registers and with fused multiply-add (one rounding).
//! The compiler neither fuses nor reorders operations by itself, so the bits of a result depend on [`Hardware`](super::Hardware)
//! alone.

/// Defines a function that calls another, compiled for 256-bit registers where the processor has them. The function called has to be
/// `#[inline(always)]`; its first const parameter says whether multiply-adds are fused, further parameters are those of the function defined. A type parameter is written `[M: Bound]`, since the
/// pattern of a macro cannot tell `<M` from `<const`.
#[macro_export]
macro_rules! in_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident $(<const $size:ident: usize>)? $([$m:ident: $bound:path])? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $out:ty)? = $($plain:ident)::+) => {
        $(#[$doc])*
        $vis fn $name $(<const $size: usize>)? $(<$m: $bound>)? (
            hardware: $crate::Hardware,
            $($arg: $type),*
        ) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn fused $(<const $size: usize>)? $(<$m: $bound>)? ($($arg: $type),*) $(-> $out)? {
                    $($plain)::+::<true $(, $size)? $(, $m)?>($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn lanes $(<const $size: usize>)? $(<$m: $bound>)? ($($arg: $type),*) $(-> $out)? {
                    $($plain)::+::<false $(, $size)? $(, $m)?>($($arg),*)
                }
                if hardware.is_fused() {
                    // SAFETY: `is_fused` says that the processor has AVX2 and FMA.
                    #[allow(unsafe_code, reason = "not every processor has these instructions")]
                    return unsafe { fused($($arg),*) };
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: AVX2 was detected just above.
                    #[allow(unsafe_code, reason = "not every processor has these registers")]
                    return unsafe { lanes($($arg),*) };
                }
            }
            let _ = hardware;
            $($plain)::+::<false $(, $size)? $(, $m)?>($($arg),*)
        }
    };
}

/// Defines a function that calls another, compiled for the widest registers in use. The const parameter of the function called is its
/// number of lanes: 8, 4 or, where multiply-adds are not fused, 1.
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
                // SAFETY: the processor has these features: `is_wide` and `is_fused` say so, or AVX2 was detected.
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
