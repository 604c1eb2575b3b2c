//! Content security policy of the shell.

use http::header::InvalidHeaderValue;
use http::{HeaderName, HeaderValue};
use tenant_runtime::identity::CaptchaVendor;

use super::map_style::MapStyle;
use super::maps::Maps;

/// Sources of a provider's scripts, as policy directives.
struct Vendor {
    script: &'static str,
    style: &'static str,
    img: &'static str,
    font: &'static str,
    connect: &'static str,
    frame: &'static str,
    worker: &'static str,
}

/// Follows Google's CSP guide, except for scripts: `googleapis.com` also hosts other people's files, so only the Maps
/// host may serve scripts, and `eval` stays forbidden.
const GOOGLE: Vendor = Vendor {
    script: " https://maps.googleapis.com",
    style: " https://fonts.googleapis.com",
    img: " https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com",
    font: " https://fonts.gstatic.com",
    connect: " https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
    frame: "",
    worker: MADE_OF_TEXT,
};

/// Apple has no such guide. Everything comes from one domain, and streets are drawn with WebAssembly.
const APPLE: Vendor = Vendor {
    script: " https://cdn.apple-mapkit.com 'wasm-unsafe-eval'",
    style: "",
    img: " https://*.apple-mapkit.com",
    font: "",
    connect: " https://*.apple-mapkit.com",
    frame: "",
    worker: MADE_OF_TEXT,
};

/// Map vendors create their workers from blobs.
const MADE_OF_TEXT: &str = " blob:";

/// Sources in each provider's policy guide. For Google's host, which also serves third-party scripts, only the loader
/// script is allowed.
const fn widget_of(vendor: CaptchaVendor) -> Vendor {
    let nothing = Vendor {
        script: "",
        style: "",
        img: "",
        font: "",
        connect: "",
        frame: "",
        worker: "",
    };
    match vendor {
        CaptchaVendor::Turnstile => Vendor {
            script: " https://challenges.cloudflare.com",
            frame: " https://challenges.cloudflare.com",
            ..nothing
        },
        CaptchaVendor::Hcaptcha => Vendor {
            script: " https://hcaptcha.com https://*.hcaptcha.com",
            style: " https://hcaptcha.com https://*.hcaptcha.com",
            connect: " https://hcaptcha.com https://*.hcaptcha.com",
            frame: " https://hcaptcha.com https://*.hcaptcha.com",
            ..nothing
        },
        CaptchaVendor::Recaptcha => Vendor {
            script: " https://www.google.com/recaptcha/api.js https://www.gstatic.com/recaptcha/",
            connect: " https://www.google.com/recaptcha/",
            frame: " https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
            ..nothing
        },
    }
}

/// Content-Security-Policy of the shell (docs/RULES.md#shell). Inline styles are allowed because the component library
/// writes them; inline scripts aren't. Maps load what their style refers to from the style's own origin, and vendors'
/// files as in `Vendor`.
///
/// # Errors
/// Never, if all origins are ASCII.
pub(crate) fn content_security_policy(
    maps: &Maps,
    captcha: Option<CaptchaVendor>,
) -> Result<HeaderValue, InvalidHeaderValue> {
    let vendors = [
        maps.google.as_ref().map(|_| GOOGLE),
        maps.apple.as_ref().map(|_| APPLE),
        captcha.map(widget_of),
    ];
    let all = |part: fn(&Vendor) -> &'static str| vendors.iter().flatten().map(part).collect::<String>();
    let (script, style, img) = (all(|v| v.script), all(|v| v.style), all(|v| v.img));
    let (font, connect, frame) = (all(|v| v.font), all(|v| v.connect), all(|v| v.frame));
    let worker = vendors
        .iter()
        .flatten()
        .map(|v| v.worker)
        .find(|worker| !worker.is_empty());
    let worker = worker.unwrap_or_default();
    let tiles = maps.style.as_ref().map(MapStyle::origin);
    let tiles = tiles.map(|origin| format!(" {origin}")).unwrap_or_default();
    let policy = format!(
        "default-src 'self'; script-src 'self'{script}; style-src 'self' 'unsafe-inline'{style}; \
         img-src 'self' data: blob:{img}; font-src 'self'{font}; connect-src 'self'{tiles}{connect}; media-src 'self' blob:; \
         worker-src 'self'{worker}; manifest-src 'self'; frame-src 'self'{frame}; frame-ancestors 'self'; form-action 'self'; \
         base-uri 'none'; object-src 'none'"
    );
    HeaderValue::try_from(policy)
}

