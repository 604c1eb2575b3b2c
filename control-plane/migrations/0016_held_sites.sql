-- The newest copy of a site: only a file of this epoch may charge.
ALTER TABLE sites ADD COLUMN epoch BIGINT NOT NULL DEFAULT 1;
-- Since when a site is held; NULL: it is not. A held site charges, redeems and sends nothing until an operator releases it.
ALTER TABLE sites ADD COLUMN held_at BIGINT;
-- Why it is held: restored, imported, adopted, copied, moved or undeleted.
ALTER TABLE sites ADD COLUMN held_reason TEXT;
-- The instant up to which its file is complete, where that is known; NULL: its newest record tells.
ALTER TABLE sites ADD COLUMN held_from BIGINT;
-- When it was last exported; NULL: never. A site that is deleted after that and undeleted may run elsewhere.
ALTER TABLE sites ADD COLUMN exported_at BIGINT;
