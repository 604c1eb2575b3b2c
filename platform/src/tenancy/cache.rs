//! Cache of data rendered or parsed once per version of a site's public data.

use std::any::Any;
use std::sync::Arc;

use moka::future::Cache;

use crate::ids::SiteId;

type Key = (SiteId, u64, &'static str, String);
type Value = (u32, Arc<dyn Any + Send + Sync>);

/// A bounded cache for the whole process. Keys include the site and its data version, so entries are never invalidated:
/// old versions just aren't requested again.
#[derive(Clone)]
pub struct VersionedCache {
    entries: Cache<Key, Value>,
}

impl VersionedCache {
    /// Holds about `bytes` of values, by their loaders' weights.
    pub fn new(bytes: u64) -> Self {
        Self {
            entries: Cache::builder()
                .max_capacity(bytes)
                .weigher(|_, value: &Value| value.0.max(64))
                .build(),
        }
    }

    /// Value of `name` and `params` at `version` of `site`. Loaded once for concurrent callers. `load` returns the
    /// value and its weight in bytes.
    ///
    /// `load` is called, and its future allocated, only on a miss.
    ///
    /// # Errors
    /// Those of `load`. Nothing is then cached.
    pub async fn get<T, E, L, F>(
        &self,
        (site, version): (SiteId, u64),
        name: &'static str,
        params: &str,
        load: L,
    ) -> Result<Arc<T>, Arc<E>>
    where
        T: Send + Sync + 'static,
        E: Send + Sync + 'static,
        L: FnOnce() -> F,
        F: Future<Output = Result<(T, u32), E>>,
    {
        let key = (site, version, name, params.to_owned());
        let (_, value) = match self.entries.get(&key).await {
            Some(hit) => hit,
            None => Box::pin(self.load(key, load)).await?,
        };
        match value.downcast::<T>() {
            Ok(value) => Ok(value),
            // Two callers used one name for different types: a mistake in the program, caught by its first test.
            Err(_) => unreachable!("cache name {name} holds another type"),
        }
    }

    /// The value of `name` and `params` at `version` of `site`, if it was loaded.
    pub async fn kept<T: Send + Sync + 'static>(
        &self,
        (site, version): (SiteId, u64),
        name: &'static str,
        params: &str,
    ) -> Option<Arc<T>> {
        let (_, value) = self.entries.get(&(site, version, name, params.to_owned())).await?;
        value.downcast().ok()
    }

    async fn load<T, E, L, F>(&self, key: Key, load: L) -> Result<Value, Arc<E>>
    where
        T: Send + Sync + 'static,
        E: Send + Sync + 'static,
        L: FnOnce() -> F,
        F: Future<Output = Result<(T, u32), E>>,
    {
        let init = async {
            let (value, weight) = load().await?;
            Ok((weight, Arc::new(value) as Arc<dyn Any + Send + Sync>))
        };
        self.entries.try_get_with(key, init).await
    }
}