pub(crate) const PERMISSIONS_POLICY_NAME: HeaderName = HeaderName::from_static("permissions-policy");

/// Permissions-Policy of the shell: the kiosk scans codes with the camera, the shop finds the nearest location, and
/// nothing uses the microphone.
pub(crate) const PERMISSIONS_POLICY: &str = "camera=(self), geolocation=(self), microphone=()";

#[cfg(test)]
mod tests {
    use super::*;

    fn part(maps: &Maps, name: &str) -> String {
        part_with(maps, None, name)
    }

    fn part_with(maps: &Maps, captcha: Option<CaptchaVendor>, name: &str) -> String {
        let policy = content_security_policy(maps, captcha).unwrap();
        let policy = policy.to_str().unwrap().to_owned();
        let mut parts = policy.split("; ").filter_map(|part| part.strip_prefix(name));
        let sources = parts.next().unwrap_or_default().trim().to_owned();
        assert_eq!(parts.next(), None, "{name} is there once");
        sources
    }

    fn maps(google: bool, apple: bool) -> Maps {
        Maps {
            style: None,
            google: google.then(|| "g".parse().unwrap()),
            apple: apple.then(|| "a".parse().unwrap()),
        }
    }

    #[test]
    fn policy_allows_only_the_map_style_origin() {
        assert_eq!(part(&Maps::default(), "connect-src"), "'self'");
        let style = Maps {
            style: Some("https://tiles.example.com/bright.json?key=k".parse().unwrap()),
            ..Maps::default()
        };
        assert_eq!(part(&style, "connect-src"), "'self' https://tiles.example.com");
    }

    #[test]
    fn policy_allows_map_providers_only_with_a_key() {
        let scripts = |google, apple| part(&maps(google, apple), "script-src");
        assert_eq!(scripts(false, false), "'self'");
        assert_eq!(scripts(true, false), "'self' https://maps.googleapis.com");
        assert_eq!(
            scripts(false, true),
            "'self' https://cdn.apple-mapkit.com 'wasm-unsafe-eval'"
        );
        for name in ["style-src", "img-src", "font-src", "connect-src", "worker-src"] {
            let sources = |google, apple| part(&maps(google, apple), name);
            assert!(!sources(false, false).contains("https:"), "{name}");
            assert!(!sources(true, false).contains("apple"), "{name}");
            assert!(!sources(false, true).contains("google"), "{name}");
            assert!(sources(true, true).starts_with(&sources(true, false)), "{name}");
        }
        assert_eq!(part(&maps(false, false), "worker-src"), "'self'");
        assert_eq!(part(&maps(true, true), "worker-src"), "'self' blob:");
    }

    #[test]
    fn policy_never_allows_eval() {
        for captcha in [None, Some(CaptchaVendor::Turnstile), Some(CaptchaVendor::Recaptcha)] {
            let scripts = part_with(&maps(true, true), captcha, "script-src");
            assert!(
                !scripts.contains("'unsafe-eval'") && !scripts.contains("'unsafe-inline'") && !scripts.contains('*')
            );
        }
    }

    #[test]
    fn policy_allows_only_the_selected_captcha_provider() {
        for (vendor, own) in [
            (CaptchaVendor::Turnstile, "https://challenges.cloudflare.com"),
            (CaptchaVendor::Hcaptcha, "https://hcaptcha.com"),
            (CaptchaVendor::Recaptcha, "https://www.google.com/recaptcha/"),
        ] {
            for name in ["script-src", "frame-src"] {
                let sources = part_with(&Maps::default(), Some(vendor), name);
                assert!(
                    sources.starts_with("'self' https:") && sources.contains(own),
                    "{name}: {sources}"
                );
                let others = ["cloudflare", "hcaptcha", "google"];
                let named = others.iter().filter(|other| sources.contains(**other)).count();
                assert_eq!(named, 1, "{name}: {sources}");
            }
            assert_eq!(part_with(&Maps::default(), Some(vendor), "worker-src"), "'self'");
        }
        assert_eq!(part(&Maps::default(), "frame-src"), "'self'");
    }
}
