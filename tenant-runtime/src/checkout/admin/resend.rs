use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Path};

use crate::checkout::resend::send_again;
use crate::checkout::store::orders;
use crate::http::Person;
use crate::tenant::Tenant;

/// Resend the mails of a paid order
///
/// The receipt and gift-card numbers go to the buyer, gifts to their recipients.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/resend", tag = "admin",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, &id).await?;
    let order = send_again(&mut db, &tenant, order).await?;
    let subject = format!("order:{}", order.id);
    let change = Change::default();
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "order_mails_sent_again",
        &subject,
        change,
    )
    .await?;
    db.commit().await?;
    Ok(Answer(true))
}
