//! Embeds the commit in the binary.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=SUDS_COMMIT");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    // Builders without the repository say it themselves.
    let commit = std::env::var_os("SUDS_COMMIT")
        .map(|commit| commit.to_string_lossy().into_owned())
        .or_else(|| git(&["log", "-1", "--format=%h %cs", "--abbrev=12"]));
    println!(
        "cargo:rustc-env=SUDS_COMMIT={}",
        commit.as_deref().unwrap_or("unknown commit")
    );
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| output.status.success() && !text.is_empty())
}
