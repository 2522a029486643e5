//! An engagement: what was mustered is resolved and watched.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use player::branches::Opening;
use player::screen::{Fault, Next};
use player::theatre::Start;
use recorder::{Orders, Recorder, Settings};

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::notes;

/// Go on to the fight of a scenario. Its pictures and files go by the name `stem`, into the folder `fights` beside the
/// one in which musters are kept.
pub(super) fn engage<G: Ruleset>(assets: &Assets, text: &str, kept: &Path, stem: &str) -> Next {
    let recorder = match recorder::<G>(assets, text) {
        Ok(recorder) => recorder,
        Err(problems) => return Next::Fault(Fault::new("The fight cannot be engaged", problems.to_string())),
    };
    let folder = kept.with_file_name("fights");
    // Where it cannot be made, saving tells.
    let _ = fs::create_dir_all(&folder);
    let opening = Opening::Resolve(Box::new(recorder));
    match super::theatre(G::NAME, opening, Start::default(), folder.join(stem), None) {
        Ok(theatre) => Next::Screen(theatre),
        Err(error) => Next::Fault(Fault::new("The fight cannot be watched", error.to_string())),
    }
}

/// Make what resolves a scenario. The recording carries all that is needed to run it again.
///
/// # Errors
/// Everything that is wrong with the scenario.
pub(super) fn recorder<G: Ruleset>(assets: &Assets, text: &str) -> Result<Recorder<G>, Problems> {
    let scenario = Scenario::parse(assets, "muster", text)?;
    let rules = G::open(&scenario, assets, None)?;
    let notes = [
        (notes::FIGHT, "muster".to_owned()),
        (notes::TITLE, scenario.title.clone()),
        (notes::SEED, rules.seed().to_string()),
        (notes::SCENARIO, scenario.text()),
    ];
    let notes = notes.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    Ok(Recorder::with_notes(Arc::new(rules), Orders::default(), Settings::default(), notes))
}
