-- Whether the shop is open to the public. No row: open, like every site before this table.
CREATE TABLE opening_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    -- NULL: the shop has never been open.
    first_opened_at INTEGER,
    changed_at INTEGER NOT NULL,
    -- `customer:<id>` for a team member, `provider` or `manifest`.
    changed_by TEXT NOT NULL,
    -- Owner's text on the page that the public sees instead of the shop. Empty: none.
    closed_text TEXT NOT NULL DEFAULT ''
) STRICT;

-- Inherited content and defaults that the owner has confirmed.
CREATE TABLE opening_confirmations (
    -- Kind of need, such as `privacy`.
    subject TEXT PRIMARY KEY,
    confirmed_at INTEGER NOT NULL,
    confirmed_by TEXT NOT NULL
) STRICT;

PRAGMA user_version = 79;
