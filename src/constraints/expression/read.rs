//! Compiler from typed text to a stack program: a tree is read by precedence climbing, names are looked up, and the tree is written in stack order.

use super::jet::Function;
use super::quantity_name::QuantityName;
use super::scanner::{Scanner, check_size};
use super::tree::{NEGATION, Node, Operator, join, negative, of, sum, write};
use super::{BY_ZERO, DEPTH, Mistake, Op, not_finite};
use crate::parameter::shortened;

/// Names that are functions but not smooth, and what each does.
const ROUGH: [(&str, &str); 10] = [
    ("abs", "has a corner at 0"),
    ("floor", "jumps"),
    ("ceil", "jumps"),
    ("round", "jumps"),
    ("sign", "jumps"),
    ("sgn", "jumps"),
    ("mod", "jumps"),
    ("step", "jumps"),
    ("min", "has a corner"),
    ("max", "has a corner"),
];

/// The program of a text `F` or `F = G`, which is F - G.
pub(super) fn program(text: &str) -> Result<Vec<Op>, Mistake> {
    check_size(text)?;
    let mut reader = Reader {
        words: Scanner::new(text),
        names: Names::Plane,
    };
    let mut tree = reader.formula(Operator::Plus.precedence())?;
    if reader.words.eat("=") {
        let right = reader.formula(Operator::Plus.precedence())?;
        tree = sum(tree, negative(right));
    }
    reader.end()?;
    if let Node::Number(_) = tree {
        return Err(Mistake::new(
            text,
            0,
            "neither x nor y is in it; write a curve such as x^2 + y^2 = 1".to_owned(),
        ));
    }
    in_order(text, &tree)
}

/// The program of a text over named quantities, and their names in the order in which they first appear.
pub(super) fn program_of_names(text: &str) -> Result<(Vec<Op>, Vec<QuantityName>), Mistake> {
    check_size(text)?;
    let mut reader = Reader {
        words: Scanner::new(text),
        names: Names::Quantities(Vec::new()),
    };
    let tree = reader.formula(Operator::Plus.precedence())?;
    reader.end()?;
    let program = in_order(text, &tree)?;
    match reader.names {
        Names::Quantities(names) if !names.is_empty() => Ok((program, names)),
        _ => Err(Mistake::new(
            text,
            0,
            "no quantity is in it; write one such as time or wheel.angle".to_owned(),
        )),
    }
}

/// Writes a tree in stack order, if the stack is high enough for it.
fn in_order(text: &str, tree: &Node) -> Result<Vec<Op>, Mistake> {
    let mut program = Vec::new();
    let deepest = write(tree, &mut program);
    if deepest > DEPTH {
        return Err(Mistake::new(
            text,
            0,
            "it holds too much at once; write it with fewer brackets".to_owned(),
        ));
    }
    Ok(program)
}

/// Meaning of the names in a text.
enum Names {
    /// The coordinates x and y.
    Plane,
    /// Quantities of a run; the list holds those found so far.
    Quantities(Vec<QuantityName>),
}

/// Reads a text once, from left to right. A formula is operands with operators between them, which bind as [`Operator::precedence`] says: `-x^2` is
/// `-(x^2)`, and powers of powers are read from the right.
struct Reader<'a> {
    words: Scanner<'a>,
    names: Names,
}

