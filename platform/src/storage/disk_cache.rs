//! Copies of objects on local disk, up to a number of bytes. Visitors get them while the object store is away.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

/// Bytes of the digest behind each copy.
const DIGEST: usize = 32;
/// After it is full, the cache is emptied to this share (percent), oldest copies first.
const KEPT: u64 = 80;

/// Folder of copies by key.
#[derive(Debug)]
pub struct DiskCache {
    root: PathBuf,
    capacity: u64,
    used: AtomicU64,
}

impl DiskCache {
    /// Uses `root`, a private folder, for up to `capacity` bytes.
    ///
    /// # Errors
    /// The folder can't be created or read.
    pub fn open(root: &Path, capacity: u64) -> io::Result<Self> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(root)?;
        let cache = Self {
            root: root.to_owned(),
            capacity,
            used: AtomicU64::new(0),
        };
        let used = cache.files()?.iter().map(|(_, size, _)| size).sum();
        cache.used.store(used, Ordering::Relaxed);
        Ok(cache)
    }

    /// The copy of an object. A damaged one is removed and counts as missing.
    pub(super) fn get(&self, key: &str) -> Option<Bytes> {
        let path = self.root.join(key);
        let mut copy = fs::read(&path).ok()?;
        let digest = copy.len().checked_sub(DIGEST).map(|at| copy.split_off(at));
        if digest.is_some_and(|digest| digest == Sha256::digest(&copy)[..]) {
            return Some(copy.into());
        }
        let _gone = fs::remove_file(path);
        None
    }

    /// Adds a copy, and removes the oldest ones if there are too many.
    pub(super) fn put(&self, key: &str, content: &Bytes) -> io::Result<()> {
        let size = (content.len() + DIGEST) as u64;
        if size > self.capacity {
            return Ok(());
        }
        let path = self.root.join(key);
        let folder = path.parent().unwrap_or(&self.root);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        // Renamed when it is whole. A leftover starts with a dot, which no key does.
        let unfinished = folder.join(format!(".{}", path.file_name().unwrap_or_default().to_string_lossy()));
        let mut file = fs::File::create(&unfinished)?;
        file.write_all(content)?;
        file.write_all(&Sha256::digest(content))?;
        fs::rename(unfinished, path)?;
        if self.used.fetch_add(size, Ordering::Relaxed) + size > self.capacity {
            self.shrink()?;
        }
        Ok(())
    }

    /// Keys below a prefix, with the sizes of the objects.
    pub(super) fn sizes(&self, prefix: &str) -> BTreeMap<String, u64> {
        let entries = fs::read_dir(self.root.join(prefix)).into_iter().flatten().flatten();
        let sized = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let size = entry.metadata().ok()?.len().checked_sub(DIGEST as u64)?;
            (!name.starts_with('.')).then(|| (format!("{prefix}/{name}"), size))
        };
        entries.filter_map(sized).collect()
    }

    /// Removes the copy of an object, or of all objects below a prefix.
    pub(super) fn remove(&self, key: &str) {
        let path = self.root.join(key);
        if fs::remove_file(&path).is_err() {
            let _missing = fs::remove_dir_all(path);
        }
    }

    fn shrink(&self) -> io::Result<()> {
        let mut files = self.files()?;
        files.sort_by_key(|(_, _, changed)| *changed);
        let mut used: u64 = files.iter().map(|(_, size, _)| size).sum();
        for (path, size, _) in files {
            if used <= self.capacity / 100 * KEPT {
                break;
            }
            fs::remove_file(path)?;
            used -= size;
        }
        self.used.store(used, Ordering::Relaxed);
        Ok(())
    }

    /// All files with size and time.
    fn files(&self) -> io::Result<Vec<(PathBuf, u64, SystemTime)>> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let metadata = entry.metadata()?;
                if metadata.is_dir() {
                    folders.push(entry.path());
                } else {
                    found.push((entry.path(), metadata.len(), metadata.modified()?));
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_verified_and_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache::open(folder.path(), 1000).unwrap();
        let content = Bytes::from(vec![7; 200]);
        cache.put("sites/a/uploads/1.png", &content).unwrap();
        assert_eq!(cache.get("sites/a/uploads/1.png").unwrap(), content);
        let listed = cache.sizes("sites/a/uploads");
        assert_eq!(
            listed.into_iter().collect::<Vec<_>>(),
            [("sites/a/uploads/1.png".to_owned(), 200)]
        );
        std::fs::write(folder.path().join("sites/a/uploads/1.png"), [7; 232]).unwrap();
        assert!(cache.get("sites/a/uploads/1.png").is_none(), "damaged");

        for at in 0..10 {
            cache.put(&format!("sites/b/uploads/{at}.png"), &content).unwrap();
        }
        let kept = DiskCache::open(folder.path(), 1000).unwrap();
        assert!(kept.used.load(Ordering::Relaxed) <= 1000);
        assert!(kept.get("sites/b/uploads/9.png").is_some());
        kept.remove("sites/b");
        assert!(kept.sizes("sites/b/uploads").is_empty());
    }
}
