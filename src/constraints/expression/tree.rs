//! Expression tree of a formula: constants are folded as it is built, and it is written in the order of a stack.

use super::Op;
use super::jet::Function;

/// Largest whole power that is computed by multiplication.
const PRODUCT: f64 = 64.0;

/// Precedence of a minus before an operand: below a power, above the rest.
pub(super) const NEGATION: u8 = 3;

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

impl Operator {
    /// Operators as typed; a longer sign comes before the signs that it starts with.
    pub(super) const SIGNS: [(&str, Operator); 6] = [
        ("+", Operator::Plus),
        ("-", Operator::Minus),
        ("**", Operator::Power),
        ("*", Operator::Times),
        ("/", Operator::Over),
        ("^", Operator::Power),
    ];

    /// Precedence: how tightly it binds.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Operator::Plus | Operator::Minus => 1,
            Operator::Times | Operator::Over => 2,
            Operator::Power => NEGATION + 1,
        }
    }

    /// Least precedence of its right operand: powers of powers are read from the right.
    pub(super) fn least_of_right(self) -> u8 {
        self.precedence() + u8::from(self != Operator::Power)
    }
}

/// A formula as a tree.
pub(super) enum Node {
    Number(f64),
    /// Index in the list of names.
    Variable(usize),
    Sum(Box<Node>, Box<Node>),
    Product(Box<Node>, Box<Node>),
    Of(Function, Box<Node>),
}

pub(super) fn negative(of_what: Node) -> Node {
    of(Function::Negative, of_what)
}

pub(super) fn of(function: Function, argument: Node) -> Node {
    match argument {
        Node::Number(value) => Node::Number(function.of(value)),
        node => Node::Of(function, Box::new(node)),
    }
}

pub(super) fn sum(left: Node, right: Node) -> Node {
    match (left, right) {
        (Node::Number(a), Node::Number(b)) => Node::Number(a + b),
        (left, right) => Node::Sum(Box::new(left), Box::new(right)),
    }
}

pub(super) fn product(left: Node, right: Node) -> Node {
    match (left, right) {
        (Node::Number(a), Node::Number(b)) => Node::Number(a * b),
        (left, right) => Node::Product(Box::new(left), Box::new(right)),
    }
}

pub(super) fn join(left: Node, operator: Operator, right: Node) -> Node {
    match (operator, right) {
        (Operator::Plus, right) => sum(left, right),
        (Operator::Minus, right) => sum(left, negative(right)),
        (Operator::Times, right) => product(left, right),
        (Operator::Over, right) => product(left, of(Function::Inverse, right)),
        (Operator::Power, Node::Number(p)) if p.fract() == 0.0 && p.abs() <= PRODUCT => {
            of(Function::Whole(p as i32), left)
        }
        (Operator::Power, Node::Number(p)) => of(Function::Real(p), left),
        // u^w = e^(w ln u)
        (Operator::Power, right) => of(Function::Exp, product(right, of(Function::Ln, left))),
    }
}

/// Writes a tree in stack order; returns the height of the stack that it needs.
pub(super) fn write(node: &Node, program: &mut Vec<Op>) -> usize {
    let (op, height) = match node {
        Node::Number(value) => (Op::Number(*value), 1),
        Node::Variable(index) => (Op::Variable(*index), 1),
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
