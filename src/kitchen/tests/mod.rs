//! Tests of the kitchen, a file each.
