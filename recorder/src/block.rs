//! A block: the frames of up to [`crate::Settings::block_ticks`] ticks with the rows they show, able to stand alone.
//!
//! A block's first frame is a key frame. After it, a row that did not change keeps its index, and a frame in which
//! nothing changed keeps the whole list of indices. Standing alone is what lets a block be dropped, made again, saved,
//! cut out and read without its neighbours; it costs one copy of the unchanged rows a block.

use bincode::{Decode, Encode};

/// Frames of consecutive ticks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Block<R> {
    /// The tick of the first frame.
    pub first: u32,
    /// Every distinct row, in the order first seen.
    pub rows: Vec<R>,
    /// For each frame with a list of its own: the index of each place's row.
    pub places: Vec<u32>,
    /// One a frame.
    pub marks: Vec<Mark>,
}

/// What a frame is besides its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Mark {
    /// Where in `places` its list starts.
    pub from: u32,
    /// How many rows it shows.
    pub len: u32,
    /// The journal's length after its tick.
    pub journal: u32,
    /// The digest of its tick.
    pub digest: u64,
}

impl<R: Clone + PartialEq> Block<R> {
    pub fn new(first: u32) -> Self {
        Self { first, rows: Vec::new(), places: Vec::new(), marks: Vec::new() }
    }

    /// Make an empty block with room for about as much as another one holds.
    pub fn like(first: u32, other: &Self) -> Self {
        Self {
            first,
            rows: Vec::with_capacity(other.rows.len()),
            places: Vec::with_capacity(other.places.len()),
            marks: Vec::with_capacity(other.marks.len()),
        }
    }

    /// Add the next tick's frame.
    pub fn push(&mut self, journal: u32, digest: u64, show: impl FnOnce(&mut Shown<'_, R>)) {
        let before = self.marks.last().map_or((0, 0), |m| (m.from as usize, m.len as usize));
        let from = self.places.len();
        let mut shown = Shown {
            rows: &mut self.rows,
            places: &mut self.places,
            before_from: before.0,
            before_len: before.1,
            from,
            changed: false,
        };
        show(&mut shown);
        let len = shown.places.len() - from;
        let same = !shown.changed && len == before.1 && !self.marks.is_empty();
        if same {
            self.places.truncate(from);
        }
        let from = if same { before.0 } else { from };
        self.marks.push(Mark { from: index(from), len: index(len), journal, digest });
    }
}

impl<R> Block<R> {
    /// The frame at this offset: its mark and its rows' indices.
    #[inline]
    pub fn frame(&self, offset: usize) -> (&Mark, &[u32]) {
        let mark = &self.marks[offset];
        (mark, &self.places[mark.from as usize..(mark.from + mark.len) as usize])
    }

    /// Give back the room that growing left over.
    pub fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.places.shrink_to_fit();
        self.marks.shrink_to_fit();
    }

    /// Bytes held, with what `row_bytes` says a row takes.
    pub fn bytes(&self, row_bytes: impl Fn(&R) -> usize) -> usize {
        size_of::<Self>()
            + self.rows.iter().map(row_bytes).sum::<usize>()
            + (self.rows.capacity() - self.rows.len()) * size_of::<R>()
            + self.places.capacity() * size_of::<u32>()
            + self.marks.capacity() * size_of::<Mark>()
    }
}

/// Takes the rows of one frame in place order and keeps those that changed.
#[derive(Debug)]
pub(crate) struct Shown<'a, R> {
    rows: &'a mut Vec<R>,
    places: &'a mut Vec<u32>,
    before_from: usize,
    before_len: usize,
    from: usize,
    changed: bool,
}

impl<R: Clone + PartialEq> Shown<'_, R> {
    #[inline]
    pub fn row(&mut self, row: &R) {
        let place = self.places.len() - self.from;
        if place < self.before_len {
            let kept = self.places[self.before_from + place];
            if self.rows[kept as usize] == *row {
                self.places.push(kept);
                return;
            }
        }
        self.changed = true;
        self.places.push(index(self.rows.len()));
        self.rows.push(row.clone());
    }
}

/// Indices inside a block fit 32 bits: a block of 64 ticks would have to show 67 million rows a tick to break it.
pub(crate) fn index(n: usize) -> u32 {
    u32::try_from(n).expect("a block holds fewer than 2^32 rows")
}

#[cfg(test)]
mod tests {
    use super::Block;

    fn push(block: &mut Block<u8>, rows: &[u8]) {
        block.push(0, 0, |shown| rows.iter().for_each(|r| shown.row(r)));
    }

    fn rows(block: &Block<u8>, offset: usize) -> Vec<u8> {
        block.frame(offset).1.iter().map(|&i| block.rows[i as usize]).collect()
    }

    #[test]
    fn an_unchanged_row_keeps_its_index_and_an_unchanged_frame_its_list() {
        let mut block = Block::new(0);
        push(&mut block, &[1, 2]);
        push(&mut block, &[1, 3]);
        push(&mut block, &[1, 3]);
        assert_eq!(block.rows, [1, 2, 3]);
        assert_eq!(block.places, [0, 1, 0, 2]);
        assert_eq!(rows(&block, 2), [1, 3]);
    }

    #[test]
    fn rows_may_be_added_and_taken_away() {
        let mut block = Block::new(5);
        push(&mut block, &[1]);
        push(&mut block, &[1, 2]);
        push(&mut block, &[1]);
        push(&mut block, &[]);
        assert_eq!(
            [rows(&block, 0), rows(&block, 1), rows(&block, 2), rows(&block, 3)],
            [vec![1], vec![1, 2], vec![1], vec![]]
        );
    }
}
