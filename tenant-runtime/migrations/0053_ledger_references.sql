-- Entries of the ledger name their account and their source by kind and ID, and carry a seal (docs/RULES.md#ledger).
-- The texts `account` and `txn_id` stay and are written too, for the build before.

-- clearing, sales, discounts, tax, disputed, chargebacks, adjustment, till_cash, till_card, kiosks, held, gift_card.
ALTER TABLE ledger_entries ADD COLUMN account_kind TEXT;
-- Of a gift card: its ID. Null for every other account.
ALTER TABLE ledger_entries ADD COLUMN account_id INTEGER CHECK ((account_kind = 'gift_card') = (account_id IS NOT NULL));
-- sale and late (an order), reversal, dispute, dispute_end, kiosk_sale, hold (of a gift card), adjustment (a gift card movement).
ALTER TABLE ledger_entries ADD COLUMN source_kind TEXT;
-- ID of the source: text for a hold, an integer for every other kind.
ALTER TABLE ledger_entries ADD COLUMN source_id ANY;
-- Keyed hash of this entry and the seal before it; null until the first job has sealed what was booked before.
ALTER TABLE ledger_entries ADD COLUMN seal BLOB CHECK (length(seal) = 32);

DROP TRIGGER ledger_entries_no_update;
UPDATE ledger_entries SET
    account_kind = CASE
        WHEN account LIKE 'gift_card:%' THEN 'gift_card'
        WHEN account LIKE 'till:%' THEN 'till_' || substr(account, 6)
        ELSE account END,
    account_id = CASE WHEN account LIKE 'gift_card:%' THEN CAST(substr(account, 11) AS INTEGER) END,
    source_kind = substr(txn_id, 1, instr(txn_id, ':') - 1),
    source_id = CASE
        WHEN txn_id LIKE 'sale:%' OR txn_id LIKE 'late:%' THEN order_id
        WHEN txn_id LIKE 'hold:%' THEN substr(txn_id, 6)
        ELSE CAST(substr(txn_id, instr(txn_id, ':') + 1) AS INTEGER) END;
CREATE TRIGGER ledger_entries_no_update
    BEFORE UPDATE OF id, txn_id, account, amount, order_id, at, location_id, account_kind, account_id, source_kind, source_id
    ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_sealed_once BEFORE UPDATE OF seal ON ledger_entries WHEN OLD.seal IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an entry is sealed once'); END;

-- As before, by kind.
DROP INDEX ledger_entries_by_account;
DROP INDEX ledger_entries_by_location;
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_kind, at, amount, order_id);
CREATE INDEX ledger_entries_by_location ON ledger_entries (account_kind, location_id, at, amount);

-- One row while entries from before seals wait for theirs.
CREATE TABLE ledger_unsealed (
    id INTEGER PRIMARY KEY CHECK (id = 1)
) STRICT;
INSERT INTO ledger_unsealed (id) SELECT 1 WHERE EXISTS (SELECT 1 FROM ledger_entries);
INSERT INTO jobs (kind, unique_key, payload, due_at, created_at)
    SELECT 'ledger.seal', 'ledger.seal:all', '{}', 0, 0 WHERE EXISTS (SELECT 1 FROM ledger_entries);

PRAGMA user_version = 53;
