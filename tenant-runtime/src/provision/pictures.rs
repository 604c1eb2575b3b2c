//! Images named in a manifest.

use std::collections::HashMap;

use platform::sandbox::SiteSandbox;
use platform::storage::TenantStorage;
use serde_json::Value;

use super::source::Source;
use crate::site;

/// Replaces each value `images/<file>` with the path of the stored picture. Errors name the place.
pub(super) async fn store_pictures(
    value: &mut Value,
    place: &str,
    source: &Source,
    (storage, sandbox): (&TenantStorage, &SiteSandbox),
    stored: &mut HashMap<String, String>,
) -> Result<(), (String, String)> {
    match value {
        Value::String(text) if text.starts_with("images/") => {
            let at = |message: String| (place.to_owned(), message);
            let name = &text["images/".len()..];
            if name.contains(['/', '\\']) || name.starts_with('.') {
                return Err(at(format!("{text} is not the name of a file in images/")));
            }
            if !stored.contains_key(name) {
                let content = source.picture(name).map_err(|error| at(format!("{text}: {error}")))?;
                let served = site::put_picture(storage, sandbox, name, content.into()).await;
                let served = served.map_err(|error| at(format!("{name}: {error}")))?;
                stored.insert(name.to_owned(), served);
            }
            if let Some(served) = stored.get(name) {
                *text = served.clone();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let place = format!("{place}[{index}]");
                Box::pin(store_pictures(item, &place, source, (storage, sandbox), stored)).await?;
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                let place = format!("{place}.{key}");
                Box::pin(store_pictures(field, &place, source, (storage, sandbox), stored)).await?;
            }
        }
        _ => {}
    }
    Ok(())
}
