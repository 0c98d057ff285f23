//! Interface of a kind of constraint ([`Kind`]), and the same methods on [`ConstraintKind`].

use super::{ConstraintKind, Dial, EndPorts, Glyph, Limits, Mode, Push, Row, RowInfo, Sketch};
use crate::math::Vec2;
use crate::parameter::Parameters;

/// What the user picks for one end of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A point of a part or of the ground.
    Point,
    /// A part (or the ground) whose angle matters; the point is only where it is shown.
    Angle,
    /// A point and the angle of its part.
    PointAndAngle,
    /// The centre of a wheel, and its angle: a click anywhere on the part means its centre.
    Centre,
}

impl Slot {
    /// Whether the end needs a part that can turn.
    pub fn needs_angle(self) -> bool {
        self != Slot::Point
    }
}

/// A round part, as a constraint sees it when it is first put on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Pitch radius (m).
    pub radius: f64,
    /// Teeth drawn on it.
    pub teeth: Option<u32>,
}

/// Distance of toothed wheels (or of a wheel and a rack), and the distance at which their teeth meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meshing {
    /// Distance of the centres, or of the wheel's centre from the rack's pitch line (m).
    pub apart: f64,
    /// The same where the pitch circles touch (m).
    pub reach: f64,
}

impl Meshing {
    /// Whether the teeth do not meet.
    pub fn is_off(&self) -> bool {
        (self.apart - self.reach).abs() > 1e-9 * self.reach.max(1.0)
    }
}

/// A law of the test suite that cannot hold for a kind, with the reason.
pub type Exemption = (Law, &'static str);

/// Laws of the test suite that have justified exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Forces and moments balance; exempt kinds must still balance where C = 0.
    ThirdLaw,
    /// One rigid motion of everything leaves C unchanged; exempt kinds must still keep its norm.
    FrameInvariance,
    /// C has two derivatives everywhere; exempt kinds are tested where they have.
    Smoothness,
}

/// Most lines whose directions a kind measures.
pub const MAX_LINES: usize = 3;

