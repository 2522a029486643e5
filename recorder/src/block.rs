//! A block: the frames of up to [`crate::Settings::block_ticks`] ticks with the rows they show, able to stand alone.
//!
//! A block's first frame is a key frame. After it, a row that did not change keeps its index, and a frame in which
//! nothing changed keeps the whole list of indices. Standing alone is what lets a block be dropped, made again, saved,
//! cut out and read without its neighbours; it costs one copy of the unchanged rows a block.

use bincode::{Decode, Encode};

use crate::{Show, Simulation};

/// Frames of consecutive ticks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Block<R> {
    /// The tick of the first frame.
    pub first: u32,
    /// Every distinct row, in the order first seen.
    pub rows: Vec<R>,
    /// For each frame with a list of its own: the index of each place's row.
    pub places: Vec<u32>,
    /// For each frame, where in `places` its list lies. Apart from the marks: a seek reads nothing else of a frame, and
    /// so packed those of a long fight stay near at hand.
    pub lists: Vec<List>,
    /// One a frame.
    pub marks: Vec<Mark>,
}

/// Where a list of places lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List {
    from: u32,
    len: u32,
}

/// What a frame is besides its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Mark {
    /// How many rows it shows.
    pub len: u32,
    /// The journal's length after its tick.
    pub journal: u32,
    /// The digest of its tick.
    pub digest: u64,
}

impl<R: Clone + PartialEq> Block<R> {
    pub fn new(first: u32) -> Self {
        Self { first, rows: Vec::new(), places: Vec::new(), lists: Vec::new(), marks: Vec::new() }
    }

    /// Make an empty block with room for about as much as another one holds.
    pub fn like(first: u32, other: &Self) -> Self {
        Self {
            first,
            rows: Vec::with_capacity(other.rows.len()),
            places: Vec::with_capacity(other.places.len()),
            lists: Vec::with_capacity(other.lists.len()),
            marks: Vec::with_capacity(other.marks.len()),
        }
    }

    /// Make room for so many frames of so many rows, a third of which change a tick, as a fight's do.
    pub fn make_room(&mut self, frames: u32, rows: usize) {
        let frames = frames as usize;
        self.lists.reserve(frames);
        self.marks.reserve(frames);
        self.places.reserve((frames + 1) * rows);
        self.rows.reserve(frames * rows / 3);
    }

    /// Add the next tick's frame; [`Block::sign`] gives it its digest. `latest` holds the rows of the last one, in place
    /// order: comparing with them where they lie side by side is twice as fast as following the indices.
    pub fn push(
        &mut self,
        latest: &mut Vec<R>,
        spare: Option<&mut Spare<R>>,
        journal: u32,
        show: impl FnOnce(&mut Shown<'_, R>),
    ) {
        let from = self.places.len();
        let before = self.lists.last().copied();
        // Most rows rest: start from the list of the frame before and put in what changed.
        match before {
            Some(before) => self.places.extend_from_within(before.range()),
            None => latest.clear(),
        }
        let changed = before.is_none();
        let mut shown = Shown { rows: &mut self.rows, places: &mut self.places, latest, spare, from, len: 0, changed };
        show(&mut shown);
        let Shown { len, changed, .. } = shown;
        latest.truncate(len);
        let list = match before {
            Some(before) if !changed && before.len == index(len) => {
                self.places.truncate(from);
                before
            }
            _ => {
                self.places.truncate(from + len);
                List { from: index(from), len: index(len) }
            }
        };
        self.lists.push(list);
        self.marks.push(Mark { len: list.len, journal, digest: 0 });
    }

    /// Give the last frame its digest.
    pub fn sign(&mut self, digest: u64) {
        if let Some(mark) = self.marks.last_mut() {
            mark.digest = digest;
        }
    }

    /// Give up the rows, by the places they were in, in place of what is there.
    pub fn give_up(self, spare: &mut Spare<R>) {
        spare.0.clear();
        let mut place_of = vec![0; self.rows.len()];
        for list in &self.lists {
            for (place, &row) in self.places[list.range()].iter().enumerate() {
                place_of[row as usize] = place;
            }
        }
        for (row, place) in self.rows.into_iter().zip(place_of) {
            if spare.0.len() <= place {
                spare.0.resize_with(place + 1, Vec::new);
            }
            spare.0[place].push(row);
        }
    }
}

/// Rows that are no longer needed, by the places they were in: memory to be used again.
#[derive(Debug)]
pub(crate) struct Spare<R>(Vec<Vec<R>>);

impl<R> Default for Spare<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl List {
    #[inline]
    fn range(&self) -> std::ops::Range<usize> {
        self.from as usize..(self.from + self.len) as usize
    }
}

impl<R> Block<R> {
    /// A single frame.
    pub fn alone(first: u32, rows: Vec<R>, mark: Mark) -> Self {
        let list = List { from: 0, len: mark.len };
        Self { first, rows, places: (0..mark.len).collect(), lists: vec![list], marks: vec![mark] }
    }

    /// The indices of the rows that the frame at this offset shows.
    #[inline]
    pub fn frame(&self, offset: usize) -> &[u32] {
        &self.places[self.lists[offset].range()]
    }

