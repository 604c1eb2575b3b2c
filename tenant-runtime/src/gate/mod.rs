//! Checks before every handler (host, site, app key, limit, caller), and request ID and metrics after it.

mod availability;
mod caller;
mod host;
mod mount;

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::Histogram;
use platform::db::unit_of_work;
use platform::http::{ApiError, Catalogue, ClientAddress, Limiter};
use platform::ids::{RequestId, SiteId};
use platform::tenancy::Site;
use subtle::ConstantTimeEq;
use tracing::{Instrument as _, Span};

pub use availability::HELD_RETRY;
pub use host::{InFlight, Reached, client_address, host_of, reach};
pub use mount::{Mounted, mount};

use availability::{closed_to, refuse_while_held};
use caller::{check_caller, check_staff};
use host::{Found, enter, find};

use crate::error::ErrorCode;
use crate::http::{
    AppKey, Caller, Captcha, HostKind, Person, Policy, RouteTemplate, StaffRegister, repeatable, unknown_site,
};
use crate::identity::{self, CaptchaDemand};
use crate::runtime::{BodyError, BodyShare, SharedRuntime, discard, is_declared_longer};
use crate::tenant::Tenant;
use crate::{language, site};

/// Response of a site, for code that counts responses by build. It is an extension of each one.
#[derive(Clone, Debug)]
pub struct SiteResponse {
    pub site: Arc<Site>,
    pub address: ClientAddress,
    pub method: Method,
    /// Path template, such as `/api/v1/orders/{transRecordId}`.
    pub route: Arc<str>,
}

/// The gate of one route. What does not change from request to request is looked up once.
struct Gate {
    runtime: SharedRuntime,
    staff: Arc<dyn StaffRegister>,
    policy: Policy,
    template: RouteTemplate,
    limiter: Arc<Limiter>,
    /// Response times by the first digit of the status, starting with 2.
    seconds: [OnceLock<Histogram>; 4],
}

impl Gate {
    fn new(runtime: &SharedRuntime, staff: &Arc<dyn StaffRegister>, policy: Policy, template: &str) -> Self {
        Self {
            runtime: Arc::clone(runtime),
            staff: Arc::clone(staff),
            policy,
            template: RouteTemplate(template.into()),
            limiter: runtime.limits.limiter(policy.limit),
            seconds: Default::default(),
        }
    }

    fn measure(&self, status: StatusCode, started: Instant) {
        let (number, class) = match status.as_u16() / 100 {
            2 => (0, "2xx"),
            3 => (1, "3xx"),
            4 => (2, "4xx"),
            _ => (3, "5xx"),
        };
        let histogram = self.seconds[number].get_or_init(|| {
            let labels = [("route", self.template.0.to_string()), ("status", class.to_owned())];
            metrics::histogram!("suds_request_seconds", &labels)
        });
        histogram.record(started.elapsed().as_secs_f64());
    }
}

async fn gate(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = RequestId::generate(&*gate.runtime.random);
    let address = client_address(&gate.runtime, request.extensions(), request.headers());
    let site = locate(&gate, request.headers(), request.uri(), address).await;
    // The template, never the path or query: those may hold personal data.
    let span = request_span(
        &id,
        request.method(),
        &gate.template.0,
        site.as_ref().ok().and_then(Option::as_deref),
    );
    unit_of_work(answer(&gate, id, started, address, site, request, next))
        .instrument(span)
        .await
}

/// Log span of a request.
pub fn request_span(id: &RequestId, method: &Method, route: &str, site: Option<&Site>) -> Span {
    tracing::info_span!(
        "request",
        otel.kind = "server",
        request.id = id.as_str(),
        site.id = site.map(|site| tracing::field::display(site.id)),
        http.request.method = %method,
        http.route = route,
    )
}

