use tenant_runtime::http::Role;
use tenant_runtime::identity::{NewPerson, enroll};

use super::log_in::claims;
use crate::support::{Customer, Installation, PASSWORD, TestSite};

async fn enrolled(site: &TestSite, email: &str, role: Role) -> Result<i64, platform::http::ApiError> {
    let person = NewPerson {
        first_name: "Olga",
        last_name: "Owner",
        email,
        birthday_month: 1,
        birthday_day: 2,
        zip_postal_code: "85004",
        cell_phone_number: "6025550100",
        password: PASSWORD.into(),
        role,
    };
    Ok(enroll(&site.tenant().await, person, "test").await?)
}

#[tokio::test]
async fn enrolled_owner_is_confirmed_and_an_admin() {
    let site = Installation::new().await.site().await;
    enrolled(&site, "olga@example.com", Role::Owner).await.unwrap();
    let olga = Customer::log_in(&site, "olga@example.com", PASSWORD).await;
    assert_eq!(claims(olga.client.token.as_deref().unwrap())["IsAdmin"], "true");
    let account = olga.get("/users").await.succeeded();
    assert_eq!(account["role"], "owner");
    assert_eq!(account["emailConfirmed"], true);
    assert_eq!(site.run_jobs().await, 0, "no mail to confirm");
}

#[tokio::test]
async fn enrolling_again_changes_nothing() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    enrolled(&site, "ada@example.com", Role::Owner).await.unwrap();
    let account = ada.get("/users").await.succeeded();
    assert_eq!(account["role"], "customer");
    assert_eq!(account["firstName"], "Ada");
    let broken = enrolled(&site, "nonsense", Role::Owner).await.unwrap_err();
    assert_eq!(broken.code().0, "invalid_fields");
}
