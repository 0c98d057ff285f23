//! Lessons and their titles. The panels show their steps.

/// A lesson, which can be begun again at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Three bars, pins and a motor.
    FourBar,
    /// A wheel, a rod and a slide.
    SliderCrank,
    /// Two wheels in mesh.
    Gears,
    /// Triangles of rods.
    Truss,
    /// One machine computed in two ways.
    Race,
}

impl Lesson {
    /// All lessons, in order.
    pub const ALL: [Lesson; 5] = [
        Lesson::FourBar,
        Lesson::SliderCrank,
        Lesson::Gears,
        Lesson::Truss,
        Lesson::Race,
    ];

    /// Title shown to the user.
    pub fn title(self) -> &'static str {
        match self {
            Lesson::FourBar => "Build a four-bar in four moves",
            Lesson::SliderCrank => "Build a slider-crank",
            Lesson::Gears => "Let two gears mesh",
            Lesson::Truss => "Build a truss and see its forces",
            Lesson::Race => "Race two ways to solve",
        }
    }

    /// Whether it starts with an empty canvas.
    pub fn builds(self) -> bool {
        self != Lesson::Race
    }
}
