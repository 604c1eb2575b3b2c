//! Sealing of archives: a short readable head, then the archive in the age format (<https://age-encryption.org/v1>).
//!
//! The head says which key opens the rest. It is three lines: the format, JSON, and a digest that detects accidental
//! changes. The sealed manifest repeats the digest, which authenticates the head.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Seek, SeekFrom, Write as _};
use std::iter;

use age::scrypt::{Identity, Recipient};
use age::stream::{StreamReader, StreamWriter};
use age::{DecryptError, Decryptor, Encryptor};
use data_encoding::{BASE64, HEXLOWER};
use platform::auth::password::Cost;
use platform::ids::SiteId;
use platform::keys::{MasterKey, Purpose, SiteKeys};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{ArchiveError, Passphrase};

/// Format version of new archives. Format 1 is the same zip file, unsealed and without a head.
pub(super) const FORMAT: u32 = 2;

/// Start of the first line. The format version follows.
const MAGIC: &str = "suds-archive ";
/// Maximum length of the head in bytes.
const LONGEST_HEAD: u64 = 4096;
/// First bytes of an archive of format 1, which is a zip file.
const ZIP: &[u8] = b"PK";

/// Binary logarithm of scrypt's cost for passphrases, and the maximum that is accepted: 128 MiB, OWASP's recommendation.
const WORK: u8 = 17;
/// The same for random keys and in tests.
const LITTLE_WORK: u8 = 8;

const SEAL: Purpose = Purpose("archive-seal");

/// Readable part of an archive.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Head {
    pub(super) site: SiteId,
    pub(super) lock: Lock,
}

/// Key that opens an archive.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Lock {
    /// The passphrase of the export.
    Passphrase {},
    /// The site's key, wrapped by the installation's master key (base64). The site's row isn't needed.
    Installation { wrapped: String },
}

/// Secret that seals one archive.
pub(super) struct Seal {
    secret: SecretString,
    work: u8,
}

impl Seal {
    pub(super) fn of_passphrase(passphrase: &Passphrase, cost: Cost) -> Self {
        Self {
            secret: passphrase.secret(),
            work: match cost {
                Cost::Standard => WORK,
                Cost::Fast => LITTLE_WORK,
            },
        }
    }

    /// The secret is random, so the lowest cost is enough.
    pub(super) fn of_site(keys: &SiteKeys) -> Self {
        Self {
            secret: HEXLOWER.encode(keys.derive(SEAL).expose()).into(),
            work: LITTLE_WORK,
        }
    }

    /// Writes the head. Returns the writer of the sealed part and the digest of the head. Derives a key from a passphrase:
    /// not for the threads that serve.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn begin(self, head: &Head, into: File) -> Result<(Sealing, String), ArchiveError> {
        let mut into = BufWriter::new(into);
        let text = format!("{MAGIC}{FORMAT}\n{}\n", serde_json::to_string(head)?);
        let digest = digest(text.as_bytes());
        writeln!(into, "{text}{digest}")?;
        Ok((self.writer(into)?, digest))
    }

    /// Seals what is written.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn writer(self, into: BufWriter<File>) -> Result<Sealing, ArchiveError> {
        let mut recipient = Recipient::new(self.secret);
        recipient.set_work_factor(self.work);
        let encryptor = Encryptor::with_recipients(iter::once(&recipient as _)).map_err(io::Error::other)?;
        Ok(encryptor.wrap_output(into)?)
    }

    /// Reads what this seal has sealed.
    ///
    /// # Errors
    /// [`DecryptError::DecryptionFailed`] if another secret sealed it.
    pub(super) fn reader(self, from: File) -> Result<StreamReader<File>, DecryptError> {
        let mut identity = Identity::new(self.secret);
        identity.set_max_work_factor(WORK);
        Decryptor::new(from)?.decrypt(iter::once(&identity as _))
    }
}

/// Writer of a sealed part. It is incomplete until [`finish`].
pub(super) type Sealing = StreamWriter<BufWriter<File>>;

