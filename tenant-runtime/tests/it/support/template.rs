use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use tenant_runtime::SCHEMA;

/// The file that new sites are copied from. Every migration syncs the disk, so the tests of one build share what they yield.
pub async fn template() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let shared = folder.join("template.sqlite");
    if !is_of_this_build(&shared) {
        let made = NamedTempFile::new_in(folder).unwrap();
        SCHEMA.create(made.path()).await.unwrap();
        // Concurrent creators write the same content.
        made.persist(&shared).unwrap();
    }
    shared
}

fn is_of_this_build(file: &Path) -> bool {
    let written = |path: &Path| path.metadata().and_then(|about| about.modified());
    let build = std::env::current_exe().and_then(|tests| written(&tests)).unwrap();
    written(file).is_ok_and(|made| made > build)
}
