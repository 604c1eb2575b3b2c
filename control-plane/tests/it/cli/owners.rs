//! `suds site invite`, and owners in `suds site show`.

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
