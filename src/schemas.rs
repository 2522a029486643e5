//! The schemas of every kind of file that a person writes: all fights of all rulesets are opened, and with them read
//! whatever they stand on.

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::{Scenario, fight_names};
use crate::kernel::schema::Schemas;
use crate::kernel::sheet::Sheet;
use crate::registry::{self, Job};
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::draft::Draft;
use crate::skirmish::squad_file;

/// The kind of squad files, which lie with their owners and not among the assets.
pub const SQUAD: &str = "skirmish/squad";

/// Gather the schemas.
///
/// # Errors
/// Everything that is wrong in any of the files.
pub fn gather(assets: &Assets) -> Result<Schemas, Problems> {
    let schemas = Schemas::default();
    let assets = assets.clone().noting(schemas.clone());
    let mut problems = Problems::default();
    for name in fight_names(&assets)? {
        let scenario = Scenario::find(&assets, &name);
        problems.take(scenario.and_then(|scenario| {
            let opened = registry::dispatch(&scenario.ruleset, Open { scenario: &scenario, assets: &assets });
            opened.unwrap_or_else(|| {
                let (problem, help) = registry::unknown(&scenario.ruleset);
                Err(scenario.problem("ruleset", problem, help).into())
            })
        }));
    }
    problems.or(())?;
    if schemas.kinds().iter().any(|kind| kind.starts_with("skirmish/")) {
        note_squads(&assets, &schemas)?;
    }
    Ok(schemas)
}

struct Open<'a> {
    scenario: &'a Scenario,
    assets: &'a Assets,
}

impl Job for Open<'_> {
    type Output = Result<(), Problems>;

    fn run<G: Ruleset>(self) -> Self::Output {
        G::open(self.scenario, self.assets, None).map(|_| ())
    }
}

/// Note what squad files hold, by a squad of one.
fn note_squads(assets: &Assets, schemas: &Schemas) -> Result<(), Problems> {
    let content = Content::from_assets(assets)?;
    let first = Recruit { species: 0, grafts: Vec::new(), skills: Vec::new(), tile: [0, 0] };
    let draft = Draft { name: "First".to_owned(), tier: 1, fighters: vec![first] };
    let text = squad_file::write(&content, &draft);
    _ = squad_file::read(&content, &Sheet::parse(SQUAD, text)?.noting(schemas.noted(SQUAD)));
    Ok(())
}
