//! A crew: threads that lend a hand within a tick. Work is cut in the same places however many there are, and what comes
//! of it is put together in order: nothing hangs on who did what, or when.
//!
//! Where there is one thread, or no such thing as threads, everything is done in turn.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

/// Into how many tasks things are cut at most: more would take longer to hand out than to do.
const TASKS: usize = 8;

thread_local! {
    /// Whether this thread has been told to do without help.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Do something on this thread alone, such as one fight of many that are run side by side: those fill all threads.
pub fn alone<T>(work: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _before = Before(ALONE.replace(true));
    work()
}

/// Tell whether there is anyone to lend a hand.
#[must_use]
#[inline]
pub fn has_help() -> bool {
    !ALONE.get() && rayon::current_num_threads() > 1
}

/// Do two things that do not depend on one another, side by side if there is help. The first is begun at once.
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    both_if(true, one, other)
}

/// Do two things side by side if that is worth it, and if there is help.
pub fn both_if<A: Send, B: Send>(
    is_worth_it: bool,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_worth_it && has_help() {
        rayon::join(one, other)
    } else {
        let one = one();
        (one, other())
    }
}

/// Make one thing of each, in order; side by side if that is worth it, and if there is help.
pub fn each_if<A: Send, B: Send>(is_worth_it: bool, of: Vec<A>, make: impl Fn(usize, A) -> B + Sync + Send) -> Vec<B> {
    if is_worth_it && has_help() {
        let together = (of.len() / TASKS).max(1);
        of.into_par_iter().enumerate().with_min_len(together).map(|(n, one)| make(n, one)).collect()
    } else {
        of.into_iter().enumerate().map(|(n, one)| make(n, one)).collect()
    }
}

/// Do something where help is near and awake: it is asked for often, and one who sleeps takes longer to wake than most of
/// what there is to do.
pub(crate) fn among<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    /// Lets the helper go, also where the work is given up.
    struct Until<'a>(&'a AtomicBool);
    impl Drop for Until<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    if !has_help() {
        return work();
    }
    let is_done = AtomicBool::new(false);
    rayon::scope(|crew| {
        let _until = Until(&is_done);
        crew.spawn(|_| {
            while !is_done.load(Ordering::Relaxed) {
                if rayon::yield_now() != Some(rayon::Yield::Executed) {
                    std::thread::yield_now();
                }
            }
        });
        work()
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn what_comes_of_a_crew_is_in_order_however_many_they_are() {
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let work = || each_if(true, (0..1_000_u32).collect(), |n, one| (n as u32).wrapping_mul(one));
            let expected: Vec<u32> = (0..1_000_u32).map(|n| n * n).collect();
            assert_eq!(pool.install(work), expected);
            assert_eq!(pool.install(|| alone(work)), expected);
            assert_eq!(pool.install(|| both(|| 1, || 2)), (1, 2));
            assert_eq!(pool.install(|| among(work)), expected);
            let give_up = AssertUnwindSafe(|| pool.install(|| among(|| panic!("given up"))));
            let given_up = catch_unwind(give_up);
            assert!(given_up.is_err(), "and the helper has gone");
            assert_eq!(pool.install(has_help), threads > 1);
            assert!(!pool.install(|| alone(has_help)), "told to do without");
            assert_eq!(pool.install(|| (alone(|| ()), has_help())).1, threads > 1, "and only meanwhile");
        }
    }
}
