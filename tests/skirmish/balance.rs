//! Balance, so that it is worth watching: no species decides fights, the lead changes, and they last long enough.
//! The figures are a golden: a change of content shows what it did to all of them.

use foregone::kernel::stream::Stream;
use foregone::skirmish::balance::Balance;
use foregone::skirmish::balance::buy_squad;
use foregone::skirmish::content::tier::Recruit;

use super::scene::shipped;

#[test]
fn fights_between_squads_of_one_price_are_worth_watching() {
    let balance = Balance::measure(&shipped(), 0..200);
    for presence in balance.species.iter().filter(|p| p.fights > 0) {
        assert!(presence.wins_per_mille() <= 650, "{} wins {} ‰", presence.id, presence.wins_per_mille());
    }
    assert!(balance.lead_change_per_mille() >= 900, "the lead changes in {} ‰", balance.lead_change_per_mille());
    assert!((150..=300).contains(&balance.median_ticks()), "the median is {} ticks", balance.median_ticks());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../goldens/skirmish");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("balance", balance.to_string()));
}

#[test]
fn a_bought_squad_keeps_its_budget_and_its_tiles_apart() {
    let content = shipped();
    for seed in 0..200 {
        for budget in [8, 40, 90, 170, 400] {
            let squad: Vec<Recruit> = buy_squad(&content, budget, &mut Stream::from_seed(seed));
            assert!(content.squad_cost(&squad) <= budget && !squad.is_empty());
            let mut tiles: Vec<[u8; 2]> = squad.iter().map(|r| r.tile).collect();
            tiles.sort();
            tiles.dedup();
            assert_eq!(tiles.len(), squad.len());
        }
    }
}
