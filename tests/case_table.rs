//! Which tests hold which case: faults that users of other replay and battle software met, and what here would notice them.
//! A case whose test was renamed or removed fails, and so does one without a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A case, what went wrong elsewhere, and the tests that hold it here, for every ruleset that has the thing.
const CASES: &[(&str, &str, &[&str])] = &[
    (
        "c01",
        "every tick held in memory as it was",
        &[
            "c01_a_massed_battle_grows_with_its_ticks_and_keeps_to_its_budget",
            "closed_blocks_are_packed_and_take_less",
            "memory_keeps_to_its_budget_caches_and_journal_included",
        ],
    ),
    (
        "c02",
        "a limit that caches did not keep to",
        &[
            "c02_memory_keeps_to_its_budget_what_is_unpacked_included",
            "c02_a_battle_that_is_scrubbed_keeps_to_its_budget",
            "memory_keeps_to_its_budget_caches_and_journal_included",
            "branches_together_keep_to_one_budget",
        ],
    ),
    (
        "c03",
        "a saved fight without its beginning",
        &["a_whole_fight_comes_back_without_a_gap", "every_mode_passes_on_every_fight_and_compares_ticks"],
    ),
    (
        "c05",
        "a selection cut at the borders of chunks",
        &[
            "c05_a_clip_holds_exactly_the_ticks_it_names",
            "a_clip_across_block_borders_has_75_ticks",
            "a_clip_is_packed_anew_and_shows_the_same",
        ],
    ),
    ("c07", "played on without its map", &["c07_a_missing_ruleset_or_creature_is_named_and_nothing_runs"]),
    (
        "c08",
        "an assertion tripped by an old file",
        &[
            "c08_reports_of_other_versions_and_of_noise_are_refused_with_a_message",
            "other_versions_and_rulesets_are_named",
            "ten_thousand_forged_files_give_an_error_or_a_fight",
            "ten_thousand_forged_blocks_give_an_error_or_frames",
            "a_thousand_mutations_get_a_verdict_and_no_panic",
            "a_recording_that_claims_the_world_is_refused_in_bounds",
        ],
    ),
    (
        "c09",
        "an old fight run again under new rules",
        &[
            "a_recording_outlives_its_rules",
            "changed_rules_are_told_and_the_picture_stays",
            "an_asset_number_changed_is_another_verdict_and_exits_with_3",
        ],
    ),
    (
        "c11",
        "seeks that began again from afar",
        &[
            "c11_a_seek_unpacks_its_block_up_to_its_tick_and_the_way_back_one_sheaf",
            "c11_a_tight_memory_budget_shows_the_same_picture",
            "a_seek_steps_no_further_than_the_checkpoints_are_apart",
            "a_seek_near_the_last_one_steps_nothing",
        ],
    ),
    (
        "c13",
        "seen before its birth after a seek back",
        &["c13_after_a_seek_back_nobody_is_seen_who_is_not_born_yet", "c13_nobody_has_a_row_before_its_birth"],
    ),
    (
        "c14",
        "motion smoothed from states thrown away",
        &[
            "c14_after_an_order_between_ticks_the_pose_is_of_the_new_timeline",
            "c14_after_an_order_between_ticks_men_are_between_their_new_places",
        ],
    ),
    (
        "c15",
        "key frames adrift after going back",
        &[
            "c15_and_c18_every_tick_shows_the_same_whatever_way_leads_to_it",
            "going_back_and_forth_twice_shows_the_same_and_leaves_the_checkpoints_alone",
        ],
    ),
    ("c16", "opened at a time, shown at the start", &["c16_opened_at_a_tick_the_first_frame_drawn_is_that_tick"]),
    (
        "c18",
        "out of step at any speed but one",
        &[
            "c15_and_c18_every_tick_shows_the_same_whatever_way_leads_to_it",
            "any_slicing_of_time_moves_the_cursor_equally_far",
            "speeds_are_fractions_from_nought_to_eight",
        ],
    ),
    (
        "c19",
        "left-over time that was lost",
        &[
            "sixty_seconds_of_uneven_frames_lose_no_time",
            "frames_of_odd_lengths_lose_no_time",
            "time_buys_the_ticks_of_the_table",
        ],
    ),
    (
        "c21",
        "a remainder that moved on ticks alone",
        &[
            "alpha_rises_every_frame_and_is_zero_on_the_tick",
            "alpha_rises_every_frame_stays_below_one_and_begins_anew_after_a_tick",
        ],
    ),
    (
        "c23",
        "times between ticks without a rule",
        &[
            "durations_between_ticks_follow_the_one_rule",
            "every_constant_is_what_the_table_says",
            "every_constant_is_read_from_the_ledger",
        ],
    ),
    (
        "c24",
        "another end in every mode",
        &[
            "c24_engaged_swept_stepped_and_replayed_are_one_fight",
            "every_mode_passes_on_every_fight_and_compares_ticks",
            "every_mode_passes_on_every_match",
            "every_match_is_verified_swept_and_reproduced",
            "every_mode_passes_on_a_battle_that_is_not_massed",
            "a_round_keeps_every_promise_of_the_tick",
        ],
    ),
    (
        "c26",
        "words left over from before a restart",
        &[
            "c26_after_a_restart_nothing_is_heard_of_the_run_before",
            "a_past_that_moves_is_reported_and_stays_reported",
            "nothing_compared_is_never_a_pass",
        ],
    ),
    (
        "c27",
        "dice that began anew on a restore",
        &[
            "c27_draws_after_a_restore_go_on_where_they_were",
            "c27_a_draw_more_is_another_state",
            "the_draws_of_a_round_are_the_same_however_it_is_stepped",
            "a_resumed_stream_goes_on_where_it_was_left",
        ],
    ),
    (
        "c28",
        "one branch of the heads with dice of its own",
        &[
            "c28_a_fight_run_twice_is_the_same_at_every_tick",
            "c28_whoever_thinks_twice_about_the_same_thinks_the_same",
            "whoever_is_sent_onto_a_wall_stands_on_it",
            "every_shipped_battle_steps_alike_twice",
            "no_random_source_that_seeds_itself_is_built_in",
            "rules_look_at_nothing_outside",
        ],
    ),
    (
        "c31",
        "a part that restoring forgot",
        &[
            "c31_no_field_of_the_state_is_forgotten",
            "c31_nor_how_it_ended",
            "every_field_of_a_unit_is_digested_and_saved",
            "no_column_of_the_state_is_forgotten",
            "every_part_of_the_state_is_digested",
        ],
    ),
    (
        "c33",
        "ways that hung on when they were first asked for",
        &[
            "c33_ways_do_not_depend_on_what_was_asked_before",
            "a_path_first_asked_for_late_is_the_one_asked_for_early",
            "a_script_cut_at_any_tick_goes_on_to_the_same_end",
            "c33_a_battle_taken_up_late_goes_the_same_ways",
        ],
    ),
    (
        "c34",
        "old states still in reach after a change",
        &[
            "c34_after_an_order_nothing_of_the_old_future_can_be_read",
            "of_the_old_future_nothing_can_be_reached",
            "an_order_spliced_in_comes_to_what_it_comes_to_from_the_start",
            "an_order_at_any_tick_leaves_the_past_as_it_was",
        ],
    ),
    (
        "c36",
        "commands that ran early, or were written twice",
        &[
            "c36_an_order_is_in_every_file_once_and_shows_at_its_tick",
            "c36_an_order_shows_in_the_frame_after_its_tick",
            "an_order_shows_in_the_documented_frame_and_once",
            "an_order_is_first_seen_the_tick_after_its_own",
            "an_order_is_in_the_file_once",
        ],
    ),
    (
        "c37",
        "keys pressed while watching that were played",
        &[
            "c37_orders_given_while_watching_do_not_touch_what_is_watched",
            "c37_keys_pressed_while_a_script_plays_are_not_applied_to_the_round",
        ],
    ),
    (
        "c39",
        "a roll that hung on how it was watched",
        &[
            "c39_played_fast_forwarded_and_stepped_draw_the_same",
            "the_draws_of_a_round_are_the_same_however_it_is_stepped",
        ],
    ),
    (
        "c40",
        "last effects of one side alone",
        &[
            "both_last_effects_fire_when_both_fronts_fall_in_one_exchange",
            "the_mirror_of_that_exchange_is_its_mirror",
            "two_who_kill_each_other_fall_in_one_tick",
            "a_kings_fall_ends_it_and_both_are_a_draw",
        ],
    ),
    (
        "c42",
        "two who heal for ever",
        &[
            "c42_two_who_cannot_outdo_each_other_draw_at_the_cap",
            "overtime_goes_to_the_next_tower_then_to_the_weakest_then_to_nobody",
            "time_runs_out_at_two_thousand_four_hundred_seconds",
            "the_round_ends_when_time_is_up_or_nothing_is_left",
            "rules_that_never_end_trip_the_guard_and_can_still_be_stepped",
        ],
    ),
    (
        "c43",
        "another winner shown than stored",
        &[
            "c43_every_mode_shows_the_winner_that_is_stored",
            "a_thousand_winners_shown_are_the_winners_stored",
            "every_match_is_verified_swept_and_reproduced",
        ],
    ),
    (
        "c47",
        "a limit that lost goals in reach",
        &[
            "at_exactly_the_limit_a_goal_is_found_and_one_beyond_it_is_not",
            "a_search_at_the_limit_finds_and_one_beyond_it_waits",
        ],
    ),
    (
        "c49",
        "circling a target without room",
        &[
            "c49_who_finds_no_room_waits_and_does_not_circle",
            "c49_a_target_that_cannot_be_reached_is_given_up_for_one_that_can",
            "c49_with_nobody_to_reach_it_waits_for_the_cap",
            "c49_a_swarm_around_one_tower_comes_to_rest",
            "who_finds_no_way_waits_and_goes_for_a_building_instead",
            "two_units_do_not_go_for_the_same_enemy_where_there_are_two",
            "in_a_true_deadlock_the_later_word_is_dropped",
        ],
    ),
    (
        "c50",
        "checksums never compared beyond the first",
        &[
            "c50_one_wrong_digit_anywhere_fails_and_what_was_compared_is_counted",
            "a_file_with_one_wrong_byte_fails_in_the_first_the_middle_and_the_last_tick",
            "one_wrong_field_is_found_in_the_first_the_middle_and_the_last_tick",
            "a_seeded_fault_is_caught_in_the_first_the_middle_and_the_last_tick",
        ],
    ),
    (
        "c53",
        "false alarms from before a run was made again",
        &["c53_only_digests_of_the_timeline_at_hand_are_compared"],
    ),
    (
        "c55",
        "played on after going out of step",
        &[
            "c55_what_differs_is_marked_at_its_tick_and_what_was_recorded_plays_on",
            "an_edited_scenario_or_seed_cannot_be_judged",
        ],
    ),
];

