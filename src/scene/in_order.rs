//! Tables of values by item, in the order of ids.

use std::sync::Arc;

use super::Id;

/// Largest span of ids per item with a direct index; with sparser ids items are found by binary search.
const ROOMY: usize = 16;

/// Values by item, in the order of ids.
#[derive(Clone, Debug, PartialEq)]
pub struct InOrder<T> {
    list: Vec<(Id, T)>,
    /// Index in the list of each item, by its id less the first id; `u32::MAX` for a missing item. Empty if ids are sparse.
    places: Arc<Vec<u32>>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            places: Arc::default(),
        }
    }
}

impl<T> FromIterator<(Id, T)> for InOrder<T> {
    /// The table of items given in the order of their ids, each once.
    fn from_iter<I: IntoIterator<Item = (Id, T)>>(items: I) -> Self {
        let list: Vec<(Id, T)> = items.into_iter().collect();
        debug_assert!(list.is_sorted_by(|a, b| a.0 < b.0), "in the order of the ids");
        let ends = list.first().zip(list.last());
        let span = ends.map_or(0, |(first, last)| (last.0.0 - first.0.0) as usize + 1);
        let mut places = Vec::new();
        if span <= ROOMY * list.len() {
            places.resize(span, u32::MAX);
            for (k, it) in list.iter().enumerate() {
                places[(it.0.0 - list[0].0.0) as usize] = k as u32;
            }
        }
        let places = Arc::new(places);
        Self { list, places }
    }
}

impl<T> InOrder<T> {
    /// A table of other values for the same items, in the same order.
    pub fn with<U>(&self, values: impl ExactSizeIterator<Item = U>) -> InOrder<U> {
        debug_assert_eq!(values.len(), self.list.len(), "a value for each item");
        InOrder {
            list: self.list.iter().map(|it| it.0).zip(values).collect(),
            places: Arc::clone(&self.places),
        }
    }

    /// All items with their values.
    pub fn list(&self) -> &[(Id, T)] {
        &self.list
    }

    /// Value of an item.
    pub fn get(&self, id: Id) -> Option<&T> {
        self.list.get(self.place(id)?).map(|it| &it.1)
    }

    /// Index of an item in the list.
    pub fn place(&self, id: Id) -> Option<usize> {
        if self.places.is_empty() {
            return self.list.binary_search_by_key(&id, |it| it.0).ok();
        }
        let place = id.0.checked_sub(self.list[0].0.0)? as usize;
        let place = *self.places.get(place)? as usize;
        (place < self.list.len()).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_whether_ids_are_near_or_far() {
        for ids in [vec![], vec![7], vec![3, 4, 9, 11], vec![1, 5_000_000, u32::MAX]] {
            let table: InOrder<u32> = ids.iter().map(|id| (Id(*id), 2 * (id / 2))).collect();
            for id in ids
                .iter()
                .flat_map(|id| [id.saturating_sub(1), *id, id.saturating_add(1)])
            {
                let expected = ids.contains(&id).then_some(2 * (id / 2));
                assert_eq!(table.get(Id(id)).copied(), expected, "{id} of {ids:?}");
            }
        }
    }
}
