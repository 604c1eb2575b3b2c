-- The words that a merchant writes: mails and their sender, the survey, and the public texts. Instants are milliseconds UTC.

-- Every edition of the site's public texts, as clean HTML. The newest of a kind is in force.
CREATE TABLE site_texts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('terms', 'privacy', 'clubTerms', 'faqs')),
    html TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    -- `customer:<id>` for one of the merchant's people; `manifest` for what the site began with.
    published_by TEXT NOT NULL
) STRICT;
CREATE INDEX site_texts_by_kind ON site_texts (kind, id);

INSERT INTO site_texts (kind, html, published_at, published_by)
SELECT t.kind, t.html, COALESCE((SELECT MIN(saved_at) FROM site_configs), 0), 'manifest'
FROM (
    SELECT 1 AS place, 'terms' AS kind, terms AS html FROM site_merchant
    UNION ALL SELECT 2, 'privacy', privacy_policy FROM site_merchant
    UNION ALL SELECT 3, 'clubTerms', wash_club_terms FROM site_merchant
    UNION ALL SELECT 4, 'faqs', support_faqs FROM site_merchant
) t
ORDER BY t.place;

ALTER TABLE site_merchant DROP COLUMN terms;
ALTER TABLE site_merchant DROP COLUMN privacy_policy;
ALTER TABLE site_merchant DROP COLUMN wash_club_terms;
ALTER TABLE site_merchant DROP COLUMN support_faqs;

-- Which editions a customer accepted by signing up. Erased with the account; those of a club stay with its order.
CREATE TABLE identity_acceptances (
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    text_id INTEGER NOT NULL REFERENCES site_texts (id),
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, text_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_acceptances_by_text ON identity_acceptances (text_id, customer_id);

-- Who accepted a version of the club's terms is looked up by it.
CREATE INDEX checkout_orders_by_terms ON checkout_orders (accepted_terms, id) WHERE accepted_terms IS NOT NULL;

-- Who mails come from; null: as the platform has it.
CREATE TABLE notifications_mail_sender (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT,
    -- Before the @ of the site's host.
    mailbox TEXT,
    reply_to TEXT
) STRICT;

-- What a mail's templates were from an instant on; null: the platform's own.
CREATE TABLE notifications_mail_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    -- `fr`
    language TEXT NOT NULL,
    subject TEXT,
    body TEXT,
    markup TEXT,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL
) STRICT;
CREATE INDEX notifications_mail_versions_by_mail ON notifications_mail_versions (kind, language, id);

-- A question is answered in words, by one of its choices, or by a mark from 1 to 5.
ALTER TABLE survey_questions ADD COLUMN kind TEXT NOT NULL DEFAULT 'text' CHECK (kind IN ('text', 'choice', 'rating'));
-- A JSON array of texts.
ALTER TABLE survey_questions ADD COLUMN choices TEXT NOT NULL DEFAULT '[]';

PRAGMA user_version = 35;