/// Interface of a kind of constraint.
pub trait Kind: Parameters {
    /// What the user picks for each end, in order.
    fn slots(&self) -> &'static [Slot];
    /// Name of each end, in order.
    fn slot_names(&self) -> &'static [&'static str] {
        &["From", "To"]
    }
    /// Whether two of its ends may be on one part.
    fn may_share(&self, _one: usize, _other: usize) -> bool {
        false
    }
    /// Properties of each row.
    fn rows(&self) -> Vec<RowInfo>;
    /// C and its derivatives at these ends and this time. `memory` has the length of [`Kind::memory`]; `rows` has the length of [`Kind::rows`], and
    /// is cleared.
    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]);
    /// Bounds of the multiplier of its row, where the row does not hold at all times; see [`Limits`].
    fn limits(&self) -> Option<Limits> {
        None
    }
    /// Load at which it breaks for good: on its rows of length (N), or where it has none on those of angle (N m).
    fn breaks_at(&self) -> Option<f64> {
        None
    }
    /// Whether it is broken, according to its memory; then [`Kind::evaluate`] leaves its rows cleared.
    fn is_broken(&self, _memory: &[f64]) -> bool {
        false
    }
    /// Breaks it.
    fn break_loose(&self, _memory: &mut [f64]) {}
    /// The ends that its multipliers push on, where these differ from the ends that C depends on. Such a kind is held by a force that acts
    /// elsewhere, and does not hold at once.
    fn pushed(&self) -> &'static [usize] {
        &[]
    }
    /// The force of a unit multiplier of each row on each pushed end; `rows` comes cleared.
    fn pushes(&self, _ends: &[EndPorts], _rows: &mut [Push]) {}
    /// Sets parameters that depend on the pose it is built in (a length, a phase) so that C = 0 there.
    fn fit(&mut self, ends: &[EndPorts]);
    /// Whether [`Kind::fit`] follows a change of this parameter, so that the machine stays where it is.
    fn fits_with(&self, _key: &str) -> bool {
        false
    }
    /// Takes sizes from the parts it is first put on, where they are round and held by their centre; called before [`Kind::fit`].
    fn take_sizes(&mut self, _parts: &[Option<Round>]) {}
    /// Called after [`Kind::fit`]: replaces the fitted pitch radii by those of the parts, and returns the distance of the parts and the one at
    /// which they mesh; `None` where it has no teeth or no part has a radius of its own.
    fn mesh(&mut self, _parts: &[Option<Round>], _ends: &[EndPorts]) -> Option<Meshing> {
        None
    }
    /// Its memory between steps, for the pose it starts in. Its length never changes. With limits the mode is the last number.
    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        self.limits().map(|_| Mode::Inside.number()).into_iter().collect()
    }
    /// Updates its memory after each step: turns beyond the half turn that a pose shows, the place on a curve, the scale of a formula. Never
    /// changes where C = 0.
    fn remember(&self, _ends: &[EndPorts], _memory: &mut [f64]) {}
    /// Moves the memory so that C = 0 in this pose at this time (a programmed drive after it has been
    /// turned by hand).
    fn rebase(&self, _ends: &[EndPorts], _time: f64, _memory: &mut [f64]) {}
    /// Handles of parameters that can be set on the canvas.
    fn dials(&self, _ends: &[EndPorts]) -> Vec<Dial> {
        Vec::new()
    }
    /// New value of a parameter whose handle is dragged to a world point.
    fn dialled(&self, _ends: &[EndPorts], _key: &str, _to: Vec2) -> Option<f64> {
        None
    }
    /// Control points of its curve, where that is drawn by hand, in the frame of its first end.
    fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        None
    }
    /// Whether it is a drive, which moves the machine by a programme of its own; driven freedoms are still freedoms.
    fn is_drive(&self) -> bool {
        false
    }
    /// Whether it still drives at this time, according to its memory.
    fn drives(&self, _time: f64, _memory: &[f64]) -> bool {
        self.is_drive()
    }
    /// Whether it may reach a pose where there is nothing to hold, so that [`Kind::lost`] is asked after each step.
    fn may_be_lost(&self) -> bool {
        false
    }
    /// Why there is nothing to hold any more, and what to do, as the end of a sentence.
    fn lost(&self, _ends: &[EndPorts], _time: f64, _memory: &[f64]) -> Option<String> {
        None
    }
    /// Writes the lines between the points of its ends whose directions it measures (strands, lines of centres), and returns their number. Where a
    /// line reverses within a step its points have come together, and C continues on another branch.
    fn lines(&self, _points: &[Vec2], _lines: &mut [Vec2; MAX_LINES]) -> usize {
        0
    }
    /// Why it cannot go on where one of these lines has no length, and what to do, as the end of a sentence.
    fn degenerate_line_message(&self) -> &'static str {
        ""
    }
    /// Elements of its drawing.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph>;
    /// Adds the elements of its drawing to a list. Kinds of which machines have thousands do so without a list of their own.
    fn add_glyphs(&self, ends: &[EndPorts], out: &mut Vec<Glyph>) {
        out.extend(self.glyph(ends));
    }
    /// Icon of its button; by default derived from its glyph.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// Laws of the test suite from which it is exempt.
    fn exemptions(&self) -> &'static [Exemption] {
        &[]
    }
    /// What is wrong beyond single parameters out of range, as a sentence.
    fn problem(&self) -> Option<String> {
        None
    }
    /// What is wrong with the places of its ends as built, as a sentence.
    fn misplaced(&self, _ends: &[EndPorts]) -> Option<String> {
        None
    }
}

