//! Commands: everything a person can ask of the player, as values. Keys and mouse only translate to these, so a script
//! or a test can do whatever a hand can.

use crate::geometry::{Rect, Vec2};
use crate::panels::Panel;
use crate::playback::{Moment, Speed};
use crate::reins::Rein;
use crate::repeat::End;
use crate::standings::{Column, Scope};
use crate::view::Choice;

/// Something asked of the player.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play or pause.
    TogglePlay,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Play at a speed.
    SetSpeed(Speed),
    /// One speed faster.
    Faster,
    /// One speed slower.
    Slower,
    /// The same speed the other way.
    Reverse,
    /// Hold fast forward, or let it go.
    Hurry(bool),
    /// Stay at the recorder's head.
    FollowHead,
    /// So many ticks on or back, paused.
    Step(i32),
    /// So many milliseconds of fight on or back.
    Jump(i64),
    /// To the start.
    Home,
    /// To the end, or the end of what was watched.
    End,
    /// To a moment.
    Seek(Moment),
    /// Take hold of the bar.
    BeginScrub,
    /// Let go of the bar.
    EndScrub,
    /// To the next fall.
    NextFall,
    /// To the fall before.
    PreviousFall,
    /// To the next order.
    NextOrder,
    /// To the order before.
    PreviousOrder,
    /// To the next turning point.
    NextTurn,
    /// To the turning point before.
    PreviousTurn,
    /// Set an end of the repeated part at the cursor.
    SetRepeat(End),
    /// Shift an end of the repeated part that is set.
    ShiftRepeat(End, Moment),
    /// Repeat nothing.
    ClearRepeat,
    /// Set a marker at the cursor's tick, or take away the one that is there.
    ToggleMarker,
    /// To the next marker.
    NextMarker,
    /// To the marker before.
    PreviousMarker,
    /// Open the field for a time to go to.
    AskTime,
    /// Open the field for the name of the marker at the cursor's tick.
    AskName,
    /// Open the field for the name of the watched timeline.
    AskBranchName,
    /// Ask whether the watched timeline should be taken away.
    AskDelete,
    /// Open the field for the seed of a rematch.
    AskSeed,
    /// Type a sign into the open field.
    Type(char),
    /// Take back the last sign typed.
    Erase,
    /// Take what the open field holds.
    Enter,
    /// Hide, or show, what was not watched yet.
    ToggleSpoilerFree,
    /// Select the unit at a row place, alone or besides the others; a second time takes it out.
    Select {
        /// Row place.
        place: usize,
        /// Keep the others.
        add: bool,
    },
    /// Select every unit of the first side seen in a box on the field, alone or besides the others.
    SelectBox {
        /// The box, in the field's own measure.
        area: Rect,
        /// Keep the others.
        add: bool,
    },
    /// Select the next unit on the field.
    SelectNext,
    /// Select the unit before on the field.
    SelectPrevious,
    /// Select nobody, or leave what is open.
    Cancel,
    /// Send the selected off the field.
    Retreat,
    /// Send the selected one's whole side off the field.
    RetreatAll,
    /// Choose an enemy with the next click.
    AimFocus,
    /// Set the selected one's side on an enemy.
    Focus(usize),
    /// Send the selected to a spot of the field, in its own measure.
    Go {
        /// Where.
        spot: Vec2,
        /// Whether they should hurry.
        run: bool,
    },
    /// Take a spot of the field that was aimed at, with the unit that is there.
    Aim {
        /// Where, in the field's own measure.
        spot: Vec2,
        /// Its row place.
        unit: Option<usize>,
    },
    /// Tell the selected what an offer says, by the offer's key.
    Tell(char),
    /// Take this card to be played; a second time, put it back.
    Choose(Choice),
    /// Take the card of this place from the first hand; again from the next one, and at last from none.
    ChooseNext(usize),
    /// Play the chosen card at a spot of the field, in its own measure.
    Put(Vec2),
    /// To the timeline before this one, at the same tick.
    PreviousBranch,
    /// To the timeline after this one, at the same tick.
    NextBranch,
    /// To a timeline, at the same tick.
    SwitchBranch(usize),
    /// Look closer or from farther off, around a point of the window.
    Zoom {
        /// The point that stays where it is.
        around: Vec2,
        /// By how much; 1 is not at all.
        factor: f32,
    },
    /// Shift the view by so many points of the window.
    Pan(Vec2),
    /// Look at a spot of the field, in its own measure.
    LookAt(Vec2),
    /// Show all overlays, or none.
    ToggleOverlays,
    /// Show, or hide, the overlay at a place.
    ToggleOverlay(usize),
    /// See the whole field.
    FitView,
    /// Let the camera follow the fight again.
    FollowFight,
    /// Let the camera follow the selected unit, or no longer.
    FollowUnit,
    /// Move the feed by so many lines.
    ScrollFeed(f32),
    /// Show or hide the feed.
    ToggleFeed,
    /// Show or hide the help.
    ToggleHelp,
    /// Show or hide a panel.
    TogglePanel(Panel),
    /// Put the aftermath away, or bring it back.
    ToggleAftermath,
    /// Sort the contributions by a column; a second time, the other way round.
    SortBy(Column),
    /// Sort the contributions by the next column.
    SortNext,
    /// Tell of a stretch of time.
    SetScope(Scope),
    /// Tell of the next stretch of time.
    ScopeNext,
    /// Look at the unit at a row place closely, be it up or not.
    Inspect(usize),
    /// Play from a tick.
    WatchFrom(u32),
    /// Hold the watched timeline against another; against none closes that.
    Compare(Option<usize>),
    /// Hold the watched timeline against the one that it comes of, or close that.
    CompareParent,
    /// Name a timeline.
    RenameBranch {
        /// Its place.
        place: usize,
        /// Its name from now on.
        name: String,
    },
    /// Take a timeline away.
    DeleteBranch(usize),
    /// Write the watched timeline to a file.
    SaveFight,
    /// Write a scenario that plays the watched timeline again to a file.
    SaveScript,
    /// Write a report of the watched timeline to a file.
    SaveReport,
    /// Copy the command that runs the watched timeline again.
    CopyCommand,
    /// The same fight under another seed; under the next one where none is given.
    Rematch(Option<u64>),
    /// Take over the unit at a row place at the cursor; or the selected one, or the first that can be.
    TakeOver(Option<usize>),
    /// Take a rein of the unit that is taken over, or let it go.
    Pull(Rein, bool),
    /// Give back the unit that is taken over.
    GiveBack,
    /// Leave the fight, for where one came from.
    Back,
    /// Close the player.
    Quit,
}
