//! App project: templates filled and packed with icons.

use std::io::{Cursor, Write as _};

use tenant_runtime::site::{HexColour, Square};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::fill::{Language, fill};
use super::{AppIds, Platform};

/// App to create a project for.
#[derive(Debug, Clone)]
pub(super) struct App {
    pub(super) name: String,
    pub(super) ids: AppIds,
    pub(super) team_id: Option<String>,
    /// Scheme and host of the site, such as `https://sparkle.example.com`.
    pub(super) origin: String,
    pub(super) brand: HexColour,
}

macro_rules! templates {
    ($platform:literal: $($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("templates/", $platform, "/", $path)))),+]
    };
}

const IOS: &[(&str, &str)] = templates!("ios":
    "README.txt",
    "App.xcodeproj/project.pbxproj",
    "App/Info.plist",
    "App/App.entitlements",
    "App/AppDelegate.swift",
    "App/SiteViewController.swift",
    "App/Site.swift",
    "App/en.lproj/InfoPlist.strings",
    "App/Assets.xcassets/Contents.json",
    "App/Assets.xcassets/AppIcon.appiconset/Contents.json",
    "App/Assets.xcassets/LaunchIcon.imageset/Contents.json",
    "App/Assets.xcassets/LaunchBackground.colorset/Contents.json",
);

const ANDROID: &[(&str, &str)] = templates!("android":
    "README.txt",
    "settings.gradle",
    "build.gradle",
    "gradle.properties",
    "gradle/wrapper/gradle-wrapper.properties",
    "app/build.gradle",
    "app/src/main/AndroidManifest.xml",
    "app/src/main/res/values/strings.xml",
    "app/src/main/res/values/colors.xml",
    "app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml",
);

/// Path and shape of the site's icon in a project.
type IconPlace = (&'static str, Square);

const fn plain(path: &'static str, pixels: u32) -> IconPlace {
    let is_masked = false;
    (path, Square { pixels, is_masked })
}

/// Foreground of an adaptive icon, whose edges the launcher crops.
const fn masked(path: &'static str, pixels: u32) -> IconPlace {
    let is_masked = true;
    (path, Square { pixels, is_masked })
}

const IOS_ICONS: &[IconPlace] = &[
    plain("App/Assets.xcassets/AppIcon.appiconset/icon-1024.png", 1024),
    plain("App/Assets.xcassets/LaunchIcon.imageset/launch-120.png", 120),
    plain("App/Assets.xcassets/LaunchIcon.imageset/launch-240.png", 240),
    plain("App/Assets.xcassets/LaunchIcon.imageset/launch-360.png", 360),
];

const ANDROID_ICONS: &[IconPlace] = &[
    plain("app/src/main/res/mipmap-mdpi/ic_launcher.png", 48),
    plain("app/src/main/res/mipmap-hdpi/ic_launcher.png", 72),
    plain("app/src/main/res/mipmap-xhdpi/ic_launcher.png", 96),
    plain("app/src/main/res/mipmap-xxhdpi/ic_launcher.png", 144),
    plain("app/src/main/res/mipmap-xxxhdpi/ic_launcher.png", 192),
    masked("app/src/main/res/mipmap-mdpi/ic_launcher_foreground.png", 108),
    masked("app/src/main/res/mipmap-hdpi/ic_launcher_foreground.png", 162),
    masked("app/src/main/res/mipmap-xhdpi/ic_launcher_foreground.png", 216),
    masked("app/src/main/res/mipmap-xxhdpi/ic_launcher_foreground.png", 324),
    masked("app/src/main/res/mipmap-xxxhdpi/ic_launcher_foreground.png", 432),
];

impl Platform {
    const fn templates(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Ios => IOS,
            Self::Android => ANDROID,
        }
    }

    const fn icons(self) -> &'static [IconPlace] {
        match self {
            Self::Ios => IOS_ICONS,
            Self::Android => ANDROID_ICONS,
        }
    }

    /// Sizes of the site's icon that [`pack`] needs.
    pub(super) fn squares(self) -> Vec<Square> {
        self.icons().iter().map(|(_, square)| *square).collect()
    }
}

impl App {
    fn values(&self) -> Vec<(&'static str, String)> {
        let (scheme, host) = self.origin.split_once("://").unwrap_or(("https", &self.origin));
        let name_of_host = host.split(':').next().unwrap_or_default();
        let [red, green, blue] = self.brand.rgb().map(|part| format!("{:.3}", f64::from(part) / 255.0));
        vec![
            ("name", self.name.clone()),
            ("bundle_id", self.ids.bundle_id.clone()),
            ("application_id", self.ids.application_id.clone()),
            ("team_id", self.team_id.clone().unwrap_or_default()),
            ("origin", self.origin.clone()),
            ("start_url", format!("{}/", self.origin)),
            ("scheme", scheme.to_owned()),
            ("host", name_of_host.to_owned()),
            ("brand", self.brand.to_string()),
            ("brand_red", red),
            ("brand_green", green),
            ("brand_blue", blue),
        ]
    }
}

/// Zips a project into one folder with its name. `icons`: one PNG for each of [`Platform::squares`].
pub(super) fn pack(
    platform: Platform,
    folder: &str,
    app: &App,
    icons: Vec<Vec<u8>>,
) -> Result<Vec<u8>, zip::result::ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let values = app.values();
    for (path, template) in platform.templates() {
        zip.start_file(format!("{folder}/{path}"), options)?;
        zip.write_all(fill(template, Language::of(path), &values).as_bytes())?;
    }
    for ((path, _), icon) in platform.icons().iter().zip(icons) {
        zip.start_file(format!("{folder}/{path}"), options)?;
        zip.write_all(&icon)?;
    }
    Ok(zip.finish()?.into_inner())
}
