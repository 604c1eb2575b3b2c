use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Cursor of a list: the sort key of the last row shown. It names a place, so rows that appear or disappear on
/// earlier pages move nothing.
pub fn cursor<K: Serialize>(key: &K) -> String {
    BASE64.encode(serde_json::to_vec(key).unwrap_or_default())
}

/// Sort key in a cursor. `None` if it is invalid; an empty cursor is the first page.
pub fn cursor_key<K: DeserializeOwned>(cursor: Option<&str>) -> Option<Option<K>> {
    match cursor {
        None | Some("") => Some(None),
        Some(cursor) => {
            let bytes = BASE64.decode(cursor).ok()?;
            serde_json::from_slice(&bytes).ok().map(Some)
        }
    }
}

/// Up to `limit` of `rows` after the sort key `after`, in ascending order of their keys, and the key of the last one
/// if more follow.
pub fn page_after<T, K: Ord>(
    rows: Vec<T>,
    key: impl Fn(&T) -> K,
    after: Option<&K>,
    limit: usize,
) -> (Vec<T>, Option<K>) {
    let mut rest: Vec<(K, T)> = rows.into_iter().map(|row| (key(&row), row)).collect();
    rest.retain(|(key, _)| after.is_none_or(|after| key > after));
    rest.sort_by(|(one, _), (other, _)| one.cmp(other));
    let more = rest.len() > limit;
    rest.truncate(limit);
    let (mut keys, items): (Vec<K>, Vec<T>) = rest.into_iter().unzip();
    let last = keys.pop().filter(|_| more);
    (items, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_contains_the_sort_key_of_the_last_row() {
        let key = ("Ärmel".to_owned(), 7);
        assert_eq!(cursor_key(Some(&cursor(&key))), Some(Some(key)));
        assert_eq!(cursor_key::<i64>(None), Some(None));
        assert_eq!(cursor_key::<i64>(Some("")), Some(None));
        assert_eq!(cursor_key::<i64>(Some("3")), None);
        assert_eq!(cursor_key::<i64>(Some(&cursor(&"3"))), None);
    }

    #[test]
    fn page_starts_after_a_key_that_is_gone() {
        let page = |rows: &[i64], after: Option<i64>| page_after(rows.to_vec(), |row| *row, after.as_ref(), 2);
        assert_eq!(page(&[3, 1, 2], None), (vec![1, 2], Some(2)));
        assert_eq!(page(&[3, 1, 2], Some(2)), (vec![3], None));
        assert_eq!(page(&[0, 1, 3, 4, 5], Some(2)), (vec![3, 4], Some(4)));
        assert_eq!(page(&[1, 2], None), (vec![1, 2], None));
        assert_eq!(page(&[1], Some(9)), (vec![], None));
    }
}
