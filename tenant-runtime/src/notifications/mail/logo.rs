//! Logo for email programs, which don't support SVG: rendered as PNG once and stored next to it.

use crate::site::{DrawPicture, Picture, UPLOADS};
use crate::tenant::Tenant;

/// Width in pixels: twice the layout's, for high-density screens.
const WIDTH: u32 = 320;
const HEIGHT: u32 = 128;

/// Cache weight of a path.
const WEIGHT: u32 = 128;

/// Path of the image that an email shows for `logo`; `None` if email programs can't show it.
pub(super) async fn path(tenant: &Tenant, logo: &str) -> Option<String> {
    let (stem, ending) = logo.strip_prefix(UPLOADS)?.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "png" | "jpg" | "jpeg" | "gif" => Some(logo.to_owned()),
        "svg" => {
            let drawn = || async { Ok((draw_once(tenant, stem).await, WEIGHT)) };
            let drawn = tenant.cached("mail-logo", logo, drawn).await.ok()?;
            drawn.as_ref().clone()
        }
        _ => None,
    }
}

async fn draw_once(tenant: &Tenant, stem: &str) -> Option<String> {
    match try_draw_once(tenant, stem).await {
        Ok(path) => Some(path),
        Err(cause) => {
            tracing::warn!(cause, "failed to render the logo for emails");
            None
        }
    }
}

async fn try_draw_once(tenant: &Tenant, stem: &str) -> Result<String, String> {
    let storage = tenant.storage();
    let name = format!("{stem}.png");
    let key = format!("uploads/{name}");
    if !storage.exists(&key).await.map_err(|error| error.to_string())? {
        let svg = storage.get(&format!("uploads/{stem}.svg")).await;
        let svg = svg.map_err(|error| error.to_string())?.ok_or("it isn't stored")?;
        let drawn = tenant.sandbox().run(drawing(svg.to_vec())).await;
        let png = drawn.map_err(|error| error.to_string())??;
        storage
            .put(&key, png.into_vec())
            .await
            .map_err(|error| error.to_string())?;
    }
    Ok(format!("{UPLOADS}{name}"))
}

/// The SVG at the largest size that fits, centered in a transparent picture.
fn drawing(svg: Vec<u8>) -> DrawPicture {
    DrawPicture {
        picture: Picture {
            extension: "svg".to_owned(),
            content: svg.into(),
        },
        width: WIDTH,
        height: HEIGHT,
        edge: 0,
        ground: None,
        is_opaque: false,
    }
}
