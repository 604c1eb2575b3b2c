//! Request bodies: caps on the bytes under way, and files for the long ones, so that slow senders cost disk and not memory.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::hash::Hash;
use std::io::{self, SeekFrom};
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use bytes::{Bytes, BytesMut};
use futures_util::stream;
use http_body_util::BodyExt as _;
use platform::http::ClientAddress;
use platform::ids::SiteId;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of a body that stay in memory while it arrives. The rest of it is in a file.
const IN_MEMORY: usize = 256 * 1024;

/// Bytes that are read from a file at once.
const CHUNK: usize = 64 * 1024;

/// Longest wait for memory to work on a body that arrived.
const PATIENCE: Duration = Duration::from_secs(10);

const MIB: usize = 1 << 20;

/// Caps on the bytes of bodies under way, from the first byte to the response.
#[derive(Clone, Copy, Debug)]
pub struct BodyCaps {
    pub of_address: u64,
    pub of_site: u64,
    pub in_all: u64,
    /// MiB of memory for long bodies whose requests are worked on.
    pub memory_mib: usize,
}

impl Default for BodyCaps {
    fn default() -> Self {
        Self {
            of_address: 128 << 20,
            of_site: 256 << 20,
            in_all: 512 << 20,
            memory_mib: 96,
        }
    }
}

/// Error of reading a body.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    #[error("the request body is longer than its route allows")]
    TooLong,
    #[error("the request body ended early")]
    Broken,
    /// The caps are reached.
    #[error("too many request bytes are pending")]
    Busy,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The bodies under way in this process.
#[derive(Debug)]
pub struct Bodies {
    folder: PathBuf,
    caps: BodyCaps,
    taken: Mutex<Taken>,
    memory: Arc<Semaphore>,
    next: AtomicU64,
}

#[derive(Debug, Default)]
struct Taken {
    in_all: u64,
    by_address: HashMap<IpAddr, u64>,
    by_site: HashMap<SiteId, u64>,
}

/// Share of the caps held by a request's body until it is dropped.
#[derive(Debug)]
pub struct BodyShare {
    bodies: Arc<Bodies>,
    address: IpAddr,
    site: Option<SiteId>,
    bytes: u64,
    memory: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    /// `folder` holds the files, which have no name once they are open.
    pub fn new(folder: PathBuf, caps: BodyCaps) -> Arc<Self> {
        Arc::new(Self {
            folder,
            caps,
            taken: Mutex::default(),
            memory: Arc::new(Semaphore::new(caps.memory_mib)),
            next: AtomicU64::new(1),
        })
    }

    /// Reads up to `most` bytes of `body` for the handler.
    ///
    /// # Errors
    /// See [`BodyError`].
    pub async fn read(
        self: &Arc<Self>,
        mut body: Body,
        most: usize,
        address: ClientAddress,
        site: Option<SiteId>,
    ) -> Result<(Body, BodyShare), BodyError> {
        let mut share = BodyShare {
            bodies: Arc::clone(self),
            address: address.limit_key(),
            site,
            bytes: 0,
            memory: None,
        };
        let mut arrived = Arrived::default();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| BodyError::Broken)?;
            let Ok(data) = frame.into_data() else { continue };
            if arrived.bytes + data.len() > most {
                return Err(BodyError::TooLong);
            }
            if !share.take(data.len() as u64) {
                return Err(BodyError::Busy);
            }
            self.keep(&mut arrived, data).await?;
        }
        let body = match arrived.file {
            None => Body::from(arrived.start.freeze()),
            Some(file) => {
                share.memory = Some(self.memory_for(arrived.bytes).await?);
                file_body(file).await?
            }
        };
        Ok((body, share))
    }

    async fn keep(&self, arrived: &mut Arrived, data: Bytes) -> io::Result<()> {
        arrived.bytes += data.len();
        if arrived.file.is_none() && arrived.bytes > IN_MEMORY {
            let mut file = self.new_file().await?;
            file.write_all(&std::mem::take(&mut arrived.start)).await?;
            arrived.file = Some(file);
        }
        match &mut arrived.file {
            Some(file) => file.write_all(&data).await,
            None => {
                arrived.start.extend_from_slice(&data);
                Ok(())
            }
        }
    }

    /// Unnamed file, which disappears with the process.
    async fn new_file(&self) -> io::Result<File> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{}-{number}", std::process::id()));
        let folder = self.folder.clone();
        let opened = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(folder)?;
            let mut options = OpenOptions::new();
            let file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .open(&path)?;
            std::fs::remove_file(&path)?;
            Ok(file)
        });
        opened.await.map_err(io::Error::other)?.map(File::from_std)
    }

    async fn memory_for(&self, bytes: usize) -> Result<OwnedSemaphorePermit, BodyError> {
        // Twice the size, because handlers copy a file when they extract it from its form.
        let mib = (2 * bytes).div_ceil(MIB).min(self.caps.memory_mib);
        let mib = u32::try_from(mib).unwrap_or(u32::MAX);
        let permit = tokio::time::timeout(PATIENCE, Arc::clone(&self.memory).acquire_many_owned(mib));
        permit.await.ok().and_then(Result::ok).ok_or(BodyError::Busy)
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Received part of a body.
#[derive(Default)]
struct Arrived {
    bytes: usize,
    start: BytesMut,
    file: Option<File>,
}

async fn file_body(mut file: File) -> io::Result<Body> {
    file.flush().await?;
    file.seek(SeekFrom::Start(0)).await?;
    Ok(Body::from_stream(stream::try_unfold(file, |mut file| async {
        let mut chunk = BytesMut::with_capacity(CHUNK);
        let read = file.read_buf(&mut chunk).await?;
        io::Result::Ok((read > 0).then(|| (chunk.freeze(), file)))
    })))
}

impl BodyShare {
    /// Whether there is room for `bytes` more; they are taken then.
    fn take(&mut self, bytes: u64) -> bool {
        let Bodies { caps, .. } = &*self.bodies;
        let mut taken = self.bodies.taken();
        let Taken {
            in_all,
            by_address,
            by_site,
        } = &mut *taken;
        let of_address = by_address.get(&self.address).copied().unwrap_or(0) + bytes;
        let of_site = self.site.map(|site| by_site.get(&site).copied().unwrap_or(0) + bytes);
        if *in_all + bytes > caps.in_all
            || of_address > caps.of_address
            || of_site.is_some_and(|of_site| of_site > caps.of_site)
        {
            return false;
        }
        *in_all += bytes;
        by_address.insert(self.address, of_address);
        if let (Some(site), Some(of_site)) = (self.site, of_site) {
            by_site.insert(site, of_site);
        }
        self.bytes += bytes;
        true
    }
}

impl Drop for BodyShare {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut taken = self.bodies.taken();
        taken.in_all = taken.in_all.saturating_sub(self.bytes);
        release(&mut taken.by_address, self.address, self.bytes);
        if let Some(site) = self.site {
            release(&mut taken.by_site, site, self.bytes);
        }
    }
}