impl Reader<'_> {
    /// Reads a formula whose operators bind at least as tightly as `least`.
    fn formula(&mut self, least: u8) -> Result<Node, Mistake> {
        let mut left = if self.words.eat("-") {
            negative(self.formula(NEGATION)?)
        } else {
            self.operand()?
        };
        loop {
            self.words.skip_spaces();
            let (before, Some(operator)) = (self.words.at, self.words.operator()) else {
                return Ok(left);
            };
            if operator.precedence() < least {
                self.words.at = before;
                return Ok(left);
            }
            let right = self.formula(operator.least_of_right())?;
            if operator == Operator::Over && matches!(right, Node::Number(0.0)) {
                return Err(self.mistake(before, BY_ZERO.to_owned()));
            }
            left = self.finite(before, join(left, operator, right))?;
        }
    }

    fn operand(&mut self) -> Result<Node, Mistake> {
        if self.words.eat("(") {
            let node = self.formula(Operator::Plus.precedence())?;
            return self.close().map(|()| node);
        }
        let start = self.words.at;
        if let Some(digits) = self.words.number() {
            return match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Node::Number(value)),
                _ => Err(self.mistake(start, "this number is too large".to_owned())),
            };
        }
        if let Names::Quantities(_) = self.names {
            return self.quantity(start);
        }
        let Some(name) = self.words.name() else {
            return Err(self.unexpected(true));
        };
        if self.words.eat("(") {
            return self.function(name, start);
        }
        match name {
            "x" => Ok(Node::Variable(0)),
            "y" => Ok(Node::Variable(1)),
            "pi" => Ok(Node::Number(std::f64::consts::PI)),
            "e" => Ok(Node::Number(std::f64::consts::E)),
            name => Err(self.mistake(start, unknown(name))),
        }
    }

    /// Refuses the rest of the text, if there is any.
    fn end(&mut self) -> Result<(), Mistake> {
        match self.words.peek() {
            Some(_) => Err(self.unexpected(false)),
            None => Ok(()),
        }
    }

    /// Reads the argument of a function, after its opening bracket.
    fn function(&mut self, name: &str, start: usize) -> Result<Node, Mistake> {
        let rough: &[(&str, Function)] = match self.names {
            Names::Plane => &[],
            Names::Quantities(_) => &Function::ROUGH,
        };
        let mut known = Function::NAMED.iter().chain(rough);
        let Some((_, function)) = known.find(|(it, _)| *it == name) else {
            return Err(self.mistake(start, self.unknown(name)));
        };
        let argument = self.formula(Operator::Plus.precedence())?;
        self.close()?;
        self.finite(start, of(*function, argument))
    }

    /// Reads a quantity: a name, or the name of an item (in quotes where it is more than letters and digits), a point and a field.
    fn quantity(&mut self, start: usize) -> Result<Node, Mistake> {
        let first = match self.words.quoted() {
            Some(quoted) => quoted.to_owned(),
            None => match self.words.name() {
                Some(name) if self.words.eat("(") => return self.function(name, start),
                Some("pi") => return Ok(Node::Number(std::f64::consts::PI)),
                Some(name) => name.to_owned(),
                None => return Err(self.unexpected(true)),
            },
        };
        let (item, field) = if self.words.eat(".") {
            self.words.skip_spaces();
            let Some(field) = self.words.name() else {
                let at = self.words.at;
                return Err(self.mistake(at, "a field should follow, as in wheel.angle".to_owned()));
            };
            (Some(first), field.to_owned())
        } else {
            (None, first)
        };
        let text = self.words.text;
        let at = text.char_indices().take_while(|(byte, _)| *byte < start).count();
        let Names::Quantities(found) = &mut self.names else {
            return Err(self.unexpected(true));
        };
        let same = |it: &QuantityName| it.item == item && it.field == field;
        let index = found.iter().position(same).unwrap_or_else(|| {
            found.push(QuantityName { item, field, at });
            found.len() - 1
        });
        Ok(Node::Variable(index))
    }

    fn close(&mut self) -> Result<(), Mistake> {
        if self.words.eat(")") {
            Ok(())
        } else {
            Err(self.unexpected(false))
        }
    }

    fn finite(&self, at: usize, node: Node) -> Result<Node, Mistake> {
        match node {
            Node::Number(value) if !value.is_finite() => Err(self.mistake(at, not_finite(value).to_owned())),
            node => Ok(node),
        }
    }

    /// Message for an unknown function.
    fn unknown(&self, name: &str) -> String {
        match self.names {
            Names::Plane => unknown(name),
            Names::Quantities(_) => {
                let known = Function::NAMED.iter().chain(&Function::ROUGH);
                let known: Vec<&str> = known.map(|(name, _)| *name).collect();
                format!(
                    "there is no function {}; there are {}",
                    shortened(name),
                    known.join(", ")
                )
            }
        }
    }

    fn mistake(&self, at: usize, sentence: String) -> Mistake {
        Mistake::new(self.words.text, at, sentence)
    }

    /// Mistake at the present place: what was found, and what should follow.
    fn unexpected(&mut self, operand: bool) -> Mistake {
        let found = match self.words.peek() {
            Some(c) => format!("{c:?} does not go on from here"),
            None => "it ends too early".to_owned(),
        };
        let before = &self.words.text[..self.words.at];
        let open = before.matches('(').count() > before.matches(')').count();
        let wanted = match (operand, open) {
            (true, _) => match self.names {
                Names::Plane => "a number, x, y or a function should follow",
                Names::Quantities(_) => {
                    "a number, a quantity such as wheel.angle or a function should follow"
                }
            },
            (false, true) => "an operator (+ - * / ^) or a closing bracket should follow",
            (false, false) => "an operator (+ - * / ^) should follow",
        };
        self.mistake(self.words.at, format!("{found}; {wanted}"))
    }
}

/// Message for a name that cannot be used.
fn unknown(name: &str) -> String {
    let functions: Vec<&str> = Function::NAMED.iter().map(|(name, _)| *name).collect();
    if let Some((_, why)) = ROUGH.iter().find(|(it, _)| *it == name) {
        return format!("{name} {why}, and a wire has to be smooth");
    }
    if functions.contains(&name) {
        return format!("{name} is a function; write {name}(...)");
    }
    format!(
        "there is nothing named {}; write x, y, pi, e or one of {}",
        shortened(name),
        functions.join(", ")
    )
}
