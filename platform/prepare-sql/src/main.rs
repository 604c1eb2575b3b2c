//! Writes `<crate>/.sqlx`. `scripts/prepare-sql` runs it from the repository's root and passes a cache folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use prepare_sql::{CRATES, Describer, committed, migrations_digest};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match prepare().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("prepare-sql: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes missing or changed files and removes those that no source has anymore. Existing files stay valid while the
/// migrations are those of the last run.
async fn prepare() -> anyhow::Result<()> {
    let notes = PathBuf::from(std::env::args_os().nth(1).context("name a folder for notes")?);
    std::fs::create_dir_all(&notes)?;
    for (name, migrations) in CRATES {
        let (folder, migrations) = (Path::new(name), Path::new(migrations));
        let target = folder.join(".sqlx");
        let present = committed(folder)?;
        let (note, digest) = (notes.join(format!("{name}.migrations")), migrations_digest(migrations)?);
        let is_same_schema = std::fs::read_to_string(&note).is_ok_and(|last| last == digest);
        let known = if is_same_schema {
            present.clone()
        } else {
            BTreeMap::new()
        };
        let described = Describer::migrated(migrations).await?.describe(folder, &known).await?;
        let removed = present.keys().filter(|file| !described.contains_key(*file));
        let written = described
            .iter()
            .filter(|(file, text)| present.get(*file) != Some(*text));
        if !described.is_empty() {
            std::fs::create_dir_all(&target)?;
        }
        for file in removed {
            std::fs::remove_file(target.join(file))?;
            println!("removed {}", target.join(file).display());
        }
        for (file, text) in written {
            std::fs::write(target.join(file), text)?;
            println!("wrote {}", target.join(file).display());
        }
        std::fs::write(note, digest)?;
    }
    Ok(())
}
