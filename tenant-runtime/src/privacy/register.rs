//! Tables with personal data. Export and deletion follow this list: the export contains the rows of each table, and the
//! check of a site looks for rows that a deletion left. A table that neither list names is a failing test.

/// What account deletion does with the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// No row remains.
    Removes,
    /// Rows remain for the books under an anonymous ID, without what identifies the person.
    Anonymizes,
}

/// Table with rows about customers.
#[derive(Clone, Copy, Debug)]
pub struct PersonalTable {
    pub name: &'static str,
    /// SQL condition for rows `t` of the customer `?1`.
    pub of: &'static str,
    /// Columns about someone else, or about how Suds works. [`is_secret`] leaves out secrets.
    pub withheld: &'static [&'static str],
    pub deletion: Deletion,
}

const fn removed(name: &'static str, of: &'static str, withheld: &'static [&'static str]) -> PersonalTable {
    PersonalTable {
        name,
        of,
        withheld,
        deletion: Deletion::Removes,
    }
}

const fn kept(name: &'static str, of: &'static str, withheld: &'static [&'static str]) -> PersonalTable {
    PersonalTable {
        name,
        of,
        withheld,
        deletion: Deletion::Anonymizes,
    }
}

const OWN: &str = "t.customer_id = ?1";
const OF_ORDER: &str = "t.order_id IN (SELECT id FROM checkout_orders WHERE customer_id = ?1)";
const OF_MEMBERSHIP: &str = "t.membership_id IN (SELECT id FROM club_memberships WHERE customer_id = ?1)";
const OF_ADDRESS: &str = "t.email_key = (SELECT email_key FROM customers WHERE id = ?1)";

pub const PERSONAL: &[PersonalTable] = &[
    kept("audit", "t.subject = 'customer:' || ?1", &["actor", "request_id"]),
    kept("checkout_addresses", OWN, &[]),
    kept("checkout_disputes", OF_ORDER, &["recorded_by"]),
    kept("checkout_order_lines", OF_ORDER, &[]),
    kept("checkout_orders", OWN, &["has_key", "fingerprint", "seal"]),
    kept("checkout_reversals", OF_ORDER, &["requested_by"]),
    kept("club_announced_prices", OF_MEMBERSHIP, &[]),
    kept(
        "club_memberships",
        OWN,
        &["next_price", "gross_next_price", "next_price_from"],
    ),
    kept("club_next_plans", OF_MEMBERSHIP, &[]),
    kept("club_periods", OF_MEMBERSHIP, &[]),
    kept("club_uses", OF_MEMBERSHIP, &[]),
    kept("customers", "t.id = ?1", &["email_key", "name_folded"]),
    kept("gift_cards", "t.buyer_id = ?1", &[]),
    kept(
        "gifts",
        "t.sender_id = ?1 OR t.recipient_id = ?1",
        &["sender_id", "recipient_id", "recipient_email_key"],
    ),
    removed("identity_acceptances", OWN, &[]),
    removed("identity_devices", OWN, &[]),
    kept("identity_digests", OWN, &[]),
    removed("identity_email_changes", OWN, &["email_key"]),
    removed("identity_log_in_failures", OWN, &[]),
    removed("identity_mailed_links", OWN, &["email_key"]),
    removed("identity_recovery_codes", OWN, &[]),
    removed(
        "identity_refresh_tokens",
        "t.session_id IN (SELECT id FROM identity_sessions WHERE customer_id = ?1)",
        &["successors"],
    ),
    removed("identity_second_factors", OWN, &[]),
    removed("identity_sessions", OWN, &[]),
    removed("identity_tickets", OWN, &[]),
    removed("identity_vehicles", OWN, &[]),
    kept(
        "loyalty_awards",
        "t.entry_id IN (SELECT id FROM loyalty_points WHERE customer_id = ?1)",
        &[],
    ),
    kept("loyalty_points", OWN, &[]),
    removed(
        "loyalty_referrals",
        "t.friend_id = ?1 OR t.referrer_id = ?1",
        &["friend_id", "referrer_id", "order_id"],
    ),
    kept("loyalty_rewarded_friends", "t.friend_id = ?1", &[]),
    removed("notifications", OWN, &[]),
    kept(
        "notifications_bounces",
        "t.recipient_key = (SELECT email_key FROM customers WHERE id = ?1)",
        &["recipient_key", "job_id"],
    ),
    kept("notifications_messages", OWN, &["sent_by"]),
    removed("notifications_push_devices", OWN, &[]),
    removed("notifications_push_refusals", OWN, &[]),
    kept("offer_claims", OWN, &[]),
    kept("payments", OWN, &[]),
    kept("payments_card_setups", OWN, &["session", "socket_id"]),
    removed("payments_cards", OWN, &["network_id"]),
    kept("staff_invitations", OF_ADDRESS, &["email_key", "invited_by"]),
    removed(
        "survey_answers",
        "t.response_id IN (SELECT id FROM survey_responses WHERE customer_id = ?1)",
        &[],
    ),
    removed("survey_responses", OWN, &[]),
    removed("temp_tokens", OWN, &[]),
    kept("terminal_payments", OF_ORDER, &[]),
    kept(
        "terminal_redemptions",
        "t.item_id IN (SELECT id FROM wallet_items WHERE customer_id = ?1)
         OR t.membership_id IN (SELECT id FROM club_memberships WHERE customer_id = ?1)",
        &[],
    ),
    removed("terminal_sales", OWN, &[]),
    kept("wallet_items", OWN, &[]),
];

