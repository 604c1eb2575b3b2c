//! Public pages of the shop, with the merchant's texts.

use tenant_runtime::site::SiteConfig;

type Entry = (&'static str, &'static str, &'static [&'static str]);

/// Visibility tag, canonical path and aliases. Same as in the client's route table
/// (`web/src/surfaces/shopper/table.ts`), which a test compares.
const PAGES: [Entry; 9] = [
    ("_HOME", "/", &[]),
    ("_SHOP", "/shop", &[]),
    ("_WASHES", "/shop/washes", &["/washes"]),
    ("_BUNDLES", "/shop/bundles", &["/bundles"]),
    ("_CLUBS", "/shop/washClubs", &["/washClub", "/washClubs"]),
    ("_CARDS", "/shop/giftCards", &["/giftCards"]),
    ("_MERCH", "/shop/merch", &[]),
    ("_LOCATIONS", "/locations", &["/findUs"]),
    ("_ABOUT", "/Support", &[]),
];

/// A page that search engines may list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PublicPage<'a> {
    pub tag: &'static str,
    /// Canonical path.
    pub path: &'static str,
    /// Merchant's name for it.
    pub label: &'a str,
}

/// The pages that a site has and hasn't turned off.
pub(crate) fn pages_of(config: &SiteConfig) -> impl Iterator<Item = PublicPage<'_>> {
    PAGES
        .iter()
        .filter(|page| !config.disabled_routes.iter().any(|disabled| is_at(page, disabled)))
        .filter_map(|(tag, path, _)| {
            let items = config.menu_items.iter().chain(&config.shop_items);
            let label = items.into_iter().find(|item| item.tag == *tag)?.label.as_str();
            Some(PublicPage { tag, path, label })
        })
}

/// The page at `path`.
pub(crate) fn page_at<'a>(config: &'a SiteConfig, path: &str) -> Option<PublicPage<'a>> {
    let (tag, ..) = PAGES.iter().find(|page| is_at(page, path))?;
    pages_of(config).find(|page| page.tag == *tag)
}

/// Whether the merchant named a page so, or a page above `path`.
pub(crate) fn is_named(config: &SiteConfig, path: &str) -> bool {
    let wanted = path.trim_matches('/').to_ascii_lowercase();
    let mut items = config.menu_items.iter().chain(&config.shop_items);
    items.any(|item| {
        let named = item.href.split(['?', '#']).next().unwrap_or_default();
        let named = named.trim_matches('/').to_ascii_lowercase();
        let rest = wanted.strip_prefix(&*named).filter(|_| !named.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Whether `path` belongs to a page, compared like in the client: ignoring case and outer slashes.
fn is_at((_, canonical, aliases): &Entry, path: &str) -> bool {
    let wanted = path.trim_matches('/');
    let mut paths = std::iter::once(canonical).chain(*aliases);
    paths.any(|known| known.trim_matches('/').eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> SiteConfig {
        serde_json::from_value(serde_json::json!({
            "menuItems": [{ "tag": "_HOME", "label": "Home", "href": "/" }],
            "shopItems": [{ "tag": "_WASHES", "label": "Lavages", "href": "/washes" }],
        }))
        .unwrap()
    }

    #[test]
    fn aliases_and_cases_resolve_to_one_page_with_the_merchants_title() {
        let config = config();
        for path in ["/shop/washes", "/washes", "/Shop/Washes/", "/WASHES"] {
            let page = page_at(&config, path).unwrap();
            assert_eq!((page.path, page.label), ("/shop/washes", "Lavages"));
        }
        assert_eq!(page_at(&config, "/").unwrap().tag, "_HOME");
        assert_eq!(page_at(&config, "/wallet"), None);
        assert_eq!(page_at(&config, "/bundles"), None, "a page that the site does not have");
    }

    #[test]
    fn names_of_the_merchant_are_pages() {
        let mut config = config();
        config.shop_items[0].href = "Lavages?x=1".into();
        for path in ["/lavages", "/Lavages/", "/lavages/7"] {
            assert!(is_named(&config, path), "{path}");
        }
        for path in ["/", "/lavage", "/lavages-2", "/no/such/page"] {
            assert!(!is_named(&config, path), "{path}");
        }
    }

    #[test]
    fn disabled_page_is_not_indexed() {
        let mut config = config();
        config.disabled_routes.push("/washes".into());
        assert_eq!(page_at(&config, "/washes"), None);
        assert_eq!(pages_of(&config).count(), 1);
    }

    #[test]
    fn client_has_the_same_paths() {
        let table = include_str!("../../../../web/src/surfaces/shopper/table.ts");
        for (tag, path, aliases) in PAGES {
            let entry = table.split(&format!("page('{path}', {{")).nth(1);
            let entry = entry.and_then(|rest| rest.split("load:").next()).unwrap_or_default();
            assert!(entry.contains(&format!("tag: '{tag}'")), "{path}: {entry}");
            for alias in aliases {
                assert!(entry.contains(&format!("'{alias}'")), "{path}: {entry}");
            }
        }
    }
}
