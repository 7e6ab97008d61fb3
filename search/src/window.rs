//! A range of studies that are scored together, so that their scores stay in the cache.

/// The number of studies in a window. Their scores fit in the L1 cache.
pub(crate) const WINDOW: usize = 4096;

const WORDS: usize = WINDOW / 64;
const _: () = assert!(WORDS == 64, "`any` has one bit per word");

/// The score of each study in a window.
pub(crate) type Scores = [f32; WINDOW];

/// A set of places in a window: one bit per place, and one bit per word with any.
#[derive(Clone)]
pub(crate) struct Places {
    bits: [u64; WORDS],
    any: u64,
}

/// The scores of a window's studies: by their best way, and summed over all ways. Studies outside `found` score zero.
pub(crate) struct Window {
    pub(crate) found: Places,
    best: Box<Scores>,
    sums: Box<Scores>,
}

impl Places {
    pub(crate) const NONE: Self = Self { bits: [0; WORDS], any: 0 };

    pub(crate) fn insert(&mut self, place: usize) {
        let word = place / 64 % WORDS;
        self.bits[word] |= 1 << (place % 64);
        self.any |= 1 << word;
    }

    pub(crate) fn contains(&self, place: usize) -> bool {
        self.bits[place / 64 % WORDS] >> (place % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.any == 0
    }

    pub(crate) fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    pub(crate) fn clear(&mut self) {
        while self.any != 0 {
            self.bits[self.any.trailing_zeros() as usize % WORDS] = 0;
            self.any &= self.any - 1;
        }
    }

    /// Adds the places of another set.
    pub(crate) fn union(&mut self, others: &Self) {
        self.any |= others.any;
        for (bits, other) in self.bits.iter_mut().zip(others.bits) {
            *bits |= other;
        }
    }

    /// Removes the places that another set lacks.
    pub(crate) fn intersect(&mut self, others: &Self) {
        self.retain_bits(|word| others.bits[word % WORDS]);
    }

    /// Removes the places whose bit is unset in these words.
    pub(crate) fn retain_bits(&mut self, others: impl Fn(usize) -> u64) {
        let mut any = self.any;
        while any != 0 {
            let word = any.trailing_zeros() as usize % WORDS;
            self.bits[word] &= others(word);
            if self.bits[word] == 0 {
                self.any &= !(1 << word);
            }
            any &= any - 1;
        }
    }

    /// Calls `take` with each place, in order.
    pub(crate) fn for_each(&self, mut take: impl FnMut(usize)) {
        let mut any = self.any;
        while any != 0 {
            let word = any.trailing_zeros() as usize % WORDS;
            let mut bits = self.bits[word];
            while bits != 0 {
                take(word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
            any &= any - 1;
        }
    }
}

impl Window {
    pub(crate) fn empty() -> Self {
        Self { found: Places::NONE, best: zero_scores(), sums: zero_scores() }
    }

    /// Adds a match with these weights.
    pub(crate) fn add(&mut self, place: usize, best: f32, sum: f32) {
        self.found.insert(place);
        let place = place % WINDOW;
        self.best[place] = self.best[place].max(best);
        self.sums[place] += sum;
    }

    /// Returns the weight of a study's best way, and the sum over all its ways.
    pub(crate) fn scores(&self, place: usize) -> (f32, f32) {
        (self.best[place % WINDOW], self.sums[place % WINDOW])
    }

    pub(crate) fn clear(&mut self) {
        let Self { found, best, sums } = self;
        found.for_each(|place| {
            best[place % WINDOW] = 0.0;
            sums[place % WINDOW] = 0.0;
        });
        found.clear();
    }
}

pub(crate) fn zero_scores() -> Box<Scores> {
    Box::new([0.0; WINDOW])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(members: &[usize]) -> Places {
        let mut places = Places::NONE;
        for place in members {
            places.insert(*place);
        }
        places
    }

    fn members(places: &Places) -> Vec<usize> {
        let mut members = Vec::new();
        places.for_each(|place| members.push(place));
        members
    }

    #[test]
    fn places_iterate_in_order_and_support_union_and_intersection() {
        let mut some = places(&[4095, 0, 63, 64, 700]);
        assert_eq!(members(&some), [0, 63, 64, 700, 4095]);
        some.intersect(&places(&[64, 65, 700]));
        assert_eq!(members(&some), [64, 700]);
        some.union(&places(&[1, 64]));
        assert_eq!(members(&some), [1, 64, 700]);
        some.clear();
        assert!(some.is_empty() && members(&some).is_empty());
    }

    #[test]
    fn cleared_window_scores_zero() {
        let mut window = Window::empty();
        window.add(9, 2.0, 2.0);
        window.add(9, 1.0, 1.5);
        assert_eq!((members(&window.found), window.scores(9)), (vec![9], (2.0, 3.5)));
        window.clear();
        assert_eq!((members(&window.found), window.scores(9)), (vec![], (0.0, 0.0)));
    }
}
