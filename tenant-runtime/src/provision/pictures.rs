//! Images named in a manifest.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use platform::storage::TenantStorage;
use serde_json::Value;

use crate::site;

/// Replaces each value `images/<file>` with the path of the stored picture. Errors name the place.
pub(super) async fn store_pictures(
    value: &mut Value,
    place: &str,
    folder: &Path,
    storage: &TenantStorage,
    stored: &mut HashMap<PathBuf, String>,
) -> Result<(), (String, String)> {
    match value {
        Value::String(text) if text.starts_with("images/") => {
            let at = |message: String| (place.to_owned(), message);
            let name = &text["images/".len()..];
            if name.contains(['/', '\\']) || name.starts_with('.') {
                return Err(at(format!("{text} is not the name of a file in images/")));
            }
            let file = folder.join("images").join(name);
            if !stored.contains_key(&file) {
                let content = std::fs::read(&file).map_err(|error| at(format!("{text}: {error}")))?;
                let served = site::put_picture(storage, name, content).await;
                let served = served.map_err(|error| at(format!("{name}: {error}")))?;
                stored.insert(file.clone(), served);
            }
            if let Some(served) = stored.get(&file) {
                served.clone_into(text);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                Box::pin(store_pictures(
                    item,
                    &format!("{place}[{index}]"),
                    folder,
                    storage,
                    stored,
                ))
                .await?;
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                Box::pin(store_pictures(
                    field,
                    &format!("{place}.{key}"),
                    folder,
                    storage,
                    stored,
                ))
                .await?;
            }
        }
        _ => {}
    }
    Ok(())
}
