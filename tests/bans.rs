//! Every ban of `clippy.toml` fires: a misspelt path would be accepted in silence and guard nothing.
//!
//! Each entry is used once here under an expectation that clippy objects. `cargo clippy --all-targets` tells of an
//! expectation that is not met; the test below tells of an entry without a probe.

#![deny(unfulfilled_lint_expectations)]

use std::cmp::Ordering;

use rayon::iter::{IndexedParallelIterator, ParallelBridge, ParallelIterator};

macro_rules! method_probes {
    ($($path:literal => $method:expr;)*) => {
        const METHODS: &[&str] = &[$($path),*];
        $(const _: () = {
            #[allow(dead_code, reason = "clippy reads it; nobody calls it")]
            #[expect(clippy::disallowed_methods, reason = $path)]
            fn probe() {
                let _ = $method;
            }
        };)*
    };
}

macro_rules! type_probes {
    ($($path:literal => $banned:ty;)*) => {
        const TYPES: &[&str] = &[$($path),*];
        $(const _: () = {
            #[allow(dead_code, reason = "clippy reads it; nobody uses it")]
            #[expect(clippy::disallowed_types, reason = $path)]
            type Probe = $banned;
        };)*
    };
}

method_probes! {
    "f32::sin" => f32::sin;
    "f32::cos" => f32::cos;
    "f32::tan" => f32::tan;
    "f32::sin_cos" => f32::sin_cos;
    "f32::asin" => f32::asin;
    "f32::acos" => f32::acos;
    "f32::atan" => f32::atan;
    "f32::atan2" => f32::atan2;
    "f32::sinh" => f32::sinh;
    "f32::cosh" => f32::cosh;
    "f32::tanh" => f32::tanh;
    "f32::asinh" => f32::asinh;
    "f32::acosh" => f32::acosh;
    "f32::atanh" => f32::atanh;
    "f32::exp" => f32::exp;
    "f32::exp2" => f32::exp2;
    "f32::exp_m1" => f32::exp_m1;
    "f32::ln" => f32::ln;
    "f32::ln_1p" => f32::ln_1p;
    "f32::log" => f32::log;
    "f32::log2" => f32::log2;
    "f32::log10" => f32::log10;
    "f32::powf" => f32::powf;
    "f32::powi" => f32::powi;
    "f32::cbrt" => f32::cbrt;
    "f32::hypot" => f32::hypot;
    "f32::mul_add" => f32::mul_add;
    "f32::rem_euclid" => f32::rem_euclid;
    "f32::div_euclid" => f32::div_euclid;
    "f64::sin" => f64::sin;
    "f64::cos" => f64::cos;
    "f64::tan" => f64::tan;
    "f64::sin_cos" => f64::sin_cos;
    "f64::asin" => f64::asin;
    "f64::acos" => f64::acos;
    "f64::atan" => f64::atan;
    "f64::atan2" => f64::atan2;
    "f64::sinh" => f64::sinh;
    "f64::cosh" => f64::cosh;
    "f64::tanh" => f64::tanh;
    "f64::asinh" => f64::asinh;
    "f64::acosh" => f64::acosh;
    "f64::atanh" => f64::atanh;
    "f64::exp" => f64::exp;
    "f64::exp2" => f64::exp2;
    "f64::exp_m1" => f64::exp_m1;
    "f64::ln" => f64::ln;
    "f64::ln_1p" => f64::ln_1p;
    "f64::log" => f64::log;
    "f64::log2" => f64::log2;
    "f64::log10" => f64::log10;
    "f64::powf" => f64::powf;
    "f64::powi" => f64::powi;
    "f64::cbrt" => f64::cbrt;
    "f64::hypot" => f64::hypot;
    "f64::mul_add" => f64::mul_add;
    "f64::rem_euclid" => f64::rem_euclid;
    "f64::div_euclid" => f64::div_euclid;
    "slice::sort_unstable" => <[u8]>::sort_unstable;
    "slice::sort_unstable_by" => <[u8]>::sort_unstable_by::<fn(&u8, &u8) -> Ordering>;
    "slice::sort_unstable_by_key" => <[u8]>::sort_unstable_by_key::<u8, fn(&u8) -> u8>;
    "slice::select_nth_unstable" => <[u8]>::select_nth_unstable;
    "slice::select_nth_unstable_by" => <[u8]>::select_nth_unstable_by::<fn(&u8, &u8) -> Ordering>;
    "slice::select_nth_unstable_by_key" => <[u8]>::select_nth_unstable_by_key::<u8, fn(&u8) -> u8>;
    "std::time::Instant::now" => std::time::Instant::now;
    "std::time::SystemTime::now" => std::time::SystemTime::now;
    "std::thread::spawn" => std::thread::spawn::<fn(), ()>;
    "std::thread::scope" => || std::thread::scope(|_| ());
    "std::thread::sleep" => std::thread::sleep;
    "std::thread::current" => std::thread::current;
    "std::thread::available_parallelism" => std::thread::available_parallelism;
    "std::env::var" => std::env::var::<&str>;
    "std::env::var_os" => std::env::var_os::<&str>;
    "std::env::vars" => std::env::vars;
    "std::env::vars_os" => std::env::vars_os;
    "std::env::args" => std::env::args;
    "std::env::args_os" => std::env::args_os;
    "std::env::current_dir" => std::env::current_dir;
    "rayon::iter::ParallelIterator::find_any" => || rayon::iter::empty::<u8>().find_any(|_| true);
    "rayon::iter::ParallelIterator::find_map_any" => || rayon::iter::empty::<u8>().find_map_any(Some);
    "rayon::iter::IndexedParallelIterator::position_any" => || rayon::iter::empty::<u8>().position_any(|_| true);
    "rayon::iter::ParallelBridge::par_bridge" => || std::iter::empty::<u8>().par_bridge();
}

type_probes! {
    "std::collections::HashMap" => std::collections::HashMap<u8, u8>;
    "std::collections::HashSet" => std::collections::HashSet<u8>;
    "std::hash::RandomState" => std::hash::RandomState;
    "std::hash::DefaultHasher" => std::hash::DefaultHasher;
    "imbl::HashMap" => im::HashMap<u8, u8>;
    "imbl::HashSet" => im::HashSet<u8>;
    "imbl::GenericHashMap" => im::GenericHashMap<u8, u8, (), ()>;
    "imbl::GenericHashSet" => im::GenericHashSet<u8, (), ()>;
    "std::thread::ThreadId" => std::thread::ThreadId;
}

fn banned(list: &str) -> Vec<String> {
    let bans: toml::Table = toml::from_str(include_str!("../clippy.toml")).expect("clippy.toml is TOML");
    let entries = bans[list].as_array().expect("a list");
    entries
        .iter()
        .map(|entry| {
            let reason = entry["reason"].as_str().expect("every ban has a reason");
            assert!(reason.contains("; "), "no replacement is named: {reason}");
            entry["path"].as_str().expect("every ban has a path").to_owned()
        })
        .collect()
}

#[test]
fn every_banned_method_is_probed() {
    assert_eq!(banned("disallowed-methods"), METHODS);
}

#[test]
fn every_banned_type_is_probed() {
    assert_eq!(banned("disallowed-types"), TYPES);
}