/// The names of all tests below a folder, of which there is a mark in the line before.
fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, names);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            let mut is_marked = false;
            for line in text.lines().map(str::trim) {
                if let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) {
                    if is_marked {
                        names.insert(name.to_owned());
                    }
                    is_marked = false;
                } else if line == "#[test]" {
                    is_marked = true;
                }
            }
        }
    }
}

#[test]
fn every_case_has_tests_that_are_there() {
    let mut names = BTreeSet::new();
    for folder in ["src", "recorder", "player", "tests"] {
        collect(Path::new(folder), &mut names);
    }
    assert!(names.len() > 1000, "only {} tests were found", names.len());
    for (case, what, tests) in CASES {
        assert!(!tests.is_empty(), "{case}, {what}, has no test");
        let missing: Vec<_> = tests.iter().filter(|test| !names.contains(**test)).collect();
        assert!(missing.is_empty(), "{case}, {what}: there is no {missing:?}");
    }
    let numbers: Vec<_> = CASES.iter().map(|(case, ..)| case).collect();
    assert!(numbers.is_sorted() && numbers.windows(2).all(|pair| pair[0] != pair[1]), "{numbers:?}");
    // A test named after a case stands in its row.
    let named = names.iter().filter_map(|name| Some((name.strip_prefix('c')?.get(..2)?, name)));
    for (number, name) in named.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit())) {
        let row = CASES.iter().find(|(case, ..)| case[1..] == *number);
        assert!(row.is_some_and(|(.., tests)| tests.contains(&name.as_str())), "{name} is in no row");
    }
}
