//! Paths of the client's pages, as listed by the web build. For any other path the client shows its 404 page.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use tenant_runtime::error::Fault;

use super::{AssetCache, Version};

/// The file in which the web build lists its paths. Older builds don't have one, and count as having every path.
const PAGE_PATHS: &str = "page-paths.json";

/// Lists of the builds that serve pages.
#[derive(Debug, Default)]
pub(crate) struct PathLists(Mutex<BTreeMap<Version, Arc<PagePaths>>>);

impl PathLists {
    /// List of a build.
    ///
    /// # Errors
    /// The build can't be read.
    pub(crate) async fn of(&self, assets: &AssetCache, version: &Version) -> Result<Arc<PagePaths>, Fault> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(version)
            .cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let file = assets.file(version, PAGE_PATHS).await.map_err(Fault::internal)?;
        let listed = file.map(|file| serde_json::from_slice(&file).map_err(Fault::internal));
        let listed = Arc::new(listed.transpose()?.unwrap_or_default());
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(version.clone(), Arc::clone(&listed));
        Ok(listed)
    }
}

/// Content of `page-paths.json`: patterns such as `/wallet/:itemId`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct PagePaths {
    /// On a site's host.
    pub(crate) site: Vec<String>,
    /// At the console.
    pub(crate) console: Vec<String>,
}

/// Whether one of `patterns` matches `path`, as in the client: ignoring case and outer slashes. `*` at the end matches any rest. No
/// patterns match every path.
pub(crate) fn has_page(patterns: &[String], path: &str) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut segments = path.trim_matches('/').split('/');
    for expected in pattern.trim_matches('/').split('/') {
        if expected == "*" {
            return true;
        }
        let Some(segment) = segments.next() else {
            return false;
        };
        let fits = if expected.starts_with(':') {
            !segment.is_empty()
        } else {
            segment.eq_ignore_ascii_case(expected)
        };
        if !fits {
            return false;
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_match_as_in_the_client() {
        let patterns: Vec<String> = [
            "/",
            "/shop/washes",
            "/wallet/:itemId",
            "/mmtpo/orders/:id/packing-slip",
            "/mmtpo/clubs/*",
        ]
        .map(str::to_owned)
        .to_vec();
        for path in [
            "/",
            "/Shop/WASHES/",
            "/wallet/7",
            "/mmtpo/orders/x/packing-slip",
            "/mmtpo/clubs",
            "/mmtpo/clubs/7/8",
        ] {
            assert!(has_page(&patterns, path), "{path}");
        }
        for path in [
            "/shop",
            "/wallet",
            "/wallet/",
            "/wallet/7/8",
            "/no/such/page",
            "/mmtpo/orders//packing-slip",
        ] {
            assert!(!has_page(&patterns, path), "{path}");
        }
        assert!(has_page(&[], "/no/such/page"), "an older build");
    }

    #[test]
    fn list_of_the_build_is_read() {
        let listed = include_str!("../../../web/src/app/page-paths.json");
        let paths: PagePaths = serde_json::from_str(listed).unwrap();
        for path in ["/", "/wallet/7", "/mmtpo", "/kiosk/pair", "/viewAs", "/SiteAdmin"] {
            assert!(has_page(&paths.site, path), "{path}");
        }
        assert!(has_page(&paths.console, "/sites/7"));
        for path in ["/no/such/page", "/sites/7"] {
            assert!(!paths.site.is_empty() && !has_page(&paths.site, path), "{path}");
        }
    }
}
