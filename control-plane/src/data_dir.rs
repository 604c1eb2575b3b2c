//! Data directory: everything an installation stores, and the lock that limits it to one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use platform::ids::SiteId;

/// Reason why the data directory can't be used, as one line that names the directory.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    #[error("can't create data directory {}: {cause}", .path.display())]
    NotMade { path: PathBuf, cause: io::Error },
    #[error("can't write to data directory {}: {cause}", .path.display())]
    NotWritable { path: PathBuf, cause: io::Error },
    #[error(
        "no data directory {}; check SUDS_DATA_DIR or --data-dir, or create it with `suds serve`",
        .path.display()
    )]
    Missing { path: PathBuf },
    #[error(
        "data directory {} is open to other users (mode {mode:04o}); run `chmod 700 {}`",
        .path.display(),
        .path.display()
    )]
    Exposed { path: PathBuf, mode: u32 },
    #[error(
        "data directory {} belongs to user {owner}, and this process runs as user {user}; run `sudo -u {owner} suds …`",
        .path.display()
    )]
    AnotherUser { path: PathBuf, owner: String, user: String },
    #[error("data directory {} is in use by another suds process; stop that process first", .path.display())]
    InUse { path: PathBuf },
}

/// Paths in a data directory. They may not exist.
#[derive(Debug, Clone)]
pub struct DataDir {
    root: PathBuf,
}

impl DataDir {
    /// Refers to a data directory without touching it. A relative path is resolved once, against the working directory.
    pub fn at(root: &Path) -> Self {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
        Self { root }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn exists(&self) -> bool {
        self.root.is_dir()
    }

    /// Whether it is empty or doesn't exist: only then may it become a demo's.
    pub fn is_empty(&self) -> bool {
        fs::read_dir(&self.root)
            .map(|mut entries| entries.next().is_none())
            .unwrap_or(true)
    }

    pub fn control_database(&self) -> PathBuf {
        self.root.join("control.sqlite")
    }

    pub fn sites(&self) -> PathBuf {
        self.root.join("sites")
    }

    /// Folder of a site's database.
    pub fn site(&self, id: SiteId) -> PathBuf {
        self.sites().join(id.to_string())
    }

    /// Root of the local object store. Databases are never stored there.
    pub fn objects(&self) -> PathBuf {
        self.root.join("objects")
    }

    /// Default path of the master key, without `SUDS_MASTER_KEY_FILE`.
    pub fn master_key(&self) -> PathBuf {
        self.root.join("keys").join("master")
    }

    /// Copies of builds in use, for a store that can be away.
    pub fn local_builds(&self) -> PathBuf {
        self.root.join("cache").join("builds")
    }

    /// Copies of sites' pictures.
    pub fn picture_copies(&self) -> PathBuf {
        self.root.join("cache").join("pictures")
    }

    pub fn mail(&self) -> PathBuf {
        self.root.join("mail")
    }

    /// Copy of a site's database while an archive is written.
    pub fn snapshot(&self) -> PathBuf {
        self.root.join("snapshot.sqlite")
    }

    /// Database of a new backup while it is checked.
    pub fn checked_copy(&self) -> PathBuf {
        self.root.join("checked.sqlite")
    }

    pub fn socket(&self) -> PathBuf {
        self.root.join("suds.sock")
    }

    /// Newest instant that the installation has written.
    pub fn newest_instant(&self) -> PathBuf {
        self.root.join("clock")
    }

    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// Marks a directory created by `serve --demo`.
    pub fn demo_marker(&self) -> PathBuf {
        self.root.join("demo")
    }

    pub fn demo_credentials(&self) -> PathBuf {
        self.root.join("demo-credentials.json")
    }

    /// The test processor's append-only log of cards and charges.
    pub fn paystub_log(&self) -> PathBuf {
        self.root.join("paystub.log")
    }

    /// Creates the directory if it is missing, and locks it until the returned value is dropped.
    ///
    /// # Errors
    /// It can't be created or written, other users can access it, or another process holds it
    /// ([`DataDirError::InUse`]).
    pub fn hold(&self) -> Result<Held, DataDirError> {
        make_private_folder(&self.root).map_err(|cause| DataDirError::NotMade {
            path: self.root.clone(),
            cause,
        })?;
        let not_writable = |cause| DataDirError::NotWritable {
            path: self.root.clone(),
            cause,
        };
        let metadata = fs::metadata(&self.root).map_err(not_writable)?;
        let user = nix::unistd::geteuid();
        // Files of root or another user couldn't be opened by the server.
        if metadata.uid() != user.as_raw() {
            return Err(DataDirError::AnotherUser {
                path: self.root.clone(),
                owner: name_of(metadata.uid()),
                user: name_of(user.as_raw()),
            });
        }
        let mode = metadata.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            return Err(DataDirError::Exposed {
                path: self.root.clone(),
                mode,
            });
        }
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.lock())
            .map_err(not_writable)?;
        // Also the directory itself: someone may remove `lock`, and a new file of that name isn't locked.
        let folder = File::open(&self.root).map_err(not_writable)?;
        for file in [&lock, &folder] {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(DataDirError::InUse {
                        path: self.root.clone(),
                    });
                }
                Err(TryLockError::Error(cause)) => return Err(not_writable(cause)),
            }
        }
        // Only shows who holds the lock. The kernel holds the lock itself.
        lock.set_len(0)
            .and_then(|()| writeln!(lock, "{}", std::process::id()))
            .map_err(not_writable)?;
        for folder in [self.sites(), self.objects(), self.root.join("keys"), self.mail()] {
            make_private_folder(&folder).map_err(not_writable)?;
        }
        Ok(Held {
            dir: self.clone(),
            locked: [folder, lock],
        })
    }
}

/// Exclusive lock on the data directory, released on drop.
#[derive(Debug)]
pub struct Held {
    dir: DataDir,
    /// The directory and its file `lock`. Earlier versions lock only the file.
    locked: [File; 2],
}

impl Held {
    pub fn dir(&self) -> &DataDir {
        &self.dir
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Closing the file isn't enough: a process that is being started has a copy of the handle until its program is loaded.
        for file in &self.locked {
            if let Err(error) = file.unlock() {
                tracing::warn!(%error, "failed to release the lock on the data directory");
            }
        }
    }
}

/// Name of a user, or the ID as `sudo` takes it.
pub(crate) fn name_of(id: u32) -> String {
    let known = nix::unistd::User::from_uid(nix::unistd::Uid::from_raw(id));
    known.ok().flatten().map_or_else(|| format!("#{id}"), |user| user.name)
}

/// Creates a folder (and its parents) that only its owner can enter. An existing folder stays unchanged.
fn make_private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a rename or a new file in `folder` durable.
///
/// # Errors
/// The folder can't be opened or synced.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
