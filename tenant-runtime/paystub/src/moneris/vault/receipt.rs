//! Responses of the gateway.

use jiff::tz::TimeZone;
use serde::Serialize;

use super::super::checkout::card_type;
use crate::book::{Card, Charge, ChargeState};
use crate::magic::Behaviour;
use crate::money::decimal;

#[derive(Serialize)]
#[serde(rename = "response")]
pub(super) struct Answer {
    pub(super) receipt: Receipt,
}

/// Fields of the response in the gateway's order. Missing values are the text `null`.
#[derive(Clone, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Receipt {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data_key: Option<String>,
    pub(super) receipt_id: String,
    pub(super) reference_num: String,
    pub(super) response_code: String,
    #[serde(rename = "ISO")]
    pub(super) iso: String,
    pub(super) auth_code: String,
    pub(super) message: String,
    pub(super) trans_time: String,
    pub(super) trans_date: String,
    pub(super) trans_type: String,
    pub(super) complete: bool,
    pub(super) trans_amount: String,
    pub(super) card_type: String,
    #[serde(rename = "TransID")]
    pub(super) trans_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) issuer_id: Option<String>,
    pub(super) timed_out: bool,
    pub(super) corporate_card: bool,
    pub(super) recur_success: String,
    pub(super) avs_result_code: String,
    pub(super) cvd_result_code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) res_success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payment_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resolve_data: Option<ResolveData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status_message: Option<String>,
}

/// Card data returned by the vault.
#[derive(Clone, Serialize)]
pub(super) struct ResolveData {
    cust_id: String,
    /// `YYMM`.
    expdate: String,
    masked_pan: String,
    crypt_type: String,
}

impl ResolveData {
    pub(super) fn of(card: &Card) -> Self {
        Self {
            cust_id: card.customer.clone().unwrap_or_default(),
            expdate: format!("{:02}{:02}", card.expiry.short_year(), card.expiry.month),
            masked_pan: format!("{}***{}", card.first_six.get(..4).unwrap_or_default(), card.last_four),
            crypt_type: "7".to_owned(),
        }
    }
}

pub(super) fn of_charge(charge: &Charge, card: Option<&Card>) -> Receipt {
    let (response_code, iso, message) = match (charge.state, charge.behaviour) {
        (ChargeState::Approved | ChargeState::Voided, _) => ("027", "01", "APPROVED           *                    ="),
        (ChargeState::Declined, Behaviour::DeclineHard) => ("479", "41", "DECLINED           *                    ="),
        (ChargeState::Declined, _) => ("481", "51", "DECLINED           *                    ="),
    };
    let at = charge.at.to_zoned(TimeZone::UTC);
    Receipt {
        data_key: card.map(|card| card.token.clone()),
        receipt_id: charge.order_no.clone(),
        reference_num: "660188950010010800".to_owned(),
        response_code: response_code.to_owned(),
        iso: iso.to_owned(),
        auth_code: if charge.state == ChargeState::Declined {
            "000000".to_owned()
        } else {
            charge.auth_code.clone()
        },
        message: message.to_owned(),
        trans_time: at.strftime("%H:%M:%S").to_string(),
        trans_date: at.strftime("%Y-%m-%d").to_string(),
        trans_type: "00".to_owned(),
        complete: true,
        trans_amount: decimal(&charge.merchant, charge.amount),
        card_type: card.map_or("V", |card| card_type(card.brand)).to_owned(),
        trans_id: charge.id.clone(),
        issuer_id: card.map(|card| card.issuer_id.clone()),
        res_success: card.map(|_| true),
        payment_type: card.map(|_| "cc".to_owned()),
        ..blank()
    }
}

pub(super) fn of_vault(card: &Card) -> Receipt {
    Receipt {
        data_key: Some(card.token.clone()),
        res_success: Some(true),
        payment_type: Some("cc".to_owned()),
        ..blank()
    }
}

pub(super) fn unknown_key() -> Receipt {
    Receipt {
        response_code: "983".to_owned(),
        message: "Can not find previous".to_owned(),
        res_success: Some(false),
        ..blank()
    }
}

pub(super) fn global_error(message: &str) -> Receipt {
    Receipt {
        receipt_id: "Global Error Receipt".to_owned(),
        message: message.to_owned(),
        ..blank()
    }
}

pub(super) fn blank() -> Receipt {
    let null = || "null".to_owned();
    Receipt {
        data_key: None,
        receipt_id: null(),
        reference_num: null(),
        response_code: null(),
        iso: null(),
        auth_code: null(),
        message: null(),
        trans_time: null(),
        trans_date: null(),
        trans_type: null(),
        complete: false,
        trans_amount: null(),
        card_type: null(),
        trans_id: null(),
        issuer_id: None,
        timed_out: false,
        corporate_card: false,
        recur_success: null(),
        avs_result_code: null(),
        cvd_result_code: null(),
        res_success: None,
        payment_type: None,
        resolve_data: None,
        status_code: None,
        status_message: None,
    }
}
