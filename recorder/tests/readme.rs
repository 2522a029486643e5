//! The README shows the toy of the example, word for word, and it stays on one page. Would catch: a README that drifts.

const README: &str = include_str!("../README.md");
const TOY: &str = include_str!("../examples/skaters/toy.rs");

#[test]
fn the_readme_shows_the_toy_that_runs() {
    let (_, code) = TOY.split_once("\n\n").unwrap();
    assert!(README.contains(code), "copy examples/skaters/toy.rs into README.md again");
    assert!(TOY.lines().count() < 80);
}
