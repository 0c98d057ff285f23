//! From typed text to a program: a tree is read by precedence climbing, names looked up, and put in the order of a stack.

use super::jet::Function;
use super::tree::{NEGATION, Node, Operator, join, negative, of, sum, write};
use super::{DEPTH, LONGEST, Mistake, Op};

/// Brackets within brackets, at most: more than anyone types, and few enough for any stack.
const NESTED: usize = 40;
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
    if let Some((byte, _)) = text.char_indices().nth(LONGEST) {
        return Err(Mistake::new(
            text,
            byte,
            format!("it is too long; write at most {LONGEST} characters"),
        ));
    }
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        open = match c {
            '(' => open + 1,
            ')' => open.saturating_sub(1),
            _ => open,
        };
        if open > NESTED {
            return Err(Mistake::new(
                text,
                at,
                "there are too many brackets within brackets".to_owned(),
            ));
        }
    }
    let mut reader = Reader { text, at: 0 };
    let mut tree = reader.formula(Operator::Plus.precedence())?;
    if reader.eat("=") {
        let right = reader.formula(Operator::Plus.precedence())?;
        tree = sum(tree, negative(right));
    }
    if reader.peek().is_some() {
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
struct Reader<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
}

impl<'a> Reader<'a> {
    /// A formula of operators that bind at least so tightly.
    fn formula(&mut self, least: u8) -> Result<Node, Mistake> {
        let mut left = if self.eat("-") {
            negative(self.formula(NEGATION)?)
        } else {
            self.operand()?
        };
        loop {
            self.skip_spaces();
            let (before, Some(operator)) = (self.at, self.operator()) else {
                return Ok(left);
            };
            let precedence = operator.precedence();
            if precedence < least {
                self.at = before;
                return Ok(left);
            }
            let from_the_right = operator == Operator::Power;
            let right = self.formula(precedence + u8::from(!from_the_right))?;
            left = self.finite(before, join(left, operator, right))?;
        }
    }

    fn operand(&mut self) -> Result<Node, Mistake> {
        if self.eat("(") {
            let node = self.formula(Operator::Plus.precedence())?;
            return self.close().map(|()| node);
        }
        let start = self.at;
        if let Some(digits) = self.number() {
            return match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Node::Number(value)),
                _ => Err(self.mistake(start, "this number is too large".to_owned())),
            };
        }
        let Some(name) = self.name() else {
            return Err(self.unexpected(true));
        };
        if self.eat("(") {
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

    fn operator(&mut self) -> Option<Operator> {
        let (_, operator) = Operator::SIGNS.iter().find(|(sign, _)| self.eat(sign))?;
        Some(*operator)
    }

    fn close(&mut self) -> Result<(), Mistake> {
        if self.eat(")") {
            Ok(())
        } else {
            Err(self.unexpected(false))
        }
    }

    /// Digits with or without a point among, before or after them, and a power of ten where one follows.
    fn number(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(0);
        let mut len = whole;
        if rest[len..].starts_with('.') && (whole > 0 || digits(1) > 0) {
            len += 1 + digits(len + 1);
        }
        if len == 0 {
            return None;
        }
        if rest[len..].starts_with(['e', 'E']) {
            let signed = usize::from(rest[len + 1..].starts_with(['+', '-']));
            let power = digits(len + 1 + signed);
            if power > 0 {
                len += 1 + signed + power;
            }
        }
        self.at += len;
        Some(&rest[..len])
    }

    /// A letter with letters, digits and underscores after it.
    fn name(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let within = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !within(c)).unwrap_or(rest.len())];
        self.at += name.len();
        Some(name)
    }

    /// Whether these characters come next; they are read then.
    fn eat(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let next = self.text[self.at..].starts_with(sign);
        self.at += if next { sign.len() } else { 0 };
        next
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text[self.at..].chars().next()
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
        Mistake::new(self.text, at, sentence)
    }

    /// What should stand where the text stops making sense, in words.
    fn unexpected(&mut self, operand: bool) -> Mistake {
        let found = match self.peek() {
            Some(c) => format!("{c:?} does not go on from here"),
            None => "it ends too early".to_owned(),
        };
        let before = &self.text[..self.at];
        let open = before.matches('(').count() > before.matches(')').count();
        let wanted = match (operand, open) {
            (true, _) => "a number, x, y or a function should follow",
            (false, true) => "an operator (+ - * / ^) or a closing bracket should follow",
            (false, false) => "an operator (+ - * / ^) should follow",
        };
        self.mistake(self.at, format!("{found}; {wanted}"))
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
