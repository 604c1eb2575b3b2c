//! Certificates of the hosts that visitors use, as a browser would see them.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use platform::http::certificates::NO_CERTIFICATES;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};
use tokio::net::{TcpStream, ToSocketAddrs};
use tokio_rustls::TlsConnector;

use super::check::{Check, named};
use crate::plane::ControlPlane;
use crate::sites::{SiteRecord, SiteState};

const NAME: &str = "certificates";
/// Timeout for one host.
const PATIENCE: Duration = Duration::from_secs(5);
/// Hosts that are asked at the same time.
const AT_ONCE: usize = 16;
/// Time before the expiry that needs attention. Automatic renewals happen earlier.
const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);
/// A time at which every certificate has expired: a verification then tells its expiry.
const FAR: Duration = Duration::from_secs(200 * 365 * 24 * 3600);

/// Result for one host.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    Valid {
        until: Option<Timestamp>,
    },
    /// Browsers reject it, with the reason.
    Invalid(String),
    /// No connection, with the reason.
    Unreachable(String),
}

/// Certificates of the console and of the sites' custom domains. A reverse proxy holds them.
pub(super) async fn checks(plane: &ControlPlane, sites: &[SiteRecord]) -> Vec<Check> {
    if !plane.is_https() {
        return vec![Check::ok(NAME, "not checked, because SUDS_ORIGIN isn't https")];
    }
    let loaded = rustls_native_certs::load_native_certs().certs;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(loaded);
    if roots.is_empty() {
        return vec![Check::warn(NAME, NO_CERTIFICATES, "then run `suds doctor` again")];
    }
    let live = sites.iter().filter(|site| site.state == SiteState::Active);
    let mut hosts: Vec<String> = live.filter_map(|site| site.custom_domain.clone()).collect();
    hosts.push(format!("console.{}", plane.base_domain()));
    let (roots, now) = (Arc::new(roots), plane.now());
    let asked = stream::iter(hosts).map(|host| {
        let roots = Arc::clone(&roots);
        async move {
            let verdict = verdict(&host, (&*host, 443), roots, now).await;
            (host, verdict)
        }
    });
    judge(asked.buffer_unordered(AT_ONCE).collect().await, now)
}

fn judge(mut found: Vec<(String, Verdict)>, now: Timestamp) -> Vec<Check> {
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut checks = Vec::new();
    let mut valid = 0;
    let mut soon = Vec::new();
    for (host, verdict) in found {
        match verdict {
            Verdict::Valid { until: Some(until) } if until < now + SOON => {
                soon.push(format!("{host} ({})", day(until)));
            }
            Verdict::Valid { .. } => valid += 1,
            Verdict::Invalid(reason) => {
                let fix = "check the host's certificate in your reverse proxy, and the proxy's log";
                checks.push(Check::fail(NAME, format!("{host}: {reason}"), fix));
            }
            Verdict::Unreachable(reason) => {
                let fix = "check the host's DNS records, the proxy and the firewall, or ask from another machine";
                checks.push(Check::warn(NAME, format!("{host} can't be reached: {reason}"), fix));
            }
        }
    }
    if !soon.is_empty() {
        let fix = "check why your reverse proxy doesn't renew them";
        checks.push(Check::warn(NAME, format!("expire soon: {}", named(&soon)), fix));
    }
    if checks.is_empty() {
        checks.push(Check::ok(NAME, format!("{valid} hosts have a valid one")));
    }
    checks
}

fn day(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).date().to_string()
}

/// Connects to `host` at `address` and verifies its certificate with `roots` at the time `now`.
async fn verdict(host: &str, address: impl ToSocketAddrs, roots: Arc<RootCertStore>, now: Timestamp) -> Verdict {
    match tokio::time::timeout(PATIENCE, asked(host, address, roots, now)).await {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(error)) => Verdict::Unreachable(error.to_string()),
        Err(_) => Verdict::Unreachable("no response".to_owned()),
    }
}

async fn asked(
    host: &str,
    address: impl ToSocketAddrs,
    roots: Arc<RootCertStore>,
    now: Timestamp,
) -> io::Result<Verdict> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let provider = Arc::new(aws_lc_rs::default_provider());
    let inner = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
    let witness = Arc::new(Witness {
        inner: inner.build().map_err(io::Error::other)?,
        now: UnixTime::since_unix_epoch(Duration::from_secs(u64::try_from(now.as_second()).unwrap_or_default())),
        seen: Mutex::default(),
    });
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::clone(&witness) as Arc<dyn ServerCertVerifier>)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    let connected = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let seen = witness.seen.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (seen, connected) {
        (Some(verdict), _) => Ok(verdict),
        (None, Err(error)) => Err(error),
        (None, Ok(_)) => Ok(Verdict::Invalid("the server showed none".to_owned())),
    }
}

/// Verifies like a browser, but continues the handshake with any server, because nothing is sent over the connection.
#[derive(Debug)]
struct Witness {
    inner: Arc<WebPkiServerVerifier>,
    now: UnixTime,
    seen: Mutex<Option<Verdict>>,
}

