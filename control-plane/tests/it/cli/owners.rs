//! `suds site invite`, owners in `suds site show`, and their login methods.

use platform::db::{ConnectionKind, connect};
use serde_json::{Value, json};

use crate::support::{Installation, create, failure, merchants};

#[test]
fn owners_are_invited_and_their_invitations_replaced() {
    let installation = Installation::new();
    let account = installation.account();
    let mut words: Vec<String> = create(&account, "sparkle", "demo", &merchants().join("sparkle"))
        .iter()
        .map(|word| (*word).to_owned())
        .collect();
    words.extend(["--owner".to_owned(), "mx@example.com".to_owned()]);
    installation.json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let owners = |reply: Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let items = reply["owners"].as_array().unwrap().clone();
        items
            .iter()
            .map(|owner| (text(&owner["email"]), text(&owner["state"])))
            .collect()
    };
    let pending = |email: &str| (email.to_owned(), "pending".to_owned());
    let show = || owners(installation.json(&["site", "show", "sparkle"]));
    assert_eq!(show(), [pending("mx@example.com")]);

    // The mistyped address loses the invitation, and the permission to create sites for the account.
    let replace = [
        "site",
        "invite",
        "sparkle",
        "max@example.com",
        "--replace",
        "mx@example.com",
    ];
    assert_eq!(owners(installation.json(&replace)), [pending("max@example.com")]);
    let grants = installation.json(&["account", "grants", &account]);
    assert_eq!(grants[0]["email"], "max@example.com");
    assert_eq!(grants.as_array().unwrap().len(), 1);

    // Another owner; and again, which resends it.
    for _ in 0..2 {
        let invited = owners(installation.json(&["site", "invite", "sparkle", "olive@example.com"]));
        assert_eq!(invited, [pending("olive@example.com"), pending("max@example.com")]);
    }
    assert_eq!(
        installation.json(&["account", "grants", &account]),
        grants,
        "only the first owner creates sites"
    );

    let replaced_again = failure(&installation.run(&replace));
    assert!(
        replaced_again.contains("no open invitation to mx@example.com"),
        "{replaced_again}"
    );
    let invalid = failure(&installation.run(&["site", "invite", "sparkle", "max"]));
    assert!(invalid.contains("invalid email address"), "{invalid}");
    let text = String::from_utf8(installation.run(&["site", "show", "sparkle"]).stdout).unwrap();
    assert!(text.contains("OWNER") && text.contains("max@example.com"), "{text}");
    let audit = installation.json(&["audit", "--action", "site.invite_owner"]);
    let invitations = audit["items"].as_array().unwrap().iter();
    let invitations: Vec<_> = invitations.map(|record| record["details"].clone()).collect();
    assert_eq!(
        invitations,
        [
            json!({ "again": true }),
            json!({ "again": false }),
            json!({ "again": true })
        ]
    );
}

/// Passkeys work only at the host that they were created for.
#[tokio::test]
async fn people_with_only_passkeys_are_counted_and_reset() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    installation.json(&["demo-data", "--site", "sparkle", "--customers", "2", "--orders", "2"]);
    assert_eq!(installation.json(&["site", "show", "sparkle"])["onlyPasskeys"], 0);
    let file = installation.site_folder().join("site.sqlite");
    let mut site = connect(&file, ConnectionKind::Writer).await.unwrap();
    sqlx::query(
        "INSERT INTO identity_second_factors (customer_id, kind, label, secret_sealed, created_at, confirmed_at)
         SELECT id, 'passkey', 'Laptop', x'00', 1, 1 FROM customers WHERE email IS NOT NULL ORDER BY id LIMIT 1",
    )
    .execute(&mut site)
    .await
    .unwrap();
    let email: String = sqlx::query_scalar(
        "SELECT email FROM customers JOIN identity_second_factors f ON f.customer_id = customers.id",
    )
    .fetch_one(&mut site)
    .await
    .unwrap();
    sqlx::Connection::close(site).await.unwrap();

    let shown = installation.run(&["site", "show", "sparkle"]);
    assert!(
        String::from_utf8_lossy(&shown.stdout).contains("Only passkeys: 1"),
        "{shown:?}"
    );
    for (words, warns) in [
        (&["site", "rename", "sparkle", "glitter"][..], true),
        (&["site", "domain", "glitter", "carwash.example"], true),
        (&["site", "domain", "glitter"], false),
    ] {
        let changed = installation.run(words);
        assert!(changed.status.success(), "{changed:?}");
        let said = String::from_utf8_lossy(&changed.stderr);
        assert_eq!(said.contains("1 person has only passkeys"), warns, "{words:?}: {said}");
    }
    let reset = ["site", "reset-second-factor", "glitter", &email];
    installation.json(&reset);
    let again = failure(&installation.run(&reset));
    assert!(again.contains("no account with two-factor authentication"), "{again}");
    assert_eq!(installation.json(&["site", "show", "glitter"])["onlyPasskeys"], 0);
    let audit = installation.json(&["audit", "--action", "site.reset_second_factor"]);
    assert_eq!(audit["items"].as_array().unwrap().len(), 1, "{audit}");
}
