//! The conditions that studies state, as a filter searches them: a condition fits if its name contains the text of the
//! filter, in any case (D-447).

use std::collections::{BTreeSet, HashMap};

use waypoint_text::in_one_line;

/// How many of the most frequent conditions are offered as values of the filter.
const MAX_VALUES: usize = 10;
/// What separates a name from the positions of the names that it contains. No name has it.
const POSITIONS: char = '\t';

/// Collects the names that studies state. Names that differ only in case are one, in their most frequent spelling.
#[derive(Debug, Default)]
pub(crate) struct ConditionNamesBuilder {
    known: HashMap<String, u32>,
    /// For each name, its spellings with how often they occur.
    spellings: Vec<Vec<(String, u32)>>,
}

impl ConditionNamesBuilder {
    /// Returns the position of a name, or `None` for a name that says nothing.
    pub(crate) fn position(&mut self, name: &str) -> Option<u32> {
        let name = in_one_line(name);
        if name.is_empty() {
            return None;
        }
        let next = u32::try_from(self.spellings.len()).ok()?;
        let position = *self.known.entry(name.to_lowercase()).or_insert(next);
        if position == next {
            self.spellings.push(Vec::new());
        }
        let spellings = self.spellings.get_mut(position as usize)?;
        match spellings.iter_mut().find(|(spelling, _)| *spelling == name) {
            Some((_, count)) => *count += 1,
            None => spellings.push((name, 1)),
        }
        Some(position)
    }

