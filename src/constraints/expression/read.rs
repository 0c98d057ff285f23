//! From typed text to a program: parsed by a grammar, names looked up, constants worked out, put in the order in
//! which a stack computes it.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, Op as Precedence, PrattParser};

use super::jet::Function;
use super::{DEPTH, LONGEST, Mistake, Op};

#[allow(missing_docs, reason = "what the grammar names is described in the grammar")]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "constraints/expression/grammar.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Brackets within brackets, at most: more than anyone types, and few enough for any stack.
const NESTED: usize = 40;
/// Whole powers up to this are products.
const PRODUCT: f64 = 64.0;
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

/// A formula as a tree.
enum Node {
    Number(f64),
    X,
    Y,
    Sum(Box<Node>, Box<Node>),
    Product(Box<Node>, Box<Node>),
    Of(Function, Box<Node>),
}

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
    let mut parsed = Grammar::parse(Rule::whole, text).map_err(|error| {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        Mistake::new(text, at, expected(text, at, &error.variant))
    })?;
    let pratt = PrattParser::new()
        .op(Precedence::infix(Rule::plus, Assoc::Left) | Precedence::infix(Rule::less, Assoc::Left))
        .op(Precedence::infix(Rule::times, Assoc::Left) | Precedence::infix(Rule::over, Assoc::Left))
        .op(Precedence::prefix(Rule::minus))
        .op(Precedence::infix(Rule::power, Assoc::Right));
    let mut sides = parsed
        .next()
        .map(Pair::into_inner)
        .into_iter()
        .flatten()
        .filter(|pair| pair.as_rule() == Rule::formula);
    let mut tree = tree(text, &pratt, sides.next().map(Pair::into_inner))?;
    if let Some(right) = sides.next() {
        let right = self::tree(text, &pratt, Some(right.into_inner()))?;
        tree = sum(tree, negative(right));
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

/// What should stand where the text stops making sense, in words.
fn expected(text: &str, at: usize, variant: &ErrorVariant<Rule>) -> String {
    let found = match text[at.min(text.len())..].chars().next() {
        Some(c) => format!("{c:?} does not go on from here"),
        None => "it ends too early".to_owned(),
    };
    let operand = match variant {
        ErrorVariant::ParsingError { positives, .. } => positives.iter().any(|rule| {
            matches!(
                rule,
                Rule::number | Rule::name | Rule::call | Rule::formula | Rule::minus
            )
        }),
        ErrorVariant::CustomError { .. } => false,
    };
    let open =
        text[..at.min(text.len())].matches('(').count() > text[..at.min(text.len())].matches(')').count();
    let wanted = match (operand, open) {
        (true, _) => "a number, x, y or a function should follow",
        (false, true) => "an operator (+ - * / ^) or a closing bracket should follow",
        (false, false) => "an operator (+ - * / ^) should follow",
    };
    format!("{found}; {wanted}")
}

fn tree(text: &str, pratt: &PrattParser<Rule>, pairs: Option<Pairs<'_, Rule>>) -> Result<Node, Mistake> {
    let Some(pairs) = pairs else {
        return Err(Mistake::new(text, 0, "nothing is written".to_owned()));
    };
    pratt
        .map_primary(|pair| term(text, pratt, pair))
        .map_prefix(|_, of| Ok(negative(of?)))
        .map_infix(|left, operator, right| {
            let at = operator.as_span().start();
            let node = join(left?, operator.as_rule(), right?);
            match node {
                Node::Number(value) if !value.is_finite() => {
                    Err(Mistake::new(text, at, format!("this comes to {value}")))
                }
                node => Ok(node),
            }
        })
        .parse(pairs)
}

fn term(text: &str, pratt: &PrattParser<Rule>, pair: Pair<'_, Rule>) -> Result<Node, Mistake> {
    let at = pair.as_span().start();
    match pair.as_rule() {
        Rule::number => match pair.as_str().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Node::Number(value)),
            _ => Err(Mistake::new(text, at, "this number is too large".to_owned())),
        },
        Rule::name => match pair.as_str() {
            "x" => Ok(Node::X),
            "y" => Ok(Node::Y),
            "pi" => Ok(Node::Number(std::f64::consts::PI)),
            "e" => Ok(Node::Number(std::f64::consts::E)),
            name => Err(Mistake::new(text, at, unknown(name))),
        },
        Rule::call => {
            let mut inner = pair.into_inner();
            let name = inner.next().map_or("", |name| name.as_str());
            let Some((_, function)) = Function::NAMED.iter().find(|(it, _)| *it == name) else {
                return Err(Mistake::new(text, at, unknown(name)));
            };
            let argument = tree(text, pratt, inner.next().map(Pair::into_inner))?;
            match of(*function, argument) {
                Node::Number(value) if !value.is_finite() => {
                    Err(Mistake::new(text, at, format!("this comes to {value}")))
                }
                node => Ok(node),
            }
        }
        _ => tree(text, pratt, Some(pair.into_inner())),
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

fn negative(of_what: Node) -> Node {
    of(Function::Negative, of_what)
}

fn of(function: Function, argument: Node) -> Node {
    match argument {
        Node::Number(value) => Node::Number(function.of(value)),
        node => Node::Of(function, Box::new(node)),
    }
}

fn sum(left: Node, right: Node) -> Node {
    match (left, right) {
        (Node::Number(a), Node::Number(b)) => Node::Number(a + b),
        (left, right) => Node::Sum(Box::new(left), Box::new(right)),
    }
}

fn product(left: Node, right: Node) -> Node {
    match (left, right) {
        (Node::Number(a), Node::Number(b)) => Node::Number(a * b),
        (left, right) => Node::Product(Box::new(left), Box::new(right)),
    }
}

fn join(left: Node, sign: Rule, right: Node) -> Node {
    match (sign, right) {
        (Rule::plus, right) => sum(left, right),
        (Rule::less, right) => sum(left, negative(right)),
        (Rule::times, right) => product(left, right),
        (Rule::over, right) => product(left, of(Function::Inverse, right)),
        (_, Node::Number(p)) if p.fract() == 0.0 && p.abs() <= PRODUCT => of(Function::Whole(p as i32), left),
        (_, Node::Number(p)) => of(Function::Real(p), left),
        // u^w = e^(w ln u)
        (_, right) => of(Function::Exp, product(right, of(Function::Ln, left))),
    }
}

/// Writes a tree in the order of a stack; returns how high that grows.
fn write(node: &Node, program: &mut Vec<Op>) -> usize {
    let (op, height) = match node {
        Node::Number(value) => (Op::Number(*value), 1),
        Node::X => (Op::X, 1),
        Node::Y => (Op::Y, 1),
        Node::Of(function, argument) => {
            let height = write(argument, program);
            (Op::Of(*function), height)
        }
        Node::Sum(left, right) | Node::Product(left, right) => {
            let height = write(left, program).max(1 + write(right, program));
            let op = if matches!(node, Node::Sum(..)) {
                Op::Sum
            } else {
                Op::Product
            };
            (op, height)
        }
    };
    program.push(op);
    height
}
