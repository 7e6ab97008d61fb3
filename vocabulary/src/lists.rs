//! Many short lists in one allocation.

use serde::{Deserialize, Serialize};

/// Lists stored one after another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Lists<T> {
    items: Vec<T>,
    /// The end of each list.
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> FromIterator<Vec<T>> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(source: I) -> Self {
        let mut lists = Self::default();
        for list in source {
            lists.items.extend(list);
            lists.ends.push(u32::try_from(lists.items.len()).unwrap_or(u32::MAX));
        }
        lists
    }
}

impl<T> Lists<T> {
    /// Returns the list at an index, or an empty one if there is none.
    pub(crate) fn get(&self, index: usize) -> &[T] {
        let end_of = |index: usize| self.ends.get(index).and_then(|end| usize::try_from(*end).ok());
        let begin = if index == 0 { Some(0) } else { end_of(index - 1) };
        let list = begin.zip(end_of(index)).and_then(|(begin, end)| self.items.get(begin..end));
        list.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_back_and_are_empty_beyond_the_last() {
        let lists: Lists<u16> = [vec![1, 2], vec![], vec![3]].into_iter().collect();
        assert_eq!([lists.get(0), lists.get(1), lists.get(2), lists.get(3)], [&[1, 2][..], &[], &[3], &[]]);
        assert_eq!(Lists::<u16>::default().get(0), &[] as &[u16]);
    }
}