async fn answer(
    gate: &Gate,
    id: RequestId,
    started: Instant,
    address: ClientAddress,
    site: Result<Option<Arc<Site>>, ApiError>,
    mut request: Request,
    next: Next,
) -> Response {
    let method = request.method().clone();
    let is_get = method == Method::GET;
    let wish = language::accept_language(request.headers()).cloned();
    let admitted = match site {
        Ok(Some(site)) => admit(gate, &id, address, site, &mut request).await,
        Ok(None) => admit_at_console(gate, address, &mut request).await,
        Err(refusal) => Err(refusal),
    };
    let tenant = request.extensions().get::<Tenant>().cloned();
    let mut response = match admitted {
        Ok(_admitted) => next.run(request).await,
        Err(refusal) => {
            let refused = refusal.into_response();
            // The rest of a body that is too long isn't waited for. A client that waits for permission to send its body sends none now.
            let sends_the_rest =
                refused.status() != StatusCode::PAYLOAD_TOO_LARGE && !request.headers().contains_key(header::EXPECT);
            if sends_the_rest {
                let most = gate.policy.most_bytes(request.method());
                discard(std::mem::take(request.body_mut()), most);
            }
            refused
        }
    };
    protect(&gate.policy, response.headers_mut());
    let status = response.status();
    if status.is_server_error() || !(is_get && status.is_success()) {
        let took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(status = status.as_u16(), took_ms, "request completed");
    }
    gate.measure(status, started);
    if let Some(tenant) = &tenant {
        response.extensions_mut().insert(SiteResponse {
            site: Arc::clone(&tenant.site),
            address,
            method,
            route: Arc::clone(&gate.template.0),
        });
    }
    let catalogue = if status.is_success() {
        None
    } else {
        catalogue(tenant.as_ref(), wish.as_ref()).await
    };
    id.stamp(response, catalogue)
}

/// Catalog for an error response.
async fn catalogue(tenant: Option<&Tenant>, wish: Option<&HeaderValue>) -> Option<&'static Catalogue> {
    let saved = match tenant {
        Some(tenant) => site::saved_config(tenant).await.ok(),
        None => None,
    };
    let locale = match saved {
        Some(saved) => saved.config.locale_asked(wish),
        None => language::of_no_site(wish),
    };
    locale.language().catalogue()
}