    /// Give back the room that growing left over.
    pub fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.places.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.marks.shrink_to_fit();
    }

    /// Bytes held, with what `row_bytes` says a row takes.
    pub fn bytes(&self, row_bytes: impl Fn(&R) -> usize) -> usize {
        size_of::<Self>()
            + self.rows.iter().map(row_bytes).sum::<usize>()
            + (self.rows.capacity() - self.rows.len()) * size_of::<R>()
            + self.places.capacity() * size_of::<u32>()
            + self.lists.capacity() * size_of::<List>()
            + self.marks.capacity() * size_of::<Mark>()
    }
}

/// Takes the rows of one frame in place order and keeps those that changed.
#[derive(Debug)]
pub(crate) struct Shown<'a, R> {
    rows: &'a mut Vec<R>,
    /// The lists of all frames; this one's starts at `from`, at first a copy of the one before it.
    places: &'a mut Vec<u32>,
    latest: &'a mut Vec<R>,
    spare: Option<&'a mut Spare<R>>,
    from: usize,
    /// How many rows have been shown.
    len: usize,
    changed: bool,
}

impl<R: Clone + PartialEq> Shown<'_, R> {
    /// Take the rows that a state shows.
    #[inline]
    pub fn state<S: Simulation<Row = R>>(&mut self, rules: &S, state: &S::State) {
        match rules.rows(state) {
            Some(rows) => self.all(rows),
            None if S::packing().is_some() => rules.show(state, self),
            None => rules.observe(state, &mut |row| self.row(row)),
        }
    }

    /// Take all rows of the frame where they lie.
    #[inline]
    fn all(&mut self, rows: &[R]) {
        let known = self.latest.len().min(rows.len());
        let places = &mut self.places[self.from..];
        for ((row, latest), place) in rows.iter().zip(self.latest.iter_mut()).zip(places) {
            if *latest != *row {
                latest.clone_from(row);
                *place = index(self.rows.len());
                self.rows.push(row.clone());
                self.changed = true;
            }
        }
        self.len = known;
        rows[known..].iter().for_each(|row| self.row(row));
    }

    #[inline]
    pub fn row(&mut self, row: &R) {
        let place = self.len;
        self.len += 1;
        match self.latest.get_mut(place) {
            Some(latest) if *latest == *row => return,
            Some(latest) => {
                latest.clone_from(row);
                self.places[self.from + place] = index(self.rows.len());
            }
            None => {
                self.latest.push(row.clone());
                self.places.push(index(self.rows.len()));
            }
        }
        self.changed = true;
        self.rows.push(row.clone());
    }
}

impl<R: Clone + PartialEq> Show<R> for Shown<'_, R> {
    fn spare(&mut self, place: usize) -> Option<R> {
        self.spare.as_mut()?.0.get_mut(place)?.pop()
    }

    fn row(&mut self, row: R) {
        let place = self.len;
        match self.latest.get_mut(place) {
            Some(latest) if *latest == row => {
                self.len += 1;
                // It is of no use but for its memory.
                if let Some(spare) = self.spare.as_mut().and_then(|spare| spare.0.get_mut(place)) {
                    spare.push(row);
                }
            }
            Some(latest) => {
                self.len += 1;
                self.changed = true;
                latest.clone_from(&row);
                self.places[self.from + place] = index(self.rows.len());
                self.rows.push(row);
            }
            None => Shown::row(self, &row),
        }
    }
}

/// Indices inside a block fit 32 bits: a block of 64 ticks would have to show 67 million rows a tick to break it.
pub(crate) fn index(n: usize) -> u32 {
    u32::try_from(n).expect("a block holds fewer than 2^32 rows")
}

#[cfg(test)]
mod tests {
    use super::Block;

    fn push(block: &mut Block<u8>, latest: &mut Vec<u8>, rows: &[u8]) {
        block.push(latest, None, 0, |shown| rows.iter().for_each(|r| shown.row(r)));
    }

    fn rows(block: &Block<u8>, offset: usize) -> Vec<u8> {
        block.frame(offset).iter().map(|&i| block.rows[i as usize]).collect()
    }

    #[test]
    fn an_unchanged_row_keeps_its_index_and_an_unchanged_frame_its_list() {
        let (mut block, mut latest) = (Block::new(0), Vec::new());
        push(&mut block, &mut latest, &[1, 2]);
        push(&mut block, &mut latest, &[1, 3]);
        push(&mut block, &mut latest, &[1, 3]);
        assert_eq!(block.rows, [1, 2, 3]);
        assert_eq!(block.places, [0, 1, 0, 2]);
        assert_eq!(rows(&block, 2), [1, 3]);
    }

    #[test]
    fn rows_may_be_added_and_taken_away() {
        let (mut block, mut latest) = (Block::new(5), Vec::new());
        push(&mut block, &mut latest, &[1]);
        push(&mut block, &mut latest, &[1, 2]);
        push(&mut block, &mut latest, &[1]);
        push(&mut block, &mut latest, &[]);
        assert_eq!(
            [rows(&block, 0), rows(&block, 1), rows(&block, 2), rows(&block, 3)],
            [vec![1], vec![1, 2], vec![1], vec![]]
        );
    }
}
