-- Merchant accounts at payment processors. Cards and payments belong to one of them: another store of the same processor
-- knows neither the token nor the charge. Instants are milliseconds UTC.
CREATE TABLE payments_accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    processor TEXT NOT NULL,
    -- Null: not known, for an account that was left before accounts were recorded.
    endpoints TEXT CHECK (endpoints IN ('production', 'sandbox', 'stub')),
    -- Store, gateway or account ID at the processor. Null: not known yet.
    merchant_id TEXT,
    -- Credentials of an account that was left, for look-ups and refunds. Null: forgotten, or those in payments_processor.
    settings_sealed BLOB,
    created_at INTEGER NOT NULL,
    -- Null: the account in use.
    left_at INTEGER,
    CHECK (left_at IS NOT NULL OR settings_sealed IS NULL)
) STRICT;
CREATE UNIQUE INDEX payments_account_in_use ON payments_accounts (left_at IS NULL) WHERE left_at IS NULL;

ALTER TABLE payments_processor ADD COLUMN account_id INTEGER REFERENCES payments_accounts (id);
ALTER TABLE payments_card_setups ADD COLUMN account_id INTEGER REFERENCES payments_accounts (id);
ALTER TABLE payments_cards ADD COLUMN account_id INTEGER REFERENCES payments_accounts (id);
ALTER TABLE payments ADD COLUMN account_id INTEGER REFERENCES payments_accounts (id);

INSERT INTO payments_accounts (processor, endpoints, created_at) SELECT name, endpoints, updated_at FROM payments_processor;
UPDATE payments_processor SET account_id = (SELECT id FROM payments_accounts);
-- What names another processor belongs to an account that was left, and nothing is known of it.
INSERT INTO payments_accounts (processor, created_at, left_at)
    SELECT processor, 0, COALESCE((SELECT updated_at FROM payments_processor), 0)
    FROM (SELECT processor FROM payments_cards UNION SELECT processor FROM payments UNION SELECT processor FROM payments_card_setups)
    WHERE processor NOT IN (SELECT name FROM payments_processor);
UPDATE payments_card_setups SET account_id = (SELECT id FROM payments_accounts WHERE processor = payments_card_setups.processor);
UPDATE payments_cards SET account_id = (SELECT id FROM payments_accounts WHERE processor = payments_cards.processor);
UPDATE payments SET account_id = (SELECT id FROM payments_accounts WHERE processor = payments.processor);

-- A transaction pays one order; two stores may number theirs alike.
DROP INDEX payments_by_transaction;
CREATE UNIQUE INDEX payments_by_transaction ON payments (account_id, processor_transaction)
    WHERE processor_transaction IS NOT NULL;

-- The build before this one names no account: its rows belong to the one in use.
CREATE TRIGGER payments_processor_account AFTER INSERT ON payments_processor WHEN NEW.account_id IS NULL
BEGIN
    INSERT INTO payments_accounts (processor, endpoints, created_at) VALUES (NEW.name, NEW.endpoints, NEW.updated_at);
    UPDATE payments_processor SET account_id = (SELECT id FROM payments_accounts WHERE left_at IS NULL) WHERE id = NEW.id;
END;
CREATE TRIGGER payments_processor_other_account AFTER UPDATE OF name, endpoints ON payments_processor
    WHEN NEW.account_id IS OLD.account_id AND (NEW.name <> OLD.name OR NEW.endpoints <> OLD.endpoints)
BEGIN
    UPDATE payments_accounts SET left_at = NEW.updated_at, settings_sealed = OLD.settings_sealed WHERE id = OLD.account_id;
    INSERT INTO payments_accounts (processor, endpoints, created_at) VALUES (NEW.name, NEW.endpoints, NEW.updated_at);
    UPDATE payments_processor SET account_id = (SELECT id FROM payments_accounts WHERE left_at IS NULL) WHERE id = NEW.id;
END;
CREATE TRIGGER payments_card_setups_account AFTER INSERT ON payments_card_setups WHEN NEW.account_id IS NULL
BEGIN
    UPDATE payments_card_setups SET account_id = (SELECT account_id FROM payments_processor) WHERE reference = NEW.reference;
END;
CREATE TRIGGER payments_cards_account AFTER INSERT ON payments_cards WHEN NEW.account_id IS NULL
BEGIN
    UPDATE payments_cards SET account_id = (SELECT account_id FROM payments_processor) WHERE customer_id = NEW.customer_id;
END;
CREATE TRIGGER payments_account AFTER INSERT ON payments WHEN NEW.account_id IS NULL
BEGIN
    UPDATE payments SET account_id = (SELECT account_id FROM payments_processor) WHERE id = NEW.id;
END;

PRAGMA user_version = 58;