/// Browsers and proxies cache nothing unless the route allows it, and never personal data.
fn protect(policy: &Policy, headers: &mut HeaderMap) {
    if policy.caller > Caller::Optional || !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

/// Site of a request. `None`: the console, if the route has a page there. Rate limits apply before any data of the site
/// is read.
async fn locate(
    gate: &Gate,
    headers: &HeaderMap,
    uri: &Uri,
    address: ClientAddress,
) -> Result<Option<Arc<Site>>, ApiError> {
    gate.limiter.check(address)?;
    let found = find(&gate.runtime, headers, uri).await?;
    match (found, gate.policy.host) {
        (Found::Site(site), HostKind::Site | HostKind::Either) => Ok(Some(site)),
        (Found::Console, HostKind::Console | HostKind::Either) => Ok(None),
        (Found::Base, HostKind::Site | HostKind::Either) => Err(unknown_site()),
        _ => Err(ApiError::not_found()),
    }
}

/// Resources held by a request until its response.
struct Admitted {
    _under_way: Option<InFlight>,
    _body: Option<BodyShare>,
}

/// Lets a request in, step by step: cheap checks first, and nothing of a site is opened for those who belong elsewhere or send too
/// much. A body is read once its sender is known, where the route wants to know them.
async fn admit(
    gate: &Gate,
    id: &RequestId,
    address: ClientAddress,
    mut site: Arc<Site>,
    request: &mut Request,
) -> Result<Admitted, ApiError> {
    let Gate { runtime, policy, .. } = gate;
    if policy.app_key == AppKey::Required {
        check_app_key(request.headers(), &site)?;
    }
    if identity::brings_view_token(request.headers()) && !policy.may_be_viewed(request.method()) {
        return Err(ErrorCode::ReadOnly.because("You have read-only access to this site."));
    }
    check_declared_length(policy, request)?;
    let is_named = caller::is_named(policy, request.headers());
    let mut body = None;
    // While no request counts as in flight, so that slow senders do not use up the site's share.
    if !is_named {
        (site, body) = read_body_for_site(gate, address, site, request).await?;
    }
    let (tenant, mut under_way) = enter(runtime, Arc::clone(&site)).await?;
    let mut tenant = tenant.part_of(Some(id.clone()));
    request.extensions_mut().insert(tenant.clone());
    refuse_while_held(policy, &tenant, request.method())?;
    let closed = closed_to(policy, &tenant, request.headers()).await?;
    check_caller(gate, &tenant, request, closed).await?;
    if is_named && !request.body().is_end_stream() {
        // A slow sender doesn't keep the site's file open either.
        request.extensions_mut().remove::<Tenant>();
        drop((tenant, under_way));
        (site, body) = read_body_for_site(gate, address, site, request).await?;
        let (again, place) = enter(runtime, site).await?;
        (tenant, under_way) = (again.part_of(Some(id.clone())), place);
        request.extensions_mut().insert(tenant.clone());
        refuse_while_held(policy, &tenant, request.method())?;
        // The session may have ended while the body arrived, and the shop may have closed.
        let closed = closed_to(policy, &tenant, request.headers()).await?;
        check_caller(gate, &tenant, request, closed).await?;
    }
    if request.method() != Method::GET {
        request.extensions_mut().insert(gate.template.clone());
    }
    request.extensions_mut().insert(address);
    if policy.captcha != Captcha::Never {
        let asked = CaptchaDemand {
            when: policy.captcha,
            address,
            customer_id: request.extensions().get::<Person>().map(|person| person.id),
            repeatable: policy
                .takes_idempotency_key
                .then(|| repeatable(request, tenant.keys()))
                .flatten(),
        };
        Box::pin(identity::demand_captcha(&tenant, request.headers(), asked)).await?;
    }
    Ok(Admitted {
        _under_way: Some(under_way),
        _body: body,
    })
}

/// # Errors
/// 413 for a body whose declared length is too much, before anything of it is read.
fn check_declared_length(policy: &Policy, request: &Request) -> Result<(), ApiError> {
    if is_declared_longer(request.body(), policy.most_bytes(request.method())) {
        return Err(ApiError::too_large());
    }
    Ok(())
}

/// Reads a body, and resolves the site again: it may be suspended, moved or held by then.
async fn read_body_for_site(
    gate: &Gate,
    address: ClientAddress,
    site: Arc<Site>,
    request: &mut Request,
) -> Result<(Arc<Site>, Option<BodyShare>), ApiError> {
    let Some(body) = read_body(gate, address, Some(site.id), request).await? else {
        return Ok((site, None));
    };
    match find(&gate.runtime, request.headers(), request.uri()).await? {
        Found::Site(current) if current.id == site.id => Ok((current, Some(body))),
        _ => Err(unknown_site()),
    }
}

/// Replaces the body of `request` by the whole one, once it has arrived.
async fn read_body(
    gate: &Gate,
    address: ClientAddress,
    site: Option<SiteId>,
    request: &mut Request,
) -> Result<Option<BodyShare>, ApiError> {
    if request.body().is_end_stream() {
        return Ok(None);
    }
    let most = gate.policy.most_bytes(request.method());
    let body = std::mem::take(request.body_mut());
    let read = Box::pin(gate.runtime.bodies.read(body, most, address, site)).await;
    let (body, share) = read.map_err(|error| match error {
        BodyError::TooLong => ApiError::too_large(),
        BodyError::Broken => ApiError::malformed("We couldn't read the request body."),
        BodyError::Busy => ApiError::busy(),
        BodyError::Io(error) => ApiError::internal(error),
    })?;
    *request.body_mut() = body;
    Ok(Some(share))
}

/// The same at the console, where no site is opened.
async fn admit_at_console(gate: &Gate, address: ClientAddress, request: &mut Request) -> Result<Admitted, ApiError> {
    check_declared_length(&gate.policy, request)?;
    check_staff(gate, request).await?;
    // After the caller is known, because staff can send long bodies, such as a site's backup.
    let body = read_body(gate, address, None, request).await?;
    if body.is_some() {
        // The session may have ended while the body arrived.
        check_staff(gate, request).await?;
    }
    request.extensions_mut().insert(address);
    Ok(Admitted {
        _under_way: None,
        _body: body,
    })
}

fn check_app_key(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let sent = headers
        .get("app-key")
        .or_else(|| headers.get("app_key"))
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    if bool::from(sent.ct_eq(site.app_key.as_bytes())) {
        Ok(())
    } else {
        Err(ErrorCode::WrongAppKey.because("This app key doesn't belong to this site."))
    }
}
