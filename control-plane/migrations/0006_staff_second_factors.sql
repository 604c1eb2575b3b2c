-- What staff prove who they are with besides the password.
CREATE TABLE staff_second_factors (
    id           TEXT   NOT NULL PRIMARY KEY,
    staff_id     TEXT   NOT NULL REFERENCES staff (id),
    label        TEXT   NOT NULL,
    -- The secret shared with an authenticator (RFC 6238), sealed (base64).
    secret       TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    -- NULL: it has proved nothing yet, and guards nothing.
    confirmed_at BIGINT,
    last_used_at BIGINT,
    -- The time step of the last code, none of which is taken twice.
    last_step    BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX staff_second_factors_staff ON staff_second_factors (staff_id);

-- Codes for whoever has lost the rest, each good once; SHA-256 (hex).
CREATE TABLE staff_recovery_codes (
    staff_id  TEXT   NOT NULL REFERENCES staff (id),
    code_hash TEXT   NOT NULL,
    used_at   BIGINT,
    PRIMARY KEY (staff_id, code_hash)
);

-- Log-ins with the right password that wait for the second factor; SHA-256 (hex).
CREATE TABLE staff_tickets (
    ticket_hash TEXT    NOT NULL PRIMARY KEY,
    staff_id    TEXT    NOT NULL REFERENCES staff (id),
    -- Whether the session is to last for a month.
    remember    BOOLEAN NOT NULL,
    expires_at  BIGINT  NOT NULL
);

CREATE INDEX staff_tickets_staff ON staff_tickets (staff_id);
