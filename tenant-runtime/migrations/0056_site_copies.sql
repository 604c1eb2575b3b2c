-- Which copy of the site this file is: one row. The control database knows the newest epoch, and only a file of that epoch may
-- charge. SQL: platform/src/tenancy/file.
CREATE TABLE site_copy (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    -- Raised whenever a file is put in the site's place: by a restore, an import, an adoption or a release.
    epoch INTEGER NOT NULL CHECK (epoch >= 1)
) STRICT;
INSERT INTO site_copy (one, epoch) VALUES (1, 1);
CREATE TRIGGER site_copy_only_rises BEFORE UPDATE ON site_copy WHEN NEW.epoch < OLD.epoch
    BEGIN SELECT RAISE(ABORT, 'the epoch of a copy only rises'); END;
CREATE TRIGGER site_copy_no_delete BEFORE DELETE ON site_copy
    BEGIN SELECT RAISE(ABORT, 'a file keeps its epoch'); END;

-- What terminals report to a held site: redemptions, charges and sales that they confirmed (docs/KIOSK.md).
CREATE TABLE terminal_journal (
    terminal_id  TEXT NOT NULL REFERENCES terminals (id),
    kind         TEXT NOT NULL CHECK (kind IN ('redemption', 'payment', 'gift_card', 'sale')),
    -- Id of the redemption, payment or authorization; of a sale, its terminalTxnId.
    subject_id   TEXT NOT NULL,
    confirmed_at INTEGER NOT NULL,
    -- Minor units, where the terminal says them.
    amount       INTEGER,
    PRIMARY KEY (terminal_id, kind, subject_id)
) STRICT;
-- Which terminals have reported, and from which instant on.
CREATE TABLE terminal_journal_reports (
    terminal_id TEXT PRIMARY KEY REFERENCES terminals (id),
    since       INTEGER NOT NULL,
    reported_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 56;