fn release<K: Eq + Hash>(taken: &mut HashMap<K, u64>, key: K, bytes: u64) {
    if let Some(of_key) = taken.get_mut(&key) {
        *of_key = of_key.saturating_sub(bytes);
        if *of_key == 0 {
            taken.remove(&key);
        }
    }
}

/// Whether `body` says that it is longer than `most` bytes.
pub fn is_declared_longer(body: &Body, most: usize) -> bool {
    body.size_hint().lower() > most as u64
}

/// Reads the rest of a refused request's body and keeps nothing, so that its sender gets the response instead of a reset. Stops
/// after `most` bytes.
pub fn discard(mut body: Body, most: usize) {
    if body.is_end_stream() {
        return;
    }
    let rest = async move {
        let mut bytes = 0;
        while let Some(Ok(frame)) = body.frame().await {
            bytes += frame.data_ref().map_or(0, Bytes::len);
            if bytes > most {
                break;
            }
        }
    };
    tokio::spawn(tokio::time::timeout(Duration::from_secs(30), rest));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(folder: &tempfile::TempDir) -> Arc<Bodies> {
        let caps = BodyCaps {
            of_address: 3 << 20,
            of_site: 5 << 20,
            in_all: 6 << 20,
            memory_mib: 4,
        };
        Bodies::new(folder.path().join("incoming"), caps)
    }

    fn address(last: u8) -> ClientAddress {
        ClientAddress(IpAddr::from([192, 0, 2, last]))
    }

    async fn content(body: Body) -> Bytes {
        body.collect().await.unwrap().to_bytes()
    }

    #[tokio::test]
    async fn long_bodies_arrive_complete_and_leave_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let bodies = bodies(&folder);
        for bytes in [0, 5, IN_MEMORY, IN_MEMORY + 1, 2 << 20] {
            let sent: Vec<u8> = (0..bytes).map(|at| u8::try_from(at % 251).unwrap()).collect();
            let (body, share) = bodies
                .read(Body::from(sent.clone()), 2 << 20, address(1), None)
                .await
                .unwrap();
            assert!(content(body).await == sent, "{bytes} bytes");
            assert_eq!(bodies.taken().in_all, bytes as u64);
            drop(share);
        }
        let left = std::fs::read_dir(folder.path().join("incoming")).unwrap();
        assert_eq!(left.count(), 0);
        assert!(bodies.taken().by_address.is_empty());
        let refused = bodies.read(Body::from(vec![0_u8; 11]), 10, address(1), None).await;
        assert!(matches!(refused, Err(BodyError::TooLong)));
    }

    #[tokio::test]
    async fn bodies_are_capped_by_address_site_and_process() {
        let folder = tempfile::tempdir().unwrap();
        let bodies = bodies(&folder);
        let site = |last: u8| {
            format!("00000000-0000-4000-8000-00000000000{last}")
                .parse::<SiteId>()
                .unwrap()
        };
        let (one, other) = (site(1), site(2));
        let send = async |last, site, bytes: usize| {
            let mut share = BodyShare {
                bodies: Arc::clone(&bodies),
                address: address(last).limit_key(),
                site: Some(site),
                bytes: 0,
                memory: None,
            };
            share.take(bytes as u64).then_some(share)
        };
        let first = send(1, one, 3 << 20).await.unwrap();
        assert!(send(1, other, 1).await.is_none(), "the address has its share");
        let second = send(2, one, 2 << 20).await.unwrap();
        assert!(send(3, one, 1).await.is_none(), "the site has its share");
        let third = send(3, other, 1 << 20).await.unwrap();
        assert!(send(4, other, 1).await.is_none(), "the process has its share");
        drop((first, second, third));
        assert!(send(4, other, 3 << 20).await.is_some());
    }
}