impl ConstraintKind {
    /// See [`Kind::slots`].
    pub fn slots(&self) -> &'static [Slot] {
        self.kind().slots()
    }
    /// See [`Kind::slot_names`].
    pub fn slot_names(&self) -> &'static [&'static str] {
        self.kind().slot_names()
    }
    /// See [`Kind::may_share`].
    pub fn may_share(&self, one: usize, other: usize) -> bool {
        self.kind().may_share(one, other)
    }
    /// See [`Kind::rows`].
    pub fn rows(&self) -> Vec<RowInfo> {
        self.kind().rows()
    }
    /// See [`Kind::limits`].
    pub fn limits(&self) -> Option<Limits> {
        self.kind().limits()
    }
    /// See [`Kind::breaks_at`].
    pub fn breaks_at(&self) -> Option<f64> {
        self.kind().breaks_at()
    }
    /// See [`Kind::is_broken`].
    pub fn is_broken(&self, memory: &[f64]) -> bool {
        self.kind().is_broken(memory)
    }
    /// See [`Kind::break_loose`].
    pub fn break_loose(&self, memory: &mut [f64]) {
        self.kind().break_loose(memory);
    }
    /// See [`Kind::may_be_lost`].
    pub fn may_be_lost(&self) -> bool {
        self.kind().may_be_lost()
    }
    /// See [`Kind::lost`].
    pub fn lost(&self, ends: &[EndPorts], time: f64, memory: &[f64]) -> Option<String> {
        self.kind().lost(ends, time, memory)
    }
    /// See [`Kind::lines`].
    pub fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        self.kind().lines(points, lines)
    }
    /// See [`Kind::degenerate_line_message`].
    pub fn closed_up(&self) -> &'static str {
        self.kind().degenerate_line_message()
    }
    /// See [`Kind::pushed`].
    pub fn pushed(&self) -> &'static [usize] {
        self.kind().pushed()
    }
    /// See [`Kind::pushes`].
    pub fn pushes(&self, ends: &[EndPorts], rows: &mut [Push]) {
        self.kind().pushes(ends, rows);
    }
    /// See [`Kind::fit`].
    pub fn fit(&mut self, ends: &[EndPorts]) {
        self.kind_mut().fit(ends);
    }
    /// See [`Kind::fits_with`].
    pub fn fits_with(&self, key: &str) -> bool {
        self.kind().fits_with(key)
    }
    /// See [`Kind::take_sizes`].
    pub fn suit(&mut self, parts: &[Option<Round>]) {
        self.kind_mut().take_sizes(parts);
    }
    /// See [`Kind::mesh`].
    pub fn mesh(&mut self, parts: &[Option<Round>], ends: &[EndPorts]) -> Option<Meshing> {
        self.kind_mut().mesh(parts, ends)
    }
    /// See [`Kind::memory`].
    pub fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        self.kind().memory(ends)
    }
    /// See [`Kind::remember`].
    pub fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        self.kind().remember(ends, memory);
    }
    /// See [`Kind::rebase`].
    pub fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        self.kind().rebase(ends, time, memory);
    }
    /// See [`Kind::dials`].
    pub fn dials(&self, ends: &[EndPorts]) -> Vec<Dial> {
        self.kind().dials(ends)
    }
    /// See [`Kind::dialled`].
    pub fn dialled(&self, ends: &[EndPorts], key: &str, to: Vec2) -> Option<f64> {
        self.kind().dialled(ends, key, to)
    }
    /// See [`Kind::drawn`].
    pub fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        self.kind_mut().drawn()
    }
    /// See [`Kind::is_drive`].
    pub fn is_drive(&self) -> bool {
        self.kind().is_drive()
    }
    /// See [`Kind::drives`].
    pub fn drives(&self, time: f64, memory: &[f64]) -> bool {
        self.kind().drives(time, memory)
    }
    /// See [`Kind::glyph`].
    pub fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.kind().glyph(ends)
    }
    /// See [`Kind::add_glyphs`].
    pub fn add_glyphs(&self, ends: &[EndPorts], out: &mut Vec<Glyph>) {
        self.kind().add_glyphs(ends, out);
    }
    /// See [`Kind::misplaced`].
    pub fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        self.kind().misplaced(ends)
    }
    /// See [`Kind::sketch`].
    pub fn sketch(&self) -> Option<Sketch> {
        self.kind().sketch()
    }
    /// See [`Kind::exemptions`].
    pub fn exemptions(&self) -> &'static [Exemption] {
        self.kind().exemptions()
    }
}
