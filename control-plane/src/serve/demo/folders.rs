//! Detects whether a merchant's folder has changed since the demo created its site.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use platform::ids::Subdomain;
use sha2::{Digest as _, Sha256};

use super::{DemoError, marks};
use crate::data_dir::DataDir;

/// Whether the folder has changed since its site was created. A site of an earlier version, which didn't record its
/// folder, counts as created from this one.
///
/// # Errors
/// The folder or the demo's mark can't be read, or the mark can't be written.
pub(super) fn is_changed(dir: &DataDir, folder: &Path, site: &Subdomain) -> Result<bool, DemoError> {
    let name = format!("folder of {site}: ");
    let digest = digest_of(folder)?;
    match marks::find(dir, &name)? {
        Some(known) => Ok(known != digest),
        None => {
            marks::set(dir, &format!("{name}{digest}"))?;
            Ok(false)
        }
    }
}

/// Digest of the names and contents of all files.
fn digest_of(folder: &Path) -> Result<String, DemoError> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    for path in files {
        let content = std::fs::read(&path).map_err(|cause| DemoError::File {
            path: path.clone(),
            cause,
        })?;
        let name = path
            .strip_prefix(folder)
            .unwrap_or(&path)
            .to_string_lossy()
            .into_owned();
        hash.update(format!("{name}\n{}\n", content.len()));
        hash.update(content);
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), DemoError> {
    let failed = |cause| DemoError::File {
        path: folder.to_owned(),
        cause,
    };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::mark;
    use super::*;

    #[test]
    fn folder_counts_as_changed_once_a_file_differs_from_its_site() {
        let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let dir = DataDir::at(data.path());
        let site: Subdomain = "sparkle".parse().unwrap();
        mark(&dir).unwrap();
        std::fs::create_dir(folder.path().join("images")).unwrap();
        std::fs::write(folder.path().join("site.json"), "{}").unwrap();
        std::fs::write(folder.path().join("images/logo.svg"), "<svg/>").unwrap();
        let changed = || is_changed(&dir, folder.path(), &site).unwrap();
        assert_eq!([changed(), changed()], [false; 2]);
        std::fs::write(folder.path().join("images/logo.svg"), "<svg />").unwrap();
        assert_eq!([changed(), changed()], [true; 2]);
        std::fs::write(folder.path().join("images/logo.svg"), "<svg/>").unwrap();
        assert!(!changed());
    }
}
