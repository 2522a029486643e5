//! The tree of timelines: every branch stays the fight it is, whatever is spliced, thinned or deleted beside it, and all
//! of them together keep to one memory budget. Would catch: a branch thinned by another's rules, a budget each.

use proptest::prelude::*;
use recorder::{BranchId, Budget, DeleteError, Settings, SpliceError, Timelines};

use crate::plan::{asks, cases, orders, ponds, settings, tick_in};
use crate::straight::Straight;
use crate::toy::{Ask, Pond, orders as list};

fn tree(ticks: u32, budget_bytes: usize) -> Timelines<Pond> {
    let settings = Settings { budget_bytes, ..Settings::default() };
    let mut tree = Timelines::new(Pond::lasting(ticks).shared(), list(&[]), settings);
    tree.advance(BranchId::ROOT, Budget::Everything).unwrap();
    tree
}

/// Splice an order in and record to the end.
fn branch(tree: &mut Timelines<Pond>, from: BranchId, tick: u32, ask: Ask) -> BranchId {
    let id = tree.splice(from, tick, [ask]).unwrap();
    tree.advance(id, Budget::Everything).unwrap();
    id
}

/// Claim that a branch is, as far as it is recorded, the fight of its orders.
fn assert_true(tree: &mut Timelines<Pond>, id: BranchId) {
    let recording = tree.recording(id).unwrap();
    let straight = Straight::run(recording.rules().unwrap(), recording.orders());
    (0..=recording.last_tick()).for_each(|tick| straight.assert_shows(&recording, tick));
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn every_branch_stays_the_fight_it_is(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        moves in prop::collection::vec((any::<u8>(), any::<u32>(), asks(), prop::option::of(0_u32..120)), 1..12),
    ) {
        let mut tree = Timelines::new(pond.shared(), orders, settings);
        for (n, pick, ask, then) in moves {
            let ids: Vec<BranchId> = tree.branches().map(|b| b.id).collect();
            let from = ids[usize::from(n) % ids.len()];
            if pick % 5 == 4 {
                let _ = tree.delete(from);
                continue;
            }
            let progress = tree.progress(from).unwrap();
            let last = progress.recorded.saturating_sub(u32::from(progress.done));
            let id = match tree.splice(from, tick_in(last, pick), [ask]) {
                Ok(id) => id,
                Err(_) => from, // over before it started
            };
            tree.advance(id, then.map_or(Budget::Everything, Budget::Ticks)).unwrap();
            tree.advance(from, Budget::Ticks(pick % 40)).unwrap();
        }
        let ids: Vec<BranchId> = tree.branches().map(|b| b.id).collect();
        ids.into_iter().for_each(|id| assert_true(&mut tree, id));
    }
}

#[test]
fn the_old_timeline_stays_beside_the_new_one() {
    let mut tree = tree(300, 512 << 20);
    let before = tree.recording(BranchId::ROOT).unwrap().trail_digest();
    let child = branch(&mut tree, BranchId::ROOT, 100, Ask::Hatch);
    let grandchild = branch(&mut tree, child, 50, Ask::Hush(1));
    assert_eq!(tree.recording(BranchId::ROOT).unwrap().trail_digest(), before);
    let parents: Vec<_> = tree.branches().map(|b| (b.id, b.parent)).collect();
    assert_eq!(
        parents,
        [(BranchId::ROOT, None), (child, Some((BranchId::ROOT, 100))), (grandchild, Some((child, 50)))]
    );
    [BranchId::ROOT, child, grandchild].into_iter().for_each(|id| assert_true(&mut tree, id));
}

#[test]
fn branches_together_keep_to_one_budget() {
    let budget = 5 << 20;
    let mut tree = tree(2_000, budget);
    for n in 0..50 {
        let id = branch(&mut tree, BranchId::ROOT, 900 + n, Ask::Hush(n % 6));
        let recording = tree.recording(id).unwrap();
        (0..2_000).step_by(200).for_each(|tick| drop(recording.seek(tick).unwrap()));
        let memory = tree.memory();
        assert!(memory.bytes <= budget, "{} bytes with {} branches: {memory:?}", memory.bytes, n + 2);
        assert!(tree.progress(id).unwrap().done);
    }
    for id in [BranchId(0), BranchId(1), BranchId(25), BranchId(50)] {
        assert_true(&mut tree, id);
    }
}

#[test]
fn what_is_thinned_is_still_shared() {
    let mut tree = tree(2_000, 1 << 20);
    let ids: Vec<_> = (0..8).map(|n| branch(&mut tree, BranchId::ROOT, 1_500, Ask::Startle(n))).collect();
    let all = tree.memory().bytes;
    let apart: usize = ids.iter().map(|&id| tree.recording(id).unwrap().memory().bytes).sum();
    assert!(all * 2 < apart, "{all} bytes together, {apart} counted one by one");
}

#[test]
fn a_branch_that_others_left_is_not_deleted() {
    let mut tree = tree(200, 512 << 20);
    let child = branch(&mut tree, BranchId::ROOT, 100, Ask::Hatch);
    let grandchild = branch(&mut tree, child, 150, Ask::Hatch);
    assert_eq!(tree.delete(BranchId::ROOT), Err(DeleteError::Root));
    assert_eq!(tree.delete(child), Err(DeleteError::HasChildren { child: grandchild.0 }));
    assert_eq!(tree.delete(BranchId(77)), Err(DeleteError::Unknown(77)));
    assert_eq!(tree.delete(grandchild), Ok(()));
    assert_eq!(tree.delete(child), Ok(()));
    assert_eq!(tree.delete(child), Err(DeleteError::Unknown(child.0)));
    let next = branch(&mut tree, BranchId::ROOT, 100, Ask::Hatch);
    assert!(next > grandchild, "numbers are not given twice");
    assert_true(&mut tree, BranchId::ROOT);
}

#[test]
fn branches_have_names() {
    let mut tree = tree(200, 512 << 20);
    let child = branch(&mut tree, BranchId::ROOT, 100, Ask::Hatch);
    tree.rename(child, "what if");
    tree.rename(BranchId(99), "nobody");
    let names: Vec<_> = tree.branches().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["as engaged", "what if"]);
}

#[test]
fn a_branch_that_is_not_there_is_no_panic() {
    let mut tree = tree(50, 512 << 20);
    let nobody = BranchId(9);
    assert!(tree.recording(nobody).is_none() && tree.progress(nobody).is_none());
    assert_eq!(tree.splice(nobody, 10, [Ask::Hatch]), Err(SpliceError::NoRules));
    assert!(tree.advance(nobody, Budget::Everything).unwrap().done);
    assert_eq!(tree.splice(BranchId::ROOT, 50, [Ask::Hatch]), Err(SpliceError::AfterEnd { tick: 50, end: 50 }));
}
