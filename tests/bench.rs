//! Benchmarks cannot rot and cannot cheat: every scene runs, its contenders agree on what they made (a scene stops the
//! run where they do not), and what is counted in bytes keeps to its target on any machine.

use foregone::bench::{Figure, SCENES, Size};

fn figures() -> Vec<Figure> {
    SCENES.iter().flat_map(|scene| (scene.run)(Size::Quick)).collect()
}

#[test]
fn every_scene_runs_and_what_counts_bytes_meets_its_target() {
    let figures = figures();
    for scene in SCENES {
        assert!(figures.iter().any(|f| f.name == scene.name), "{} gives no figure of its name", scene.name);
    }
    for figure in &figures {
        assert!(figure.ours.is_finite() && figure.ratio.is_finite(), "{figure:?}");
        assert_eq!(figure.digest.len(), 16, "{figure:?}");
        assert!(!figure.unit.contains('B') || figure.met, "{figure:?}");
    }
    let bytes = figures.iter().filter(|f| f.unit.contains('B')).count();
    assert_eq!(
        bytes, 6,
        "bytes kept, stored, kept of a stalemate, beyond a splice's future, of a massed battle made and fought"
    );
}
