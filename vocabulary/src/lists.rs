//! Many short lists, one after the other.

use serde::{Deserialize, Serialize};

/// Lists that take two pieces of memory together, however many they are.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Lists<T> {
    all: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { all: Vec::new(), ends: Vec::new() }
    }
}

impl<T> FromIterator<Vec<T>> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(lists: I) -> Self {
        let mut made = Self::default();
        for list in lists {
            made.all.extend(list);
            made.ends.push(u32::try_from(made.all.len()).unwrap_or(u32::MAX));
        }
        made
    }
}

impl<T> Lists<T> {
    /// The list of this place; an empty one when there is none.
    pub(crate) fn of(&self, place: usize) -> &[T] {
        let end_of = |place: usize| self.ends.get(place).and_then(|end| usize::try_from(*end).ok());
        let begin = if place == 0 { Some(0) } else { end_of(place - 1) };
        let list = begin.zip(end_of(place)).and_then(|(begin, end)| self.all.get(begin..end));
        list.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_is_what_was_put_there_and_none_is_beyond_the_last() {
        let lists: Lists<u16> = [vec![1, 2], vec![], vec![3]].into_iter().collect();
        assert_eq!([lists.of(0), lists.of(1), lists.of(2), lists.of(3)], [&[1, 2][..], &[], &[3], &[]]);
        assert_eq!(Lists::<u16>::default().of(0), &[] as &[u16]);
    }
}
