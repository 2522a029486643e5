//! Reports: read, opened, and run again where that is quick.

use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::order_text::OrderText;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::kernel::sheet::Sheet;
use foregone::registry::{self, Job};
use foregone::report::{Report, reproduce};
use recorder::Orders;

use crate::texts::tell;

/// A bug report.
pub fn report(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let opened = Sheet::parse("hostile.report.toml", text).and_then(|sheet| Report::read(&sheet));
    let report = match opened {
        Ok(opened) => opened.report,
        Err(problems) => return tell(&problems),
    };
    let written = report.to_text();
    let again = Sheet::parse("again", written.as_str()).and_then(|sheet| Report::read(&sheet));
    again.unwrap_or_else(|problems| panic!("{problems}\n{written}"));
    let assets = Assets::embedded();
    match Scenario::parse(&assets, "hostile.report.toml, scenario", &report.scenario) {
        Ok(scenario) => drop(registry::dispatch(&report.ruleset, Reproduce(&report, &scenario, &assets))),
        Err(problems) => tell(&problems),
    }
}

struct Reproduce<'a>(&'a Report, &'a Scenario, &'a Assets);

impl Job for Reproduce<'_> {
    type Output = ();

    fn run<G: Ruleset>(self) {
        let Self(report, scenario, assets) = self;
        let rules = match G::open(scenario, assets, Some(report.seed)) {
            Ok(rules) => Arc::new(rules),
            Err(problems) => return tell(&problems),
        };
        let mut orders = Orders::default();
        for text in &report.orders {
            let _refused = OrderText::read(text).and_then(|text| text.add_to(&mut orders, &*rules));
        }
        // A massed battle takes as long as it takes.
        if G::NAME != "legion" {
            let _verdict = reproduce(report, &rules, orders).map_err(|error| error.to_string());
        }
    }
}
