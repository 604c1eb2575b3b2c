//! Source maps of a build, published with it but never served.

use std::collections::HashMap;

use platform::storage::{Objects, StorageError};
use sourcemap::SourceMap;

use super::crash_frames::Place;
use super::{Version, object_key};

/// Suffix of a source map's name.
pub(super) const MAP_ENDING: &str = ".map";

/// Reads each requested map once.
pub(super) struct SourceMaps {
    objects: Objects,
    known: HashMap<(Version, String), Option<SourceMap>>,
}

impl SourceMaps {
    pub(super) fn new(objects: Objects) -> Self {
        Self {
            objects,
            known: HashMap::new(),
        }
    }

    /// Source position of a position in a built file: `file:line:column`. `None` without a map or a mapping.
    pub(super) async fn source_of(&mut self, version: &Version, place: &Place) -> Result<Option<String>, StorageError> {
        let key = (version.clone(), place.file.clone());
        if !self.known.contains_key(&key) {
            let map = self.read(version, &place.file).await?;
            self.known.insert(key.clone(), map);
        }
        let map = self.known.get(&key).and_then(Option::as_ref);
        Ok(map.and_then(|map| source_in(map, place)))
    }

    async fn read(&self, version: &Version, file: &str) -> Result<Option<SourceMap>, StorageError> {
        let key = object_key(version, &format!("{file}{MAP_ENDING}"));
        let bytes = self.objects.get(&key).await?;
        // Other files' maps are still useful.
        Ok(bytes.and_then(|bytes| SourceMap::from_slice(&bytes).ok()))
    }
}

/// Browsers count from 1, source maps from 0.
fn source_in(map: &SourceMap, place: &Place) -> Option<String> {
    let line = place.line.checked_sub(1)?;
    let token = map.lookup_token(line, place.column.checked_sub(1)?)?;
    if token.get_dst_line() != line {
        return None;
    }
    let source = token.get_source()?;
    Some(format!(
        "{source}:{}:{}",
        token.get_src_line() + 1,
        token.get_src_col() + 1
    ))
}
