-- State or province of a membership's license plate: the same letters belong to other cars elsewhere. Blank in countries
-- whose plates have none.
ALTER TABLE club_memberships ADD COLUMN license_state TEXT CHECK (license_state IS NULL OR license IS NOT NULL);
UPDATE club_memberships SET license_state = v.state
FROM identity_vehicles AS v
WHERE v.customer_id = club_memberships.customer_id AND v.license = club_memberships.license;

PRAGMA user_version = 82;
