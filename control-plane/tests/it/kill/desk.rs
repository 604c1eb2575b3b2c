//! Person who resolves unknown outcomes with the processor's dashboard.

use std::net::SocketAddr;

use paystub::ChargeState;
use serde_json::json;

use super::books::Reversal;
use crate::shopper::{Shopper, Trouble};

pub struct Desk {
    pub manager: Shopper,
    /// Customers of the sites whose kiosks void payments.
    pub at_kiosks: Vec<Shopper>,
}

impl Desk {
    /// Resolves every order that needs review. Returns their number.
    pub async fn work(&self, server: SocketAddr, charges: &[paystub::Charge]) -> usize {
        let mut settled = 0;
        for state in ["unknown", "flagged"] {
            let path = format!("/admin/orders?limit=200&state={state}");
            let Ok(waiting) = self.manager.get(server, &path).await else {
                // Busy: they wait for the next look.
                continue;
            };
            for order in waiting["items"].as_array().unwrap() {
                let order = format!("/admin/orders/{}", order["transRecordId"].as_str().unwrap());
                let detail = self.manager.get(server, &order).await.unwrap();
                let reference = detail["payment"]["reference"].as_str().unwrap();
                let charge = charges.iter().find(|charge| reference.starts_with(&charge.order_no));
                let found = match charge {
                    Some(charge) if charge.state == ChargeState::Approved => {
                        json!({"approved": true, "transaction": charge.id, "code": charge.auth_code})
                    }
                    _ => json!({"approved": false}),
                };
                let path = format!("{order}/settlement");
                match self.manager.post(server, &path, None, &found).await {
                    Ok(_) => settled += 1,
                    Err(Trouble::Refused { status: 409 | 503, .. }) => {}
                    Err(trouble) => panic!("{trouble:?}"),
                }
            }
        }
        settled
    }

    /// Resolves every refund that no lookup can.
    pub async fn settle_reversals(&self, server: SocketAddr, unknown: &[Reversal], charges: &[paystub::Charge]) {
        for reversal in unknown {
            let charge = charges
                .iter()
                .find(|charge| reversal.payment.starts_with(&charge.order_no));
            let done = charge.is_some_and(|charge| charge.state != ChargeState::Approved || charge.refunded > 0);
            let path = format!("/admin/orders/{}/reversals/{}", reversal.order, reversal.id);
            let mut settled = 0;
            for manager in &self.at_kiosks {
                match manager.post(server, &path, None, &json!({ "done": done })).await {
                    Ok(_) => settled += 1,
                    // A lookup was faster.
                    Err(Trouble::Refused { status: 409, .. }) => settled += 1,
                    Err(Trouble::Refused { status: 404, .. }) => {}
                    Err(trouble) => panic!("{trouble:?}"),
                }
            }
            assert_eq!(settled, 1, "the order is of one site");
        }
    }
}
