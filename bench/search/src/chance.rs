//! Pseudorandom numbers that are the same on every machine and in every run.

/// A pseudorandom generator (`SplitMix64`).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Creates the generator for one item of a seed.
    pub(crate) fn new(seed: u64, place: u64) -> Self {
        let mut random = Self(seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.next()) * end as u128;
        usize::try_from(wide >> 64).unwrap_or_default()
    }

    /// Returns true with this probability in percent.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
        let share = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        share
    }

    /// Returns one of these with equal probability.
    pub(crate) fn one<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len().max(1)))
    }
}

/// Items with weights.
#[derive(Debug, Clone)]
pub(crate) struct Weighted<T> {
    things: Vec<T>,
    ends: Vec<f64>,
}

impl<T> Weighted<T> {
    pub(crate) fn new(all: impl IntoIterator<Item = (T, f64)>) -> Self {
        let mut end = 0.0;
        let (things, ends) = all
            .into_iter()
            .map(|(thing, weight)| {
                end += weight;
                (thing, end)
            })
            .unzip();
        Self { things, ends }
    }

    pub(crate) fn pick(&self, random: &mut Random) -> Option<&T> {
        let at = random.share() * self.ends.last()?;
        let place = self.ends.partition_point(|end| *end <= at);
        self.things.get(place.min(self.things.len().saturating_sub(1)))
    }
}

/// Weights items by their counts.
impl<T: Clone> From<&Vec<(T, u32)>> for Weighted<T> {
    fn from(counted: &Vec<(T, u32)>) -> Self {
        Self::new(counted.iter().map(|(thing, count)| (thing.clone(), f64::from(*count))))
    }
}
