//! Checks of email: the server's login, a test email, and the DNS records that receivers look at.

use std::sync::Arc;

use platform::clock::SystemClock;
use platform::config::{MailConfig, OriginPattern};
use platform::mail::{Address, Mailer as _, Message, Smtp, SmtpAddress};

use crate::checks::Check;
use crate::config::Config;
use crate::dns::Dns;

const SERVER: &str = "email server";
const TEST: &str = "test email";

pub(in crate::cli) async fn checks(config: &Config, offline: bool, send_to: Option<&str>) -> Vec<Check> {
    let address = match &config.mail {
        None => {
            let fix = "set SUDS_MAIL, or run this command with the server's variables";
            return vec![Check::warn(SERVER, "SUDS_MAIL isn't set", fix)];
        }
        Some(MailConfig::Capture) => return vec![Check::ok(SERVER, "emails are written to files")],
        Some(MailConfig::Smtp(address)) => address,
    };
    if offline {
        return vec![Check::ok(SERVER, "not checked (offline)")];
    }
    let Some(origin) = &config.server.origin else {
        return vec![Check::warn(
            SERVER,
            "SUDS_ORIGIN isn't set",
            "set it; sender addresses use its base domain",
        )];
    };
    let mut found = vec![server(address, origin, send_to).await];
    found.extend(records(&Dns::new(config.dns), origin.base_domain()).await);
    found
}

async fn server(address: &SmtpAddress, origin: &OriginPattern, send_to: Option<&str>) -> Check {
    let fix = "check SUDS_MAIL, the firewall and the email server's log";
    let smtp = match Smtp::new(address, origin.base_domain(), Arc::new(SystemClock)) {
        Ok(smtp) => smtp,
        Err(error) => return Check::fail(SERVER, error.to_string(), fix),
    };
    let Some(to) = send_to else {
        return match smtp.test().await {
            Ok(()) => Check::ok(SERVER, "accepts the connection and login; --send-to sends a test email"),
            Err(error) => Check::fail(SERVER, error.to_string(), fix),
        };
    };
    match smtp.send(&test_email(origin, to)).await {
        Ok(()) => Check::ok(
            TEST,
            format!("accepted for {to}; check that it arrives and isn't marked as spam"),
        ),
        Err(error) => Check::fail(TEST, error.to_string(), fix),
    }
}

fn test_email(origin: &OriginPattern, to: &str) -> Message {
    let text = format!("The email server for {} works.", origin.base());
    Message {
        site: "console".to_owned(),
        kind: "test",
        from: Address {
            name: Some("Suds".to_owned()),
            email: format!("no-reply@{}", origin.base_domain()),
        },
        to: Address {
            name: None,
            email: to.to_owned(),
        },
        reply_to: None,
        subject: "Suds test email".to_owned(),
        html: format!("<p>{}</p>", html_escape::encode_text(&text)),
        text,
        signature: String::new(),
    }
}

/// SPF and DMARC of the base domain. The selector of a DKIM key is only known to the mail server.
async fn records(dns: &Dns, domain: &str) -> Vec<Check> {
    let spf = record(
        dns,
        "SPF",
        domain,
        "v=spf1",
        "add a TXT record such as \"v=spf1 mx -all\"",
    );
    let policy = format!("_dmarc.{domain}");
    let dmarc = record(
        dns,
        "DMARC",
        &policy,
        "v=DMARC1",
        "add a TXT record such as \"v=DMARC1; p=quarantine\"",
    );
    let (spf, dmarc) = tokio::join!(spf, dmarc);
    let dkim = Check::ok(
        "DKIM",
        "not checked; look for dkim=pass in the headers of the test email",
    );
    vec![spf, dmarc, dkim]
}

async fn record(dns: &Dns, name: &str, domain: &str, start: &str, fix: &str) -> Check {
    let found = match dns.txt(domain).await {
        Ok(found) => found,
        Err(error) => return Check::warn(name, error.to_string(), "check SUDS_DNS and the network"),
    };
    let fitting = found
        .iter()
        .filter(|text| text.to_ascii_lowercase().starts_with(&start.to_ascii_lowercase()));
    match fitting.count() {
        1 => Check::ok(name, format!("{domain} has a record")),
        0 => Check::warn(name, format!("{domain} has no record"), fix),
        _ => Check::warn(name, format!("{domain} has several records"), "keep one of them"),
    }
}
