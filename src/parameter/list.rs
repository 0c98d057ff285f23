//! Macro that implements [`super::Parameters`] from one list per kind.

/// Implements [`Parameters`](super::Parameters) for a type from one list:
/// `parameters!(Disk { radius: "Radius", Metre, 1e-3..=1e3; })`. A key is the name of an f64 field (or a
/// path below one). `plus programme(Radian)` adds the parameters, the choice and the text of a field that is a programme in that unit;
/// `switched off` adds a choice for the boolean field `off`; and `capped force("Largest force", Newton)` adds the number and the choice of a
/// field that is a [`Cap`](crate::constraints::Cap). The code in `with { ... }` is copied into the implementation, in place of choices and
/// texts.
macro_rules! parameters {
    ($Type:ty { $($list:tt)* } plus $more:ident ($unit:ident) $(switched $off:ident)?
        $(capped $cap:ident ($cap_label:literal, $cap_unit:ident))?) => {
        $crate::parameter::parameters!($Type { $($list)* } plus $more($unit) $(capped $cap($cap_label, $cap_unit))? with {
            fn choices(&self) -> Vec<$crate::parameter::Choice> {
                vec![
                    $($crate::parameter::Choice::switch(self.$off),)?
                    self.$more.choice(),
                    $(self.$cap.choice(),)?
                ]
            }
            fn choose(&mut self, key: &str, option: usize) -> bool {
                $(if key == stringify!($off) {
                    self.$off = option == 1;
                    return true;
                })?
                $(if self.$cap.choose(key, option) {
                    return true;
                })?
                self.$more.choose(key, option)
            }
            fn texts(&self) -> Vec<$crate::parameter::Text> {
                self.$more.text().into_iter().collect()
            }
            fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
                self.$more.set_text(key, text)
            }
        });
    };
    ($Type:ty { $($key:literal $($field:ident).+ : $label:literal, $unit:ident, $min:literal ..= $max:literal;)* }
        $(plus $more:ident ($more_unit:ident))? $(capped $cap:ident ($cap_label:literal, $cap_unit:ident))? $(with { $($extra:tt)* })?) => {
        impl $Type {
            const PARAMETERS: &'static [$crate::parameter::Parameter<$Type>] = &[$(
                $crate::parameter::Parameter {
                    key: $key,
                    label: $label,
                    unit: $crate::parameter::Unit::$unit,
                    min: $min,
                    max: $max,
                    get: |it| it.$($field).+,
                    set: |it, value| it.$($field).+ = $crate::parameter::Unit::$unit.whole(value),
                },
            )*];
        }
        impl $crate::parameter::Parameters for $Type {
            fn parameters(&self) -> Vec<$crate::parameter::ParameterValue> {
                let all = Self::PARAMETERS
                    .iter()
                    .map(|p| $crate::parameter::ParameterValue {
                        key: p.key,
                        label: p.label,
                        unit: p.unit,
                        min: p.min,
                        max: p.max,
                        value: (p.get)(self),
                    });
                $(let all = all.chain(self.$cap.parameters(
                    stringify!($cap),
                    $cap_label,
                    $crate::parameter::Unit::$cap_unit,
                ));)?
                $(let all = all.chain(self.$more.parameters($crate::parameter::Unit::$more_unit));)?
                all.collect()
            }
            fn set_parameter(&mut self, key: &str, value: f64) -> bool {
                $(if key == stringify!($cap) {
                    return self.$cap.set_parameter(value);
                })?
                match Self::PARAMETERS.iter().find(|p| p.key == key) {
                    Some(p) => {
                        (p.set)(self, value);
                        true
                    }
                    None => false $(|| self.$more.set_parameter(key, value))?,
                }
            }
            $(fn pace(&self) -> f64 {
                self.$more.pace()
            }
            fn scale_programme(&mut self, factor: &dyn Fn($crate::parameter::Unit) -> f64) -> bool {
                self.$more.scale(factor($crate::parameter::Unit::$more_unit));
                true
            })?
            $($($extra)*)?
        }
    };
}
pub(crate) use parameters;
