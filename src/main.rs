//! The binary: parse the command line, then dispatch.
fn main() {
    println!("{}", tinkertoy::VERSION);
}
