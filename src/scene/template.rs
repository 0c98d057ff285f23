//! Templates: machines to start from. Each is a file in `scenes/templates` and a line here; choosing one makes a new scene.

use super::Scene;
use super::file::{self, FileError};

macro_rules! templates {
    ($($(#[$doc:meta])* $Name:ident $id:literal $label:literal,)*) => {
        /// A machine to start from.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Template {
            $($(#[$doc])* $Name,)*
            /// An empty scene without a floor.
            Empty,
        }

        impl Template {
            /// All templates, in the order shown.
            pub const ALL: &[Template] = &[$(Template::$Name,)* Template::Empty];

            /// Its name.
            pub fn label(self) -> &'static str {
                match self {
                    $(Template::$Name => $label,)*
                    Template::Empty => "Empty, without a floor",
                }
            }

            fn file(self) -> Option<(&'static str, &'static str)> {
                match self {
                    $(Template::$Name => Some((
                        $id,
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/templates/", $id, ".ron")),
                    )),)*
                    Template::Empty => None,
                }
            }
        }
    };
}

templates! {
    /// A crank, a coupler and a rocker, their lengths as parameters.
    FourBar "four-bar" "Four-bar",
    /// A crank, a rod and a piston on a rail, their lengths as parameters.
    SliderCrank "slider-crank" "Slider-crank",
    /// Two gears with ratio one to two.
    GearPair "gear-pair" "Gear pair",
    /// Rods between nodes, a bearing, a roller and a load.
    Truss "truss" "Truss",
    /// An arm and a bob.
    Pendulum "pendulum" "Pendulum",
    /// A chassis on two wheels, one of them driven, on a floor.
    Car "car" "Car",
}

impl Template {
    /// A new scene from the template.
    ///
    /// # Errors
    /// Never: a test reads all of them.
    pub fn scene(self) -> Result<Scene, FileError> {
        match self.file() {
            Some((id, text)) => file::read(text, &format!("scenes/templates/{id}.ron")),
            None => Ok(Scene::default()),
        }
    }
}