impl Witness {
    fn verify(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        at: UnixTime,
    ) -> Result<(), TlsError> {
        let verified = self.inner.verify_server_cert(certificate, intermediates, name, &[], at);
        verified.map(|_| ())
    }
}

impl ServerCertVerifier for Witness {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        let later = UnixTime::since_unix_epoch(Duration::from_secs(self.now.as_secs()) + FAR);
        let until = match self.verify(certificate, intermediates, name, later) {
            Err(TlsError::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. })) => {
                i64::try_from(not_after.as_secs()).ok()
            }
            _ => None,
        };
        let until = until.and_then(|seconds| Timestamp::from_second(seconds).ok());
        let verdict = match self.verify(certificate, intermediates, name, self.now) {
            Ok(()) => Verdict::Valid { until },
            Err(error) => Verdict::Invalid(reason(&error, until)),
        };
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.inner.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.inner.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}

fn reason(error: &TlsError, until: Option<Timestamp>) -> String {
    let TlsError::InvalidCertificate(problem) = error else {
        return error.to_string();
    };
    match problem {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            let until = until.map(|until| format!(" on {}", day(until))).unwrap_or_default();
            format!("it expired{until}")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for other names".to_owned()
        }
        CertificateError::UnknownIssuer => "no authority that this machine trusts issued it".to_owned(),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it isn't valid yet; compare this machine's clock".to_owned()
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use rustls::ServerConfig;
    use rustls::pki_types::PrivateKeyDer;
    use rustls::pki_types::pem::PemObject as _;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;

    use super::super::check::CheckState;
    use super::*;

    fn certificate(pem: &str) -> CertificateDer<'static> {
        CertificateDer::from_pem_slice(pem.as_bytes()).unwrap()
    }

    fn roots(pem: &str) -> Arc<RootCertStore> {
        let mut roots = RootCertStore::empty();
        roots.add(certificate(pem)).unwrap();
        Arc::new(roots)
    }

    /// A server whose certificate is for shop.example.com, until 2027-11-27.
    async fn server() -> std::net::SocketAddr {
        let key = PrivateKeyDer::from_pem_slice(include_bytes!("certificates/server-key.pem")).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate(include_str!("certificates/server.pem"))], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(acceptor.accept(stream));
            }
        });
        address
    }

    #[tokio::test]
    async fn certificate_is_judged_by_name_issuer_and_expiry() {
        let address = server().await;
        let authority = roots(include_str!("certificates/authority.pem"));
        let ask = |host: &'static str, roots: &Arc<RootCertStore>, now: &str| {
            verdict(host, address, Arc::clone(roots), now.parse().unwrap())
        };
        let host = "shop.example.com";
        let valid = ask(host, &authority, "2027-03-01T00:00:00Z").await;
        let Verdict::Valid { until: Some(until) } = valid else {
            panic!("{valid:?}")
        };
        assert_eq!(day(until), "2027-11-27");
        let invalid = |text: &str| Verdict::Invalid(text.to_owned());
        assert_eq!(
            ask(host, &authority, "2028-01-01T00:00:00Z").await,
            invalid("it expired on 2027-11-27")
        );
        assert_eq!(
            ask("www.example.com", &authority, "2027-03-01T00:00:00Z").await,
            invalid("it is for other names")
        );
        let other = roots(include_str!("certificates/other.pem"));
        assert_eq!(
            ask(host, &other, "2027-03-01T00:00:00Z").await,
            invalid("no authority that this machine trusts issued it")
        );
        assert_eq!(
            ask(host, &authority, "2026-01-01T00:00:00Z").await,
            invalid("it isn't valid yet; compare this machine's clock")
        );
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let now = "2027-03-01T00:00:00Z".parse().unwrap();
        let unreachable = verdict(host, closed, authority, now).await;
        assert!(matches!(unreachable, Verdict::Unreachable(_)), "{unreachable:?}");
    }

    #[test]
    fn invalid_certificates_fail_and_expiring_ones_warn() {
        let now: Timestamp = "2027-03-01T00:00:00Z".parse().unwrap();
        let valid = |days: i64| Verdict::Valid {
            until: Some(now + SignedDuration::from_hours(24 * days)),
        };
        let states = |found: Vec<(&str, Verdict)>| -> Vec<CheckState> {
            let found = found.into_iter().map(|(host, verdict)| (host.to_owned(), verdict));
            let checks = judge(found.collect(), now);
            checks.iter().map(|check| check.state).collect()
        };
        assert_eq!(states(vec![("a", valid(60)), ("b", valid(20))]), [CheckState::Ok]);
        assert_eq!(
            states(vec![
                ("a", Verdict::Invalid("it is for other names".to_owned())),
                ("b", Verdict::Unreachable("refused".to_owned())),
                ("c", valid(3)),
            ]),
            [CheckState::Fail, CheckState::Warn, CheckState::Warn]
        );
    }
}
