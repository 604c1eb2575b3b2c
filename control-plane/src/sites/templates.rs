//! Templates for new sites at the console: the declared merchants of a folder next to the installation.

use std::io;
use std::path::{Path as FilePath, PathBuf};

use platform::causes::Causes;
use serde::Serialize;
use serde_json::Value;
use tenant_runtime::provision::Manifest;
use tenant_runtime::site::{SiteConfig, Tones};
use utoipa::ToSchema;

/// Template for new sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteTemplate)]
pub(super) struct Template {
    /// Name for `POST /provider/sites`.
    name: String,
    company_name: String,
    /// First line of its shop.
    headline: String,
    /// Preview colors.
    tones: Tones,
    /// Path of an image at the console; null for none.
    pub(super) logo: Option<String>,
    /// Path of an image at the console; null for none.
    pub(super) picture: Option<String>,
}

/// The templates' folder, with a folder for each.
#[derive(Debug, Clone)]
pub struct Templates {
    root: PathBuf,
}

impl Templates {
    /// Templates in `root`; none if it doesn't exist.
    pub fn at(root: &FilePath) -> Self {
        // Once, because a process may change its working directory.
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        Self { root }
    }

    /// Folder of the template `name`, if it exists.
    pub(super) fn folder(&self, name: &str) -> Option<PathBuf> {
        let folder = self.root.join(plain(name)?);
        folder.join("site.json").is_file().then_some(folder)
    }

    /// Folder of the first template by name, if any.
    pub(super) fn first(&self) -> Option<PathBuf> {
        self.names().iter().find_map(|name| self.folder(name))
    }

    /// All templates, by name. One that can't be read is left out and logged.
    pub(super) fn all(&self) -> Vec<Template> {
        self.names().into_iter().filter_map(|name| self.read(name)).collect()
    }

    /// Names of all files and folders.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = match std::fs::read_dir(&self.root) {
            Ok(entries) => entries
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                tracing::warn!(path = %self.root.display(), %error, "failed to read the site templates");
                Vec::new()
            }
        };
        names.sort();
        names
    }

    fn read(&self, name: String) -> Option<Template> {
        let folder = self.folder(&name)?;
        let config = match Manifest::read(&folder) {
            Ok(manifest) => serde_json::from_value::<SiteConfig>(Value::Object(manifest.site_config)),
            Err(error) => {
                tracing::warn!(template = name, error = %Causes(&error), "failed to read a site template");
                return None;
            }
        };
        let config = match config {
            Ok(config) => config,
            Err(error) => {
                tracing::warn!(template = name, %error, "failed to read a site template");
                return None;
            }
        };
        let slide = config.carousel.first();
        let picture = slide.map_or(config.pwa_home_image.as_str(), |slide| slide.image.as_str());
        Some(Template {
            logo: served(&name, &config.logo),
            picture: served(&name, picture),
            headline: slide.map(|slide| slide.headline.clone()).unwrap_or_default(),
            tones: Tones::of(&config.brand),
            company_name: config.company_name,
            name,
        })
    }

    /// A template's picture with its media type.
    pub(super) fn picture(&self, name: &str, file: &str) -> io::Result<Option<(&'static str, Vec<u8>)>> {
        let (Some(folder), Some(file), Some(kind)) = (self.folder(name), plain(file), kind_of(file)) else {
            return Ok(None);
        };
        match std::fs::read(folder.join("images").join(file)) {
            Ok(content) => Ok(Some((kind, content))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A name that can't lead out of the folder.
fn plain(name: &str) -> Option<&str> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    is_plain.then_some(name)
}

fn kind_of(file: &str) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    Some(match &*ending.to_ascii_lowercase() {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        _ => return None,
    })
}

/// Served path of a template's image.
fn served(template: &str, picture: &str) -> Option<String> {
    let file = plain(picture.strip_prefix("images/")?)?;
    kind_of(file)?;
    Some(format!("/{template}/images/{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_the_folders_with_a_manifest() {
        let merchants = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../tenants");
        let templates = Templates::at(&merchants);
        let all = templates.all();
        let names: Vec<_> = all.iter().map(|template| &*template.name).collect();
        assert_eq!(names, ["bluewave", "foamco", "northstar", "sparkle", "tidal"]);
        for template in &all {
            assert!(!template.company_name.is_empty() && !template.headline.is_empty());
            let path = template.logo.as_deref().unwrap();
            let file = path.rsplit('/').next().unwrap();
            let (kind, content) = templates.picture(&template.name, file).unwrap().unwrap();
            assert!(kind.starts_with("image/") && !content.is_empty(), "{path}");
        }
        for (name, file) in [
            ("sparkle", "../site.json"),
            ("..", "logo.svg"),
            ("sparkle", "site.json"),
            ("sparkle", "none.svg"),
            ("none", "logo.svg"),
            ("", "logo.svg"),
        ] {
            assert!(templates.picture(name, file).unwrap().is_none(), "{name} {file}");
        }
        assert!(Templates::at(&merchants.join("nowhere")).all().is_empty());
    }
}
