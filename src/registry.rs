//! Which rulesets there are, and how work that is the same for all of them reaches the right one.

use crate::kernel::problem::{quote, suggest};
use crate::kernel::ruleset::Ruleset;

/// Work that is the same for every ruleset.
pub trait Job {
    /// What comes of it.
    type Output;

    /// Do it for a ruleset.
    fn run<G: Ruleset>(self) -> Self::Output;
}

/// Make the table of rulesets: a line each.
macro_rules! rulesets {
    ($($ruleset:ty,)*) => {
        /// The names of all rulesets.
        pub const RULESETS: &[&str] = &[$(<$ruleset>::NAME),*];

        /// Do a job for the ruleset of this name; `None` where there is no such ruleset.
        pub fn dispatch<J: Job>(ruleset: &str, job: J) -> Option<J::Output> {
            $(if ruleset == <$ruleset>::NAME {
                return Some(job.run::<$ruleset>());
            })*
            None
        }
    };
}

rulesets! {
    crate::skirmish::Skirmish,
    crate::legion::Legion,
    crate::arena::Arena,
    crate::kitchen::Kitchen,
}

/// Say that there is no ruleset of this name, and which may be meant.
#[must_use]
pub fn unknown(ruleset: &str) -> (String, Option<String>) {
    (format!("unknown ruleset {}", quote(ruleset)), suggest(ruleset, RULESETS))
}
