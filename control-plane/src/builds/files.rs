//! Files of a build: their digest, and the list of those that are served.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::source_maps::MAP_ENDING;

/// Template of the pages.
pub(super) const SHELL: &str = "index.html";

/// Name of the object that lists a build's files. No file in a build has this extension.
pub(super) const FILE_LIST: &str = "files.list";

/// Files by name, each with its available compressed forms.
pub(super) type FileList = BTreeMap<String, Vec<Encoding>>;

/// Compression of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Value in `Accept-Encoding` and `Content-Encoding`.
    pub(super) fn token(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// File name without the extension of a compressed form.
    pub(super) fn strip_ending(name: &str) -> &str {
        name.strip_suffix(".br")
            .or_else(|| name.strip_suffix(".gz"))
            .unwrap_or(name)
    }
}

/// Digest of the names and contents of a build's files (hex).
pub(super) fn digest_of(files: &BTreeMap<String, Bytes>) -> String {
    let mut all = Sha256::new();
    for (name, contents) in files {
        all.update(name.as_bytes());
        all.update([0]);
        all.update(Sha256::digest(contents));
    }
    all.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Served files: all but the shell (rendered per site), source maps (private) and compressed variants.
pub(super) fn file_list<T>(files: &BTreeMap<String, T>) -> FileList {
    let has = |name: &str, encoding: Encoding| files.contains_key(&format!("{name}{}", encoding.ending()));
    files
        .keys()
        .filter(|name| Encoding::strip_ending(name) == name.as_str() && *name != SHELL && !name.ends_with(MAP_ENDING))
        .map(|name| {
            let encodings = [Encoding::Brotli, Encoding::Gzip]
                .into_iter()
                .filter(|e| has(name, *e))
                .collect();
            (name.clone(), encodings)
        })
        .collect()
}
