-- What staff and members decide about a membership. Local dates.

-- The day until which staff had a declined month retried; null: as long as every month is.
ALTER TABLE club_periods ADD COLUMN last_try_on TEXT;

-- The day until which it was paused when it was canceled; null: it wasn't.
ALTER TABLE club_memberships ADD COLUMN canceled_pause_until TEXT;

PRAGMA user_version = 51;