    /// Returns the names by position, one a line, each with the positions of the other names that it contains.
    pub(crate) fn lines(&self) -> String {
        let most_frequent = |spellings: &Vec<(String, u32)>| {
            let first_best = spellings.iter().rev().max_by_key(|(_, count)| *count);
            first_best.map(|(spelling, _)| spelling.clone()).unwrap_or_default()
        };
        let sorted = SortedNames::new(&self.known);
        let line = |spellings: &Vec<(String, u32)>| {
            let name = most_frequent(spellings);
            let contained: Vec<String> =
                sorted.contained_in(&name.to_lowercase()).iter().map(ToString::to_string).collect();
            format!("{name}{POSITIONS}{}", contained.join(" "))
        };
        self.spellings.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Names in alphabetical order, to find those that begin a text.
struct SortedNames<'a> {
    /// The names with their positions.
    names: Vec<(&'a str, u32)>,
    /// For each name, the place in this order of the longest other name that begins it.
    beginnings: Vec<Option<usize>>,
}

impl<'a> SortedNames<'a> {
    fn new(positions: &'a HashMap<String, u32>) -> Self {
        let mut names: Vec<(&str, u32)> =
            positions.iter().map(|(name, position)| (name.as_str(), *position)).collect();
        names.sort_unstable();
        let mut beginnings: Vec<Option<usize>> = Vec::with_capacity(names.len());
        for (name, _) in &names {
            let mut shorter = beginnings.len().checked_sub(1);
            while let Some(place) = shorter.filter(|place| !name.starts_with(names[*place].0)) {
                shorter = beginnings[place];
            }
            beginnings.push(shorter);
        }
        Self { names, beginnings }
    }

    /// Returns the positions of the other names within a name.
    fn contained_in(&self, name: &str) -> BTreeSet<u32> {
        let rests = name.char_indices().map(|(start, _)| &name[start..]);
        let contained = rests.flat_map(|rest| self.beginning(rest)).filter(|(other, _)| *other != name);
        contained.map(|(_, position)| position).collect()
    }

    /// Returns the names that begin a text. Each of them also begins the last name that sorts before the text.
    fn beginning(&self, text: &str) -> impl Iterator<Item = (&'a str, u32)> {
        let last = self.names.partition_point(|(name, _)| *name <= text).checked_sub(1);
        let shorter = std::iter::successors(last, |place| self.beginnings[*place]);
        shorter.map(|place| self.names[place]).filter(move |(name, _)| text.starts_with(name))
    }
}

/// The names that studies state, by position.
#[derive(Debug, Default)]
pub(crate) struct ConditionNames {
    names: Vec<String>,
    /// The names in lower case, one a line.
    folded: String,
    /// Where each name begins in `folded`.
    begins: Vec<usize>,
    /// The positions of the other names that each name contains.
    contained: Vec<Box<[u32]>>,
}

impl ConditionNames {
    /// Reads the names from lines.
    pub(crate) fn from_lines(lines: &str) -> Self {
        let mut read = Self::default();
        for line in lines.lines() {
            let (name, contained) = line.split_once(POSITIONS).unwrap_or((line, ""));
            let contained = contained.split(' ').filter_map(|position| position.parse().ok());
            read.contained.push(contained.collect());
            read.begins.push(read.folded.len());
            read.folded.push_str(&name.to_lowercase());
            read.folded.push('\n');
            read.names.push(name.to_owned());
        }
        read
    }

    /// Returns for each name whether it contains a text, in any case.
    pub(crate) fn containing(&self, text: &str) -> Vec<bool> {
        let text = in_one_line(text).to_lowercase();
        if text.is_empty() {
            return vec![true; self.names.len()];
        }
        let mut found = vec![false; self.names.len()];
        for (at, _) in self.folded.match_indices(&text) {
            let name = self.begins.partition_point(|begin| *begin <= at).saturating_sub(1);
            if let Some(found) = found.get_mut(name) {
                *found = true;
            }
        }
        found
    }

    /// Returns the most frequent names among studies, each with the number of studies that a filter by it leaves. Each
    /// study is a list of positions.
    pub(crate) fn most_frequent(&self, studies: &[&[[u8; 4]]]) -> Vec<(&str, usize)> {
        let mut stated = vec![0_u32; self.names.len()];
        let mut found = Vec::new();
        for name in studies.iter().flat_map(|study| study.iter().map(|name| position(*name))) {
            if let Some(count) = stated.get_mut(name) {
                if *count == 0 {
                    found.push(name);
                }
                *count += 1;
            }
        }
        let values = greatest(&found, &stated);
        // For each name that is found, a bit per value that it contains.
        let mut bits = vec![0_u16; self.names.len()];
        for (value, name) in values.iter().enumerate() {
            bits[*name] = 1 << value;
        }
        for name in &found {
            let contained = self.contained.get(*name).into_iter().flatten();
            // A contained name that already has its bits passes on only what this name contains, too.
            let others = contained.filter_map(|other| bits.get(*other as usize));
            bits[*name] |= others.fold(0, |all, bits| all | bits);
        }
        // Studies are counted by the values that they have in common, and not value by value.
        let mut by_values = [0_usize; 1 << MAX_VALUES];
        for study in studies {
            let of_study = study.iter().filter_map(|name| bits.get(position(*name)));
            by_values[usize::from(of_study.fold(0, |all, bits| all | bits))] += 1;
        }
        let mut counts = vec![0; values.len()];
        for (of_study, studies) in by_values.iter().enumerate().filter(|(_, studies)| **studies > 0) {
            for (value, count) in counts.iter_mut().enumerate() {
                *count += studies * (of_study >> value & 1);
            }
        }
        let mut counted: Vec<(&str, usize)> =
            values.iter().map(|value| self.names[*value].as_str()).zip(counts).collect();
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counted
    }
}

fn position(bytes: [u8; 4]) -> usize {
    u32::from_le_bytes(bytes) as usize
}

/// Returns those of the positions with the greatest numbers, greatest first.
fn greatest(positions: &[usize], numbers: &[u32]) -> Vec<usize> {
    let mut positions = positions.to_vec();
    let key = |place: &usize| (std::cmp::Reverse(numbers[*place]), *place);
    if positions.len() > MAX_VALUES {
        positions.select_nth_unstable_by_key(MAX_VALUES, key);
        positions.truncate(MAX_VALUES);
    }
    positions.sort_unstable_by_key(key);
    positions
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_one_in_any_case_and_searched_as_substrings() {
        let mut builder = ConditionNamesBuilder::default();
        let stated = ["asthma", "Severe Asthma", "Asthma", "Asthma", "Crohn’s\n Disease", " "];
        let positions = stated.map(|name| builder.position(name));
        assert_eq!(positions, [Some(0), Some(1), Some(0), Some(0), Some(2), None]);
        assert_eq!(builder.lines(), "Asthma\t\nSevere Asthma\t0\nCrohn’s Disease\t");
        let names = ConditionNames::from_lines(&builder.lines());
        for (text, found) in [
            ("ASTHMA", [true, true, false]),
            ("severe  asthma", [false, true, false]),
            ("thma", [true, true, false]),
            ("’s dis", [false, false, true]),
            ("asthma\nsevere", [false; 3]),
            ("copd", [false; 3]),
        ] {
            assert_eq!(names.containing(text), found, "{text}");
        }
    }

    proptest! {
        #[test]
        fn name_lists_exactly_the_other_names_within_it(stated in proptest::collection::vec("[ab]{1,5}|á?b{1,3}", 1..12)) {
            let mut builder = ConditionNamesBuilder::default();
            for name in &stated {
                builder.position(name);
            }
            let read = ConditionNames::from_lines(&builder.lines());
            for (name, contained) in read.names.iter().zip(&read.contained) {
                let others = read.names.iter().zip(0_u32..);
                let expected: Vec<u32> =
                    others.filter(|(other, _)| *other != name && name.contains(*other)).map(|(_, at)| at).collect();
                prop_assert_eq!(&**contained, &expected);
            }
        }
    }

    #[test]
    fn count_of_a_name_is_the_number_of_studies_with_a_name_that_contains_it() {
        let names = ConditionNames::from_lines("Asthma\t\nSevere Asthma\t0\nEczema\t");
        let [asthma, severe, eczema] = [0_u32, 1, 2].map(u32::to_le_bytes);
        let studies: [&[[u8; 4]]; 4] = [&[asthma, severe], &[severe], &[severe, eczema], &[eczema]];
        assert_eq!(names.most_frequent(&studies), [("Severe Asthma", 3), ("Asthma", 3), ("Eczema", 2)]);
    }
}
