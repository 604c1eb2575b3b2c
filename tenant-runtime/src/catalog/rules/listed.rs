//! Filters and sorts a catalog list. Pure. A catalog is short enough to search as a whole.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::ProductType;
use crate::catalog::location_entry::{LocationRecord, TEXTS};
use crate::catalog::product_entry::ProductRecord;
use crate::catalog::rules::allowed_at;
use crate::fields::{Search, folded};

/// Product status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::catalog) enum ProductState {
    OnSale,
    /// Its sale window hasn't started.
    Coming,
    /// Its sale has ended.
    Over,
    SoldOut,
    /// Proposed by a template, not yet on sale.
    Example,
    Archived,
}

impl ProductState {
    pub(in crate::catalog) fn of(record: &ProductRecord, now: Timestamp) -> Self {
        let product = &record.product;
        if record.archived {
            Self::Archived
        } else if record.example {
            Self::Example
        } else if product.on_sale_until.is_some_and(|until| until <= now) {
            Self::Over
        } else if product.on_sale_from.is_some_and(|from| from > now) {
            Self::Coming
        } else if product.stock == Some(0) {
            Self::SoldOut
        } else {
            Self::OnSale
        }
    }
}

/// Sort order of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::catalog) enum ProductSort {
    /// As customers see them: type by type, the dearest first.
    #[default]
    Shop,
    Name,
    Cheapest,
    Dearest,
    Newest,
}

/// Sort key of a product in a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::catalog) struct ProductKey {
    ranks: [i64; 3],
    /// Empty unless sorted by name.
    name: String,
    position: i64,
    id: i64,
}

impl ProductKey {
    pub(in crate::catalog) fn of(record: &ProductRecord, sort: ProductSort) -> Self {
        let price = record.product.price;
        let mut name = String::new();
        let ranks = match sort {
            ProductSort::Shop => [record.archived.into(), record.product.product_type as i64, -price],
            ProductSort::Name => {
                name = folded(&record.product.name);
                [0; 3]
            }
            ProductSort::Cheapest => [price, 0, 0],
            ProductSort::Dearest => [-price, 0, 0],
            ProductSort::Newest => [-record.product_id, 0, 0],
        };
        Self {
            ranks,
            name,
            position: record.position,
            id: record.product_id,
        }
    }
}

/// Sort key of a location in a list.
pub(in crate::catalog) fn location_key(record: &LocationRecord) -> (i64, i64) {
    (record.position, record.location_id)
}

/// Filters of a product list. Omitted ones don't apply.
#[derive(Clone, Debug, Default)]
pub(in crate::catalog) struct ProductFilter {
    pub search: Search,
    pub product_type: Option<ProductType>,
    pub state: Option<ProductState>,
    pub archived: Option<bool>,
    pub location: Option<i64>,
    pub sort: ProductSort,
}

/// Those of `all` that match `filter`, in its order.
pub(in crate::catalog) fn products(
    mut all: Vec<ProductRecord>,
    filter: &ProductFilter,
    now: Timestamp,
) -> Vec<ProductRecord> {
    all.retain(|record| {
        let product = &record.product;
        let id = record.product_id.to_string();
        let texts = [product.name.as_str(), product.badge.as_deref().unwrap_or_default(), &id];
        filter
            .search
            .finds(texts.into_iter().chain(product.details.iter().map(String::as_str)))
            && filter.product_type.is_none_or(|kind| kind == product.product_type)
            && filter.state.is_none_or(|state| state == ProductState::of(record, now))
            && filter.archived.is_none_or(|archived| archived == record.archived)
            && filter
                .location
                .is_none_or(|location| allowed_at(&product.locations, location))
    });
    all.sort_by_cached_key(|record| ProductKey::of(record, filter.sort));
    all
}

/// Items of `all` that match `search` and the archived state.
pub(in crate::catalog) fn locations(
    mut all: Vec<LocationRecord>,
    search: &Search,
    archived: Option<bool>,
) -> Vec<LocationRecord> {
    all.retain_mut(|record| {
        let id = record.location_id.to_string();
        let location = &mut record.location;
        let texts = TEXTS.map(|(_, of)| of(location).clone());
        search.finds(texts.iter().map(String::as_str).chain([id.as_str()]))
            && archived.is_none_or(|archived| archived == record.archived)
    });
    all
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn record(id: i64, fields: Value) -> ProductRecord {
        let mut product = json!({"productType": "AppWash", "name": "Glow", "price": 100});
        let archived = fields["archived"] == true;
        for (name, field) in fields
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| *name != "archived" && *name != "example")
        {
            product[name] = field.clone();
        }
        ProductRecord {
            product_id: id,
            version: 1,
            archived,
            example: fields["example"] == true,
            deletable: true,
            position: id,
            product: serde_json::from_value(product).unwrap(),
        }
    }

    fn catalogue() -> Vec<ProductRecord> {
        vec![
            record(1, json!({"name": "Éclat", "price": 300, "locations": [2]})),
            record(2, json!({"price": 500, "archived": true})),
            record(
                3,
                json!({"productType": "Swag", "name": "Mug", "price": 900, "stock": 0}),
            ),
            record(4, json!({"price": 400, "onSaleFrom": "2026-12-01T00:00:00Z"})),
            record(
                5,
                json!({"price": 400, "onSaleUntil": "2026-11-01T00:00:00Z", "details": ["Hot wax"]}),
            ),
            record(6, json!({"name": "Plus", "price": 200, "example": true})),
        ]
    }

    fn found(filter: &ProductFilter) -> Vec<i64> {
        let now = "2026-11-20T00:00:00Z".parse().unwrap();
        let found = products(catalogue(), filter, now);
        found.into_iter().map(|record| record.product_id).collect()
    }

    #[test]
    fn list_is_filtered_and_sorted() {
        let all = ProductFilter::default;
        assert_eq!(
            found(&all()),
            [4, 5, 1, 6, 3, 2],
            "as in the shop, what is archived last"
        );
        for (sort, order) in [
            (ProductSort::Name, [1, 2, 4, 5, 3, 6]),
            (ProductSort::Cheapest, [6, 1, 4, 5, 2, 3]),
            (ProductSort::Dearest, [3, 2, 4, 5, 1, 6]),
            (ProductSort::Newest, [6, 5, 4, 3, 2, 1]),
        ] {
            assert_eq!(found(&ProductFilter { sort, ..all() }), order, "{sort:?}");
        }
        for (state, one) in [
            (ProductState::OnSale, 1),
            (ProductState::Archived, 2),
            (ProductState::SoldOut, 3),
            (ProductState::Coming, 4),
            (ProductState::Over, 5),
            (ProductState::Example, 6),
        ] {
            assert_eq!(
                found(&ProductFilter {
                    state: Some(state),
                    ..all()
                }),
                [one],
                "{state:?}"
            );
        }
        for (archived, ids) in [(false, &[4, 5, 1, 6, 3][..]), (true, &[2])] {
            let archived = Some(archived);
            assert_eq!(found(&ProductFilter { archived, ..all() }), ids);
        }
        for (words, ids) in [("eclat", &[1][..]), ("wax", &[5]), ("3", &[3]), ("nothing", &[])] {
            let search = Search::of(Some(words));
            assert_eq!(found(&ProductFilter { search, ..all() }), ids);
        }
        let elsewhere = ProductFilter {
            location: Some(1),
            product_type: Some(ProductType::AppWash),
            ..all()
        };
        assert_eq!(found(&elsewhere), [4, 5, 6, 2]);
    }
}