/// Completes a sealed part. Returns the size of the archive in bytes.
///
/// # Errors
/// The disk fails.
pub(super) fn finish(sealing: Sealing) -> Result<u64, ArchiveError> {
    let mut file = sealing.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(file.seek(SeekFrom::End(0))?)
}

/// Source of an archive's parts.
pub(super) trait Source: Read + Seek + Send + Sync {}

impl<T: Read + Seek + Send + Sync> Source for T {}

/// An archive whose sealed part can be read.
pub(super) struct Unsealed {
    pub(super) source: Box<dyn Source>,
    /// Format that the file claims.
    pub(super) format: u32,
    /// Head with its digest; `None` in format 1.
    pub(super) head: Option<(Head, String)>,
}

/// Opens an archive of any supported format.
///
/// # Errors
/// It isn't an archive, is damaged, or its key is missing.
pub(super) fn open(file: File, passphrase: Option<&Passphrase>, master: &MasterKey) -> Result<Unsealed, ArchiveError> {
    let mut file = BufReader::new(file);
    if file.fill_buf()?.starts_with(ZIP) {
        return Ok(Unsealed {
            source: Box::new(file),
            format: 1,
            head: None,
        });
    }
    let (head, digest, length) = read_head(&mut file)?;
    let mut file = file.into_inner();
    file.seek(SeekFrom::Start(length))?;
    let seal = match &head.lock {
        Lock::Passphrase {} => {
            let passphrase = passphrase.ok_or(ArchiveError::PassphraseWanted)?;
            Seal::of_passphrase(passphrase, Cost::Standard)
        }
        Lock::Installation { wrapped } => {
            let wrapped = BASE64
                .decode(wrapped.as_bytes())
                .map_err(|_| damaged("unreadable keys"))?;
            let keys = master.unwrap(head.site, &wrapped);
            Seal::of_site(&keys.map_err(|_| ArchiveError::AnotherInstallation)?)
        }
    };
    let opened = seal.reader(file).map_err(|error| match (error, &head.lock) {
        (DecryptError::DecryptionFailed, Lock::Passphrase {}) => ArchiveError::WrongPassphrase,
        (error, _) => refused(error),
    })?;
    Ok(Unsealed {
        source: Box::new(opened),
        format: FORMAT,
        head: Some((head, digest)),
    })
}

/// The head, its digest and its length in bytes.
fn read_head(file: &mut BufReader<File>) -> Result<(Head, String, u64), ArchiveError> {
    let mut start = file.take(LONGEST_HEAD);
    let mut line = || {
        let mut line = Vec::new();
        start.read_until(b'\n', &mut line)?;
        Ok::<_, ArchiveError>(String::from_utf8(line).unwrap_or_default())
    };
    let (first, json, expected) = (line()?, line()?, line()?);
    let format = first.strip_prefix(MAGIC).and_then(|rest| rest.strip_suffix('\n'));
    let format = format.ok_or_else(|| damaged("it doesn't start like one"))?;
    let format: u32 = format.parse().map_err(|_| damaged("it doesn't start like one"))?;
    if format != FORMAT {
        return Err(ArchiveError::Format(format));
    }
    let digest = digest(format!("{first}{json}").as_bytes());
    if expected.strip_suffix('\n') != Some(&*digest) {
        return Err(damaged("its head was changed or is incomplete"));
    }
    let head = serde_json::from_str(&json).map_err(|_| damaged("its head is unreadable"))?;
    let length = (first.len() + json.len() + expected.len()) as u64;
    Ok((head, digest, length))
}

fn refused(error: DecryptError) -> ArchiveError {
    match error {
        DecryptError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => error.into(),
        DecryptError::ExcessiveWork { .. } => damaged("its passphrase needs too much memory"),
        _ => damaged("it was changed or is incomplete"),
    }
}

fn digest(text: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}

fn damaged(problem: &str) -> ArchiveError {
    ArchiveError::Damaged(problem.to_owned())
}
