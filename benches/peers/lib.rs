//! Nothing but benches; see `benches/`.
