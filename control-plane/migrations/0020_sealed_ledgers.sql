-- Whether the site's ledger has been sealed: from then on, no entry lacks a seal, and none gets one later (docs/RULES.md#ledger).
ALTER TABLE sites ADD COLUMN ledger_sealed BOOLEAN NOT NULL DEFAULT FALSE;
