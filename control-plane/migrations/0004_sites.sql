-- Until when a deletion can be taken back; NULL: the site is not being deleted. Its state says what it goes back to.
ALTER TABLE sites ADD COLUMN delete_after BIGINT;

CREATE INDEX sites_delete_after ON sites (delete_after);
CREATE INDEX host_names_site ON host_names (site_id);
CREATE INDEX released_subdomains_site ON released_subdomains (site_id);

-- Who of a site's people may see an account and make sites of it, by their confirmed address there.
CREATE TABLE account_grants (
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    site_id    TEXT   NOT NULL REFERENCES sites (id),
    email      TEXT   NOT NULL,
    -- In which two spellings of one mailbox compare equal.
    email_key  TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, site_id, email_key)
);

CREATE INDEX account_grants_site ON account_grants (site_id, email_key);
