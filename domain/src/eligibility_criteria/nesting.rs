//! How deep a line stands in the list around it.

use super::marker::Counting;

/// The lists that are open where a line stands, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Nesting(Vec<OpenList>);

#[derive(Debug)]
struct OpenList {
    indent: usize,
    /// The ways of counting met at this indent: letters below numbers are a list within.
    countings: Vec<Counting>,
    current: usize,
}

impl Nesting {
    /// The level of a line, 0 for the outermost. A single space more or less is a slip.
    pub(super) fn level(&mut self, indent: usize, counting: Option<Counting>) -> u8 {
        while self.0.last().is_some_and(|list| list.indent > indent + 1) {
            self.0.pop();
        }
        if self.0.last().is_none_or(|list| indent > list.indent + 1) {
            self.0.push(OpenList { indent, countings: Vec::new(), current: 0 });
        }
        if let Some(list) = self.0.last_mut() {
            list.current = counting.map_or(0, |counting| list.place_of(counting));
        }
        let within: usize = self.0.iter().map(|list| list.current).sum();
        u8::try_from(self.0.len() - 1 + within).unwrap_or(u8::MAX)
    }
}

impl OpenList {
    fn place_of(&mut self, counting: Counting) -> usize {
        self.countings.iter().position(|known| *known == counting).unwrap_or_else(|| {
            self.countings.push(counting);
            self.countings.len() - 1
        })
    }
}

/// The width of the space before a line; a tab is as wide as four spaces.
pub(super) fn indent_of(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_follows_the_indent_and_comes_back_out() {
        let mut nesting = Nesting::default();
        let levels = [0, 3, 4, 6, 3, 0, 1].map(|indent| nesting.level(indent, None));
        assert_eq!(levels, [0, 1, 1, 2, 1, 0, 0]);
    }

    #[test]
    fn letters_below_numbers_are_a_list_within_even_without_an_indent() {
        use Counting::{Letters, Numbers};
        let mut nesting = Nesting::default();
        let levels = [Numbers, Letters, Letters, Numbers].map(|counting| nesting.level(0, Some(counting)));
        assert_eq!(levels, [0, 1, 1, 0]);
    }
}
