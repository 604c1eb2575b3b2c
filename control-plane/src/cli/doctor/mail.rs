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
const DKIM: &str = "DKIM";

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
    let dns = Dns::new(config.dns);
    found.extend(records(&dns, origin.base_domain()).await);
    found.push(dkim(&dns, config.dkim_selector.as_deref(), origin.base_domain()).await);
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

/// SPF and DMARC of the base domain.
async fn records(dns: &Dns, domain: &str) -> [Check; 2] {
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
    [spf, dmarc]
}

/// The public key with which receivers verify the email server's signatures. Only that server knows its selector.
async fn dkim(dns: &Dns, selector: Option<&str>, domain: &str) -> Check {
    let Some(selector) = selector else {
        let fix = "set SUDS_DKIM_SELECTOR to the s= value of the header DKIM-Signature of a test email";
        return Check::warn(DKIM, "not checked, because the selector is unknown", fix);
    };
    let name = format!("{selector}._domainkey.{domain}");
    let found = match dns.txt(&name).await {
        Ok(found) => found,
        Err(error) => return Check::warn(DKIM, error.to_string(), "check SUDS_DNS and the network"),
    };
    let keys: Vec<&str> = found.iter().filter_map(|text| public_key(text)).collect();
    let fix = "publish the record that your email server or provider shows for DKIM";
    match keys.as_slice() {
        [] => Check::warn(DKIM, format!("{name} has no record with a key"), fix),
        [""] => Check::warn(DKIM, format!("{name} revokes its key"), fix),
        [_] => Check::ok(DKIM, format!("{name} has a key")),
        _ => Check::warn(DKIM, format!("{name} has several records"), "keep one of them"),
    }
}

/// The tag `p` of a DKIM record (RFC 6376, section 3.6.1). An empty one revokes the key.
fn public_key(record: &str) -> Option<&str> {
    let tags = || record.split(';').filter_map(|tag| tag.split_once('='));
    let tag = |name: &str| {
        tags()
            .find(|(known, _)| known.trim() == name)
            .map(|(_, value)| value.trim())
    };
    tag("p").filter(|_| tag("v").is_none_or(|version| version == "DKIM1"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_of_a_dkim_record_is_read() {
        assert_eq!(public_key("v=DKIM1; k=rsa; p=MIGf"), Some("MIGf"));
        assert_eq!(public_key("k=ed25519;p=11qY; t=s"), Some("11qY"));
        assert_eq!(public_key("v=DKIM1; p="), Some(""));
        assert_eq!(public_key("v=spf1 -all"), None);
        assert_eq!(public_key("v=DKIM2; p=MIGf"), None);
    }
}
