//! Which rulesets there are, and how work that is the same for all of them reaches the right one.

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
    ($($name:literal => $ruleset:ty,)*) => {
        /// The names of all rulesets.
        pub const RULESETS: &[&str] = &[$($name),*];

        /// Do a job for the ruleset of this name; `None` where there is no such ruleset.
        #[allow(unused_variables, reason = "the table may be empty")]
        pub fn dispatch<J: Job>(ruleset: &str, job: J) -> Option<J::Output> {
            match ruleset {
                $($name => Some(job.run::<$ruleset>()),)*
                _ => None,
            }
        }
    };
}

rulesets! {}
