//! E-xact: Hosted Checkout to store a card, tagged transactions for everything else.
//!
//! A merchant of the stub is a name: its payment page is `WSP-<name>` with the transaction key `<name>-transaction-key`
//! and the response key `<name>-response-key`, its gateway `<name>` with `<name>-password`. So signatures can be
//! verified in both directions without a dashboard to set keys.

use std::sync::Arc;

use axum::Router;
use axum::routing::post;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use md5::Md5;
use sha1::{Digest, Sha1};

use crate::Shared;
use crate::sessions::Sessions;

mod gateway;
mod hosted;

/// State of this dialect outside the book.
pub(crate) struct Exact {
    shared: Arc<Shared>,
    forms: Sessions<hosted::Opened>,
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/exact/payment", post(hosted::open_form))
        .route("/exact/payment/card", post(hosted::submit_form))
        .route("/exact/transaction", post(gateway::request))
        .with_state(Arc::new(Exact {
            shared,
            forms: Sessions::default(),
        }))
}

/// The name in the book of a merchant.
fn merchant_of(name: &str) -> String {
    format!("exact:{name}")
}

/// Page setting "HMAC calculation".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calculation {
    Md5,
    Sha1,
}

impl Calculation {
    /// Lower-case hex.
    fn hmac(self, key: &str, message: &str) -> String {
        match self {
            Self::Md5 => mac::<Hmac<Md5>>(key, message),
            Self::Sha1 => mac::<Hmac<Sha1>>(key, message),
        }
    }

    /// Lower-case hex.
    fn digest(self, message: &str) -> String {
        match self {
            Self::Md5 => HEXLOWER.encode(&Md5::digest(message.as_bytes())),
            Self::Sha1 => HEXLOWER.encode(&Sha1::digest(message.as_bytes())),
        }
    }
}

fn mac<M: Mac + KeyInit>(key: &str, message: &str) -> String {
    // HMAC takes keys of any length.
    <M as KeyInit>::new_from_slice(key.as_bytes())
        .map(|mac| HEXLOWER.encode(&mac.chain_update(message.as_bytes()).finalize().into_bytes()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_signature_vector_matches() {
        let html = "<html><head></head><body>hello from merchant server</body></html>";
        let signature = Calculation::Md5.hmac("AL81Li7D4laXYDtpfgO_lInQ", html);
        assert_eq!(signature, "1ba55452cc7e799324c69af2b675346b");
    }
}
