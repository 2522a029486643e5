//! `foregone schema`: what each kind of file may hold, for editors to complete and check.

use std::fs;
use std::path::Path;

use foregone::kernel::problem::{quote, suggest};
use foregone::kernel::schema::Schemas;
use foregone::schemas::{self, SQUAD};
use foregone::skirmish::squad_file;
use serde::Serialize;

use super::args::Schema;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::show::cell;
use super::write::write_file;

/// What `--json` prints of the kinds there are, and of the files that were written.
#[derive(Debug, Serialize)]
struct Listed {
    schemas: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    kind: String,
    /// The files that are of this kind.
    files: String,
    /// Where it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<String>,
}

/// List the kinds, print a schema, or write them.
pub(crate) fn run(args: &Schema, console: &mut Console) -> Result<Exit, Failure> {
    let schemas = schemas::gather(console.assets())?;
    let kinds = chosen(&args.kinds, &schemas)?;
    match (&args.out, &args.kinds[..]) {
        (None, [kind]) => {
            console.json(&schemas.of(kind));
            return Ok(Exit::Done);
        }
        (None, [_, _, ..]) => {
            return Err(Failure::cannot_run_help("two schemas on one stream", "name one, or a folder with --out"));
        }
        (Some(folder), _) => fs::create_dir_all(folder)
            .map_err(|error| Failure::cannot_run(format_args!("{}: {error}", folder.display())))?,
        (None, []) => {}
    }
    let assets = console.assets().all()?;
    let entries = kinds.into_iter().map(|kind| {
        let out = args.out.as_deref().map(|folder| write(&schemas, &kind, folder)).transpose()?;
        Ok(Entry { files: files_of(&kind, &assets), kind, out })
    });
    let entries = entries.collect::<Result<Vec<_>, Failure>>()?;
    if args.json {
        console.json(&Listed { schemas: entries });
        return Ok(Exit::Done);
    }
    let widest = entries.iter().map(|entry| entry.kind.chars().count()).max().unwrap_or(0);
    for entry in &entries {
        console.say(format_args!("{}  {}", cell(&entry.kind, widest), entry.out.as_ref().unwrap_or(&entry.files)));
    }
    if let Some(Entry { out: Some(path), .. }) = entries.first() {
        console.note(format_args!("a file is checked against one whose first line is `#:schema {path}`"));
    }
    Ok(Exit::Done)
}

/// The kinds that were named, or all.
fn chosen(named: &[String], schemas: &Schemas) -> Result<Vec<String>, Failure> {
    let kinds = schemas.kinds();
    if named.is_empty() {
        return Ok(kinds);
    }
    match named.iter().find(|name| !kinds.contains(name)) {
        Some(wrong) => {
            let help = suggest(wrong, &kinds).unwrap_or_default();
            Err(Failure::cannot_run_help(format_args!("unknown kind of file: {}", quote(wrong)), help))
        }
        None => Ok(named.to_vec()),
    }
}

fn write(schemas: &Schemas, kind: &str, folder: &Path) -> Result<String, Failure> {
    let path = folder.join(format!("{}.schema.json", kind.replace('/', "-")));
    let text = serde_json::to_string_pretty(&schemas.of(kind)).map_err(Failure::cannot_run)?;
    write_file(&path, format!("{text}\n").as_bytes())?;
    Ok(path.display().to_string())
}

/// Name the files of a kind.
fn files_of(kind: &str, assets: &[String]) -> String {
    let folder = format!("{kind}/");
    match kind {
        SQUAD => format!("*{}", squad_file::ENDING),
        _ if kind.ends_with("/fights") => format!("assets/{folder}*.toml, and scenarios of your own"),
        _ if assets.iter().any(|path| path.starts_with(&folder)) => format!("assets/{folder}*.toml"),
        _ => format!("assets/{kind}.toml"),
    }
}