/// Tables without rows about one customer, and why.
pub const IMPERSONAL: &[(&str, &str)] = &[
    ("catalog_deleted_products", "the merchant's"),
    ("catalog_earlier_taxes", "the merchant's"),
    ("catalog_locations", "the merchant's"),
    ("catalog_products", "the merchant's"),
    ("catalog_ship_to_taxes", "the merchant's"),
    ("catalog_taxes", "the merchant's"),
    ("checklist_dismissal", "the merchant's"),
    ("checkout_terms", "published text"),
    ("club_followed_plans", "marks on order lines"),
    ("gift_card_holds", "belongs to the bearer of a number"),
    ("gift_card_movements", "belongs to the bearer of a number"),
    ("idempotency_keys", "responses repeated for some days"),
    ("identity_captcha_vendor", "the merchant's"),
    ("identity_captchas", "belongs to no account"),
    ("identity_guesses", "limits, by keyed digest"),
    ("identity_staff_settings", "the merchant's"),
    ("jobs", "work in progress"),
    ("ledger_entries", "amounts of orders, which are exported"),
    ("ledger_unsealed", "mark of the ledger"),
    ("loyalty_settings", "the merchant's"),
    ("notifications_failed_templates", "the merchant's"),
    ("notifications_firebase", "the merchant's"),
    ("notifications_mail_sender", "the merchant's"),
    ("notifications_mail_templates", "the merchant's"),
    ("notifications_mail_versions", "the merchant's"),
    ("notifications_taken_mails", "emails on their way, for some days"),
    ("offers", "the merchant's"),
    ("opening_confirmations", "the merchant's"),
    ("opening_state", "the merchant's"),
    ("payments_accounts", "the merchant's"),
    ("payments_p2p", "the merchant's"),
    ("payments_processor", "the merchant's"),
    ("quotas", "limits"),
    ("site_configs", "the merchant's"),
    ("site_copy", "mark of the file"),
    ("site_file", "mark of the file"),
    ("site_map_keys", "the merchant's"),
    ("site_merchant", "the merchant's"),
    ("site_texts", "published text"),
    ("survey_questions", "the merchant's"),
    ("survey_versions", "the merchant's"),
    ("terminal_journal", "the kiosk's count"),
    ("terminal_journal_reports", "the kiosk's count"),
    ("terminals", "the merchant's"),
];

/// Whether a column contains secrets or keyed digests, which identify no one to the customer and open things to others.
pub fn is_secret(column: &str) -> bool {
    ["_sealed", "_hash", "_hmac", "digest", "code_key", "last_step"]
        .iter()
        .any(|secret| column.contains(secret))
}
