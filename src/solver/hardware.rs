//! What of the processor is put to use: instructions that not every one has, and more than one thread.
//!
//! Threads never change a bit of an answer: work is cut by rules that do not ask how many there are. Instructions do: a
//! product that is added in one rounding instead of two. [`Hardware::portable`] leaves them aside, for the same bits on
//! any processor.

use std::num::NonZero;
use std::sync::OnceLock;

/// What is put to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// These say the truth about this processor: only [`Hardware::here`] sets them.
    fused: bool,
    wide: bool,
    threads: usize,
}

impl Hardware {
    /// All that this machine has.
    pub fn here() -> Self {
        static HERE: OnceLock<Hardware> = OnceLock::new();
        *HERE.get_or_init(|| Self {
            fused: fused(),
            wide: fused() && wide(),
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
        })
    }

    /// The same without instructions that others may not have.
    pub fn portable(self) -> Self {
        Self {
            fused: false,
            wide: false,
            ..self
        }
    }

    /// The same without registers of 512 bits.
    #[cfg(test)]
    pub(super) fn narrow(self) -> Self {
        Self { wide: false, ..self }
    }

    /// The same with at most as many threads (at least 1).
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// Whether AVX2 and fused multiply-add are put to use; true only where the processor has both.
    pub fn is_fused(self) -> bool {
        self.fused
    }

    /// Whether registers of 512 bits (AVX-512F, VL and DQ) are put to use; true only where [`Hardware::is_fused`] is.
    pub fn is_wide(self) -> bool {
        self.wide
    }

    /// Threads that may work at once.
    pub fn threads(self) -> usize {
        self.threads
    }
}

impl Default for Hardware {
    fn default() -> Self {
        Self::here()
    }
}

#[cfg(target_arch = "x86_64")]
fn fused() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

#[cfg(target_arch = "x86_64")]
fn wide() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512dq")
}

#[cfg(not(target_arch = "x86_64"))]
fn fused() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn wide() -> bool {
    false
}
