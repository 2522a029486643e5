//! How legion orders are read and written, and how its rows, events and outcomes are told.
