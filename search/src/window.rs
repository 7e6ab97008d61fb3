//! A stretch of studies that are looked at together, so that what is known of them stays near.

/// How many studies a window has: their scores fit into the nearest cache.
pub(crate) const WINDOW: usize = 4096;

const WORDS: usize = WINDOW / 64;
const _: () = assert!(WORDS == 64, "a bit of one number stands for each word");

/// How much each study of a window counts.
pub(crate) type Scores = [f32; WINDOW];

/// Places in a window: a bit for each, and a bit for each number that has some.
#[derive(Clone)]
pub(crate) struct Places {
    bits: [u64; WORDS],
    any: u64,
}

/// What the studies of a window count: by their best way, and by all of them. What is not among the places counts nothing.
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

    pub(crate) fn has(&self, place: usize) -> bool {
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

    /// Adds those of others.
    pub(crate) fn join(&mut self, others: &Self) {
        self.any |= others.any;
        for (bits, other) in self.bits.iter_mut().zip(others.bits) {
            *bits |= other;
        }
    }

    /// Keeps those that others have too.
    pub(crate) fn keep(&mut self, others: &Self) {
        self.keep_bits(|word| others.bits[word % WORDS]);
    }

    /// Keeps those that have a bit in these numbers, too, of which each has those of as many places as it is wide.
    pub(crate) fn keep_bits(&mut self, others: impl Fn(usize) -> u64) {
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

    /// Each of them, in their order.
    pub(crate) fn each(&self, mut take: impl FnMut(usize)) {
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
        Self { found: Places::NONE, best: nothing(), sums: nothing() }
    }

    /// A study is found in ways of which the best counts so much, and all so much.
    pub(crate) fn add(&mut self, place: usize, best: f32, sum: f32) {
        self.found.insert(place);
        let place = place % WINDOW;
        self.best[place] = self.best[place].max(best);
        self.sums[place] += sum;
    }

    /// What the best way of a study counts, and all of them.
    pub(crate) fn of(&self, place: usize) -> (f32, f32) {
        (self.best[place % WINDOW], self.sums[place % WINDOW])
    }

    pub(crate) fn clear(&mut self) {
        let Self { found, best, sums } = self;
        found.each(|place| {
            best[place % WINDOW] = 0.0;
            sums[place % WINDOW] = 0.0;
        });
        found.clear();
    }
}

pub(crate) fn nothing() -> Box<Scores> {
    Box::new([0.0; WINDOW])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(all: &[usize]) -> Places {
        let mut places = Places::NONE;
        for place in all {
            places.insert(*place);
        }
        places
    }

    fn all(places: &Places) -> Vec<usize> {
        let mut all = Vec::new();
        places.each(|place| all.push(place));
        all
    }

    #[test]
    fn places_come_in_their_order_and_are_joined_and_kept() {
        let mut some = places(&[4095, 0, 63, 64, 700]);
        assert_eq!(all(&some), [0, 63, 64, 700, 4095]);
        some.keep(&places(&[64, 65, 700]));
        assert_eq!(all(&some), [64, 700]);
        some.join(&places(&[1, 64]));
        assert_eq!(all(&some), [1, 64, 700]);
        some.clear();
        assert!(some.is_empty() && all(&some).is_empty());
    }

    #[test]
    fn a_window_that_was_cleared_counts_nothing() {
        let mut window = Window::empty();
        window.add(9, 2.0, 2.0);
        window.add(9, 1.0, 1.5);
        assert_eq!((all(&window.found), window.of(9)), (vec![9], (2.0, 3.5)));
        window.clear();
        assert_eq!((all(&window.found), window.of(9)), (vec![], (0.0, 0.0)));
    }
}
