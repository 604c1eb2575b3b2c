-- Time of the site's newest backup that passed its check; NULL: none has.
ALTER TABLE sites ADD COLUMN backed_up_at BIGINT;
