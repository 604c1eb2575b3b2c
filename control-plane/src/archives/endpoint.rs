//! `POST /provider/sites/{id}/export`: downloads the output of `suds site export` from the console.

use std::fs::File;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Extension;
use axum::response::IntoResponse;
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, stream};
use http::{HeaderValue, header};
use jiff::tz::TimeZone;
use platform::http::{ApiError, Json, Path};
use platform::ids::SiteId;
use platform::tenancy::Lookup;
use secrecy::SecretString;
use serde::Deserialize;
use tenant_runtime::error::Fault;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::site;
use tokio::io::AsyncReadExt as _;
use utoipa::ToSchema;

use super::{Passphrase, Purpose, export};
use crate::plane::ControlPlane;
use crate::sites;
use crate::staff::demand_password;

/// Bytes of an archive held in memory per reader.
const PIECE: usize = 256 * 1024;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SiteExport {
    /// Passphrase of the archive, at least 12 characters. It can't be recovered.
    #[schema(value_type = String)]
    passphrase: Passphrase,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    /// Whether the site moves to another installation. It is then suspended and held here.
    #[serde(default, rename = "move")]
    is_move: bool,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let take_away = Policy::staff(StaffRole::Operator, limits::WRITE);
    Routes::default().call(routes!(export_provider_site), take_away)
}

/// Export a site to a file
///
/// Archive for `suds site import`: database, images, settings and keys, encrypted with the passphrase. Needs your password.
#[utoipa::path(post, path = "/provider/sites/{id}/export", tag = "provider", params(("id" = String, Path)),
    request_body = SiteExport, responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>)))]
async fn export_provider_site(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<SiteId>,
    Json(asked): Json<SiteExport>,
) -> Result<impl IntoResponse, ApiError> {
    let site = sites::of_environment(&mut plane.db.read().await?, &staff.environment, id).await?;
    let site = site.ok_or_else(ApiError::not_found)?;
    demand_password(&plane, &staff, asked.password).await?;
    let purpose = if asked.is_move { Purpose::Move } else { Purpose::Copy };
    let (archive, bytes) = export::export_unnamed(&plane, &site, (&asked.passphrase, purpose), &staff.id).await?;
    let day = day_at(&plane, id).await;
    let name = format!("attachment; filename=\"{}-{day}.suds\"", site.subdomain);
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/octet-stream"),
        ),
        (header::CONTENT_LENGTH, HeaderValue::from(bytes)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(name).map_err(Fault::internal)?,
        ),
    ];
    Ok((headers, Body::from_stream(pieces(archive))))
}

/// The current day at the site, or in UTC if its time zone can't be read.
async fn day_at(plane: &ControlPlane, id: SiteId) -> String {
    let zone = async {
        let entry = plane.directory_entry(&Lookup::Id(id)).await.ok()??;
        let open = plane.open_sites().open(&entry).await.ok()?;
        site::time_zone(&mut open.read().await.ok()?).await.ok()
    };
    let now = plane.now().to_zoned(zone.await.unwrap_or(TimeZone::UTC));
    now.strftime("%Y%m%d").to_string()
}

fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(tokio::fs::File::from_std(file), async |mut file| {
        let mut piece = BytesMut::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok((read > 0).then(|| (piece.freeze(), file)))
    })
}
