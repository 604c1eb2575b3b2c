use serde::Deserialize;
use utoipa::ToSchema;

/// Move within a list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub id: i64,
    /// Item to place it before; null for the end.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub before: Option<i64>,
}

impl Place {
    /// `ids` after the move. `None`: one of the two doesn't exist.
    pub fn order(&self, mut ids: Vec<i64>) -> Option<Vec<i64>> {
        ids.remove(ids.iter().position(|id| *id == self.id)?);
        let at = match self.before {
            Some(before) => ids.iter().position(|id| *id == before)?,
            None => ids.len(),
        };
        ids.insert(at, self.id);
        Some(ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_is_moved_before_another() {
        let moved = |id, before| Place { id, before }.order(vec![1, 2, 3]);
        assert_eq!(moved(3, Some(1)), Some(vec![3, 1, 2]));
        assert_eq!(moved(1, Some(3)), Some(vec![2, 1, 3]));
        assert_eq!(moved(1, None), Some(vec![2, 3, 1]));
        assert_eq!(moved(4, None), None);
        assert_eq!(moved(1, Some(4)), None);
        assert_eq!(moved(1, Some(1)), None);
    }
}
