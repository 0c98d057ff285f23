//! From typed text to a program: a tree is read by precedence climbing, names looked up, and put in the order of a stack.

use super::jet::Function;
use super::scanner::{Scanner, check_size};
use super::tree::{NEGATION, Node, Operator, join, negative, of, sum, write};
use super::{DEPTH, Mistake, Op};

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
    let mut reader = Reader(Scanner::new(text));
    let mut tree = reader.formula(Operator::Plus.precedence())?;
    if reader.0.eat("=") {
        let right = reader.formula(Operator::Plus.precedence())?;
        tree = sum(tree, negative(right));
    }
    if reader.0.peek().is_some() {
        return Err(reader.unexpected(false));
    }
    if let Node::Number(_) = tree {
        return Err(Mistake::new(
            text,
            0,
            "neither x nor y is in it; write a curve such as x^2 + y^2 = 1".to_owned(),
        ));
    }
    let mut program = Vec::new();
    let deepest = write(&tree, &mut program);
    if deepest > DEPTH {
        return Err(Mistake::new(
            text,
            0,
            "it holds too much at once; write it with fewer brackets".to_owned(),
        ));
    }
    Ok(program)
}

/// Goes through a text once, from left to right. A formula is operands with operators between them, which bind as
/// [`Operator::precedence`] says: `-x^2` is `-(x^2)`, and powers of powers are read from the right.
struct Reader<'a>(Scanner<'a>);

impl Reader<'_> {
    /// A formula of operators that bind at least so tightly.
    fn formula(&mut self, least: u8) -> Result<Node, Mistake> {
        let mut left = if self.0.eat("-") {
            negative(self.formula(NEGATION)?)
        } else {
            self.operand()?
        };
        loop {
            self.0.skip_spaces();
            let (before, Some(operator)) = (self.0.at, self.0.operator()) else {
                return Ok(left);
            };
            let precedence = operator.precedence();
            if precedence < least {
                self.0.at = before;
                return Ok(left);
            }
            let from_the_right = operator == Operator::Power;
            let right = self.formula(precedence + u8::from(!from_the_right))?;
            left = self.finite(before, join(left, operator, right))?;
        }
    }

    fn operand(&mut self) -> Result<Node, Mistake> {
        if self.0.eat("(") {
            let node = self.formula(Operator::Plus.precedence())?;
            return self.close().map(|()| node);
        }
        let start = self.0.at;
        if let Some(digits) = self.0.number() {
            return match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Node::Number(value)),
                _ => Err(self.mistake(start, "this number is too large".to_owned())),
            };
        }
        let Some(name) = self.0.name() else {
            return Err(self.unexpected(true));
        };
        if self.0.eat("(") {
            let Some((_, function)) = Function::NAMED.iter().find(|(it, _)| *it == name) else {
                return Err(self.mistake(start, unknown(name)));
            };
            let argument = self.formula(Operator::Plus.precedence())?;
            self.close()?;
            return self.finite(start, of(*function, argument));
        }
        match name {
            "x" => Ok(Node::X),
            "y" => Ok(Node::Y),
            "pi" => Ok(Node::Number(std::f64::consts::PI)),
            "e" => Ok(Node::Number(std::f64::consts::E)),
            name => Err(self.mistake(start, unknown(name))),
        }
    }

    fn close(&mut self) -> Result<(), Mistake> {
        if self.0.eat(")") {
            Ok(())
        } else {
            Err(self.unexpected(false))
        }
    }

    fn finite(&self, at: usize, node: Node) -> Result<Node, Mistake> {
        match node {
            Node::Number(value) if !value.is_finite() => {
                Err(self.mistake(at, format!("this comes to {value}")))
            }
            node => Ok(node),
        }
    }

    fn mistake(&self, at: usize, sentence: String) -> Mistake {
        Mistake::new(self.0.text, at, sentence)
    }

    /// What should stand where the text stops making sense, in words.
    fn unexpected(&mut self, operand: bool) -> Mistake {
        let found = match self.0.peek() {
            Some(c) => format!("{c:?} does not go on from here"),
            None => "it ends too early".to_owned(),
        };
        let before = &self.0.text[..self.0.at];
        let open = before.matches('(').count() > before.matches(')').count();
        let wanted = match (operand, open) {
            (true, _) => "a number, x, y or a function should follow",
            (false, true) => "an operator (+ - * / ^) or a closing bracket should follow",
            (false, false) => "an operator (+ - * / ^) should follow",
        };
        self.mistake(self.0.at, format!("{found}; {wanted}"))
    }
}

/// What to say of a name that cannot be used.
fn unknown(name: &str) -> String {
    let functions: Vec<&str> = Function::NAMED.iter().map(|(name, _)| *name).collect();
    if let Some((_, why)) = ROUGH.iter().find(|(it, _)| *it == name) {
        return format!("{name} {why}, and a wire has to be smooth");
    }
    if functions.contains(&name) {
        return format!("{name} is a function; write {name}(...)");
    }
    format!(
        "there is nothing named {name}; write x, y, pi, e or one of {}",
        functions.join(", ")
    )
}
