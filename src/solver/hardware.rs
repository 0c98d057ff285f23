//! Processor features in use: instruction sets that not every processor has, and the number of threads.
//!
//! The number of threads never changes a bit of an answer: work is partitioned by rules that do not depend on it. Instruction sets
//! do: fused multiply-add rounds once instead of twice. [`Hardware::portable`] disables them, for the same bits on any processor.

use std::num::NonZero;
use std::sync::OnceLock;

/// Instruction sets and threads that the solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// True only where this processor has the instructions: only [`Hardware::here`] sets them.
    fused: bool,
    wide: bool,
    threads: usize,
}

impl Hardware {
    /// Everything this machine has.
    pub fn here() -> Self {
        static HERE: OnceLock<Hardware> = OnceLock::new();
        *HERE.get_or_init(|| {
            let [fused, wide] = detected();
            Self {
                fused,
                wide: fused && wide,
                threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            }
        })
    }

    /// Returns a copy without the instruction sets that other processors may lack.
    pub fn portable(self) -> Self {
        Self {
            fused: false,
            wide: false,
            ..self
        }
    }

    /// Returns a copy without 512-bit registers.
    #[cfg(test)]
    pub(super) fn narrow(self) -> Self {
        Self { wide: false, ..self }
    }

    /// Returns a copy with this number of threads (at least 1).
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// Whether AVX2 and fused multiply-add are used; true only where the processor has both.
    pub fn is_fused(self) -> bool {
        self.fused
    }

    /// Whether 512-bit registers (AVX-512F, VL and DQ) are used; true only where [`Hardware::is_fused`] is.
    pub fn is_wide(self) -> bool {
        self.wide
    }

    /// Number of threads that may work at once.
    pub fn threads(self) -> usize {
        self.threads
    }
}

impl Default for Hardware {
    fn default() -> Self {
        Self::here()
    }
}

/// Whether this processor has AVX2 with FMA, and AVX-512F, VL and DQ.
#[cfg(target_arch = "x86_64")]
fn detected() -> [bool; 2] {
    use std::arch::is_x86_feature_detected as has;
    [
        has!("avx2") && has!("fma"),
        has!("avx512f") && has!("avx512vl") && has!("avx512dq"),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> [bool; 2] {
    [false; 2]
}
