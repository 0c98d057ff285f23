//! Tables of kinds: one line each defines a variant of the enum, its names, and its parameters.
//!
//! Bodies, constraints and forces are such tables; their common code is written here once.

/// Makes an enum of kinds from a table with one line per kind: the variant, which is also the type and the name in files; its id in commands; its
/// name for the user; the key of its tool; and, if the table is `by` a family, that family and a sentence on its effect. A method declared after the table
/// (`inline fn`) is dispatched by `match` and not by a virtual table, since it is called often.
macro_rules! catalogue {
    ($(#[$doc:meta])* pub enum $Kinds:ident as dyn $Kind:ident by $Family:ident {
        $($Variant:ident $id:literal $label:literal $family:ident $key:literal $help:literal,)*
    } inline fn $method:ident($($argument:ident: $Type:ty),*) as $call:tt;) => {
        $crate::parameter::catalogue! {
            $(#[$doc])*
            pub enum $Kinds as dyn $Kind by $Family { $($Variant $id $label $family $key $help,)* }
        }

        impl $Kinds {
            /// Calls the method of the same name of the kind.
            #[inline]
            pub fn $method(&self, $($argument: $Type),*) {
                match self { $($Kinds::$Variant(it) => it.$method $call),* }
            }
        }
    };
    ($(#[$doc:meta])* pub enum $Kinds:ident as dyn $Kind:ident by $Family:ident {
        $($Variant:ident $id:literal $label:literal $family:ident $key:literal $help:literal,)*
    }) => {
        $crate::parameter::catalogue! {
            $(#[$doc])*
            pub enum $Kinds as dyn $Kind { $($Variant $id $label $key,)* }
        }

        impl $Kinds {
            /// The family to which it belongs.
            pub fn family(&self) -> $Family {
                match self { $($Kinds::$Variant(_) => $Family::$family),* }
            }
            /// Description in one sentence.
            pub fn help(&self) -> &'static str {
                match self { $($Kinds::$Variant(_) => $help),* }
            }
        }
    };
    ($(#[$doc:meta])* pub enum $Kinds:ident as dyn $Kind:ident {
        $($Variant:ident $id:literal $label:literal $key:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum $Kinds { $(#[doc = $label] $Variant($Variant)),* }

        impl $Kinds {
            /// An instance of each kind, in the order of the tool bar.
            pub fn catalogue() -> Vec<$Kinds> {
                vec![$($Kinds::$Variant($Variant::default())),*]
            }
            /// Name in default item names ("pin 3") and on the command line.
            pub fn id(&self) -> &'static str {
                match self { $($Kinds::$Variant(_) => $id),* }
            }
            /// Tag in scene files.
            pub fn tag(&self) -> &'static str {
                match self { $($Kinds::$Variant(_) => stringify!($Variant)),* }
            }
            /// Name shown to the user.
            pub fn label(&self) -> &'static str {
                match self { $($Kinds::$Variant(_) => $label),* }
            }
            /// Key of its tool: a letter, with or without Shift, or empty.
            pub fn key(&self) -> &'static str {
                match self { $($Kinds::$Variant(_) => $key),* }
            }
            /// Problem as the end of a sentence: a parameter out of range, or parameters that contradict each other.
            pub fn problem(&self) -> Option<String> {
                $crate::parameter::Parameters::parameters(self)
                    .iter()
                    .find_map($crate::parameter::ParameterValue::problem)
                    .or_else(|| self.kind().problem())
            }
            fn kind(&self) -> &dyn $Kind {
                match self { $($Kinds::$Variant(it) => it),* }
            }
            fn kind_mut(&mut self) -> &mut dyn $Kind {
                match self { $($Kinds::$Variant(it) => it),* }
            }
        }

        impl $crate::parameter::Parameters for $Kinds {
            fn parameters(&self) -> Vec<$crate::parameter::ParameterValue> {
                self.kind().parameters()
            }
            fn set_parameter(&mut self, key: &str, value: f64) -> bool {
                self.kind_mut().set_parameter(key, value)
            }
            fn pace(&self) -> f64 {
                self.kind().pace()
            }
            fn scale_programme(&mut self, factor: &dyn Fn($crate::parameter::Unit) -> f64) -> bool {
                self.kind_mut().scale_programme(factor)
            }
            fn choices(&self) -> Vec<$crate::parameter::Choice> {
                self.kind().choices()
            }
            fn choose(&mut self, key: &str, option: usize) -> bool {
                self.kind_mut().choose(key, option)
            }
            fn texts(&self) -> Vec<$crate::parameter::Text> {
                self.kind().texts()
            }
            fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
                self.kind_mut().set_text(key, text)
            }
            fn mistake_at(&self, key: &str, text: &str) -> Option<usize> {
                self.kind().mistake_at(key, text)
            }
        }
    };
}
pub(crate) use catalogue;
