-- Jobs that were running when the server died count an attempt and are quarantined after three (docs/RULES.md#promises).

-- Times that the server ended while the job ran, since it was enqueued or retried.
ALTER TABLE jobs ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 72;
