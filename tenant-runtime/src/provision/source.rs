//! Source of a manifest: a merchant's folder, or a template compiled into this build.

use std::io;
use std::path::{Path, PathBuf};

/// Origin of a manifest and of the pictures that it names.
#[derive(Clone, Debug)]
pub enum Source {
    /// Folder of a merchant with `site.json` and `images/`.
    Folder(PathBuf),
    /// Template of this build.
    Template {
        name: &'static str,
        /// Contents by file name.
        pictures: &'static [(&'static str, &'static [u8])],
    },
}

impl Default for Source {
    fn default() -> Self {
        Self::Template {
            name: "blank",
            pictures: &[],
        }
    }
}

impl Source {
    /// Author of a config's first revision in the version history.
    pub(super) const fn saved_by(&self) -> &'static str {
        match self {
            Self::Folder(_) => "manifest",
            Self::Template { .. } => "template",
        }
    }

    /// Path of the manifest in errors.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join("site.json"),
            Self::Template { name, .. } => PathBuf::from(format!("template {name}")),
        }
    }

    /// Folder of the merchant, if it is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Template { .. } => None,
        }
    }

    /// Content of the picture `name`, which is a file name.
    pub(super) fn picture(&self, name: &str) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => std::fs::read(folder.join("images").join(name)),
            Self::Template { pictures, .. } => pictures
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, content)| content.to_vec())
                .ok_or_else(|| io::ErrorKind::NotFound.into()),
        }
    }
}
