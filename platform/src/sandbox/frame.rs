//! Frames between a process and its workers: a length of four bytes, then the content. A request is two frames, the task's kind and
//! the task as MessagePack; its answer is one.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// Most bytes of a frame: an upload with room for its encoding, or all the sizes of a photograph.
pub(super) const MAX_BYTES: u32 = 64 << 20;

pub(super) fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    rmp_serde::to_vec_named(value).map_err(io::Error::other)
}

pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    rmp_serde::from_slice(bytes).map_err(io::Error::other)
}

/// The length that starts a frame.
///
/// # Errors
/// The frame is larger than [`MAX_BYTES`].
pub(super) fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes)
        .ok()
        .filter(|length| *length <= MAX_BYTES)
        .ok_or_else(|| io::Error::other("the frame is too large"))
}

pub(super) async fn write(socket: &mut (impl AsyncWrite + Unpin), frame: &[u8]) -> io::Result<()> {
    socket.write_all(&length(frame.len())?.to_le_bytes()).await?;
    socket.write_all(frame).await
}

pub(super) async fn read(socket: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let length = length(socket.read_u32_le().await? as usize)?;
    // Grows as bytes arrive, because the announced length isn't trusted.
    let mut frame = Vec::new();
    let count = socket.take(u64::from(length)).read_to_end(&mut frame).await?;
    if count < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(frame)
}
