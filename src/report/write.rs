//! Writing a report: TOML that a person can read, in one order of keys, the same bytes for the same report.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{FORMAT, Report, Trail, Witness};

/// Digests a line.
const DIGESTS_A_LINE: usize = 8;

/// Ticks of checks a line.
const CHECKS_A_LINE: usize = 4;

/// Characters of base64 a line.
const BASE64_A_LINE: usize = 120;

impl Report {
    /// Write it as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("writing to memory cannot fail");
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "# A fight to run again: foregone reproduce FILE")?;
        writeln!(out, "format = {FORMAT}")?;
        writeln!(out, "foregone = {}", quoted(&self.foregone))?;
        writeln!(out, "ruleset = {}", quoted(&self.ruleset))?;
        writeln!(out, "fight = {}", quoted(&self.fight))?;
        writeln!(out, "seed = {}", self.seed)?;
        writeln!(out, "note = {}", quoted(&self.note))?;
        write_list(out, "orders", &self.orders)?;
        writeln!(out, "\n[rules]\nfingerprint = \"{:016x}\"\nlayout = {}", self.rules, self.layout)?;
        writeln!(out, "\n[scenario]\nhash = \"{:016x}\"", self.scenario_hash())?;
        writeln!(out, "text = {}", quoted(&self.scenario))?;
        write_trail(out, &self.trail)?;
        write_witness(out, &self.witness)
    }
}

/// Write a string as TOML does, over several lines where it has them.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

pub(super) fn write_list(out: &mut String, name: &str, items: &[String]) -> std::fmt::Result {
    if items.is_empty() {
        return writeln!(out, "{name} = []");
    }
    writeln!(out, "{name} = [")?;
    for item in items {
        writeln!(out, "  {},", quoted(item))?;
    }
    writeln!(out, "]")
}

pub(super) fn write_trail(out: &mut String, trail: &Trail) -> std::fmt::Result {
    writeln!(out, "\n# The digest of every tick from 0 on, and a check after each stage of every tick from 1 on.")?;
    writeln!(out, "[trail]\nlast_tick = {}", trail.last_tick())?;
    write_list(out, "stages", &trail.stages)?;
    let digests: Vec<String> = trail.digests.iter().map(|digest| format!("{digest:016x}")).collect();
    write_lines(out, "digests", digests.chunks(DIGESTS_A_LINE).map(|line| line.join(" ")))?;
    let ticks: Vec<String> = trail.checks.chunks(trail.stages.len().max(1)).map(hex_from_checks).collect();
    write_lines(out, "checks", ticks.chunks(CHECKS_A_LINE).map(|line| line.join(" ")))
}

fn hex_from_checks(checks: &[u16]) -> String {
    checks.iter().map(|check| format!("{check:04x}")).collect()
}

fn write_witness(out: &mut String, witness: &Witness) -> std::fmt::Result {
    writeln!(out, "\n# What could be seen, every so many ticks, so that a difference has a name.")?;
    writeln!(out, "[witness]\nevery = {}", witness.every)?;
    write_list(out, "sections", &witness.sections)?;
    let text = STANDARD.encode(&witness.packed);
    let lines = text.as_bytes().chunks(BASE64_A_LINE).map(|line| String::from_utf8_lossy(line).into_owned());
    write_lines(out, "rows", lines)
}

pub(super) fn write_lines(out: &mut String, name: &str, lines: impl Iterator<Item = String>) -> std::fmt::Result {
    writeln!(out, "{name} = \"\"\"")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\"\"\"")
}
