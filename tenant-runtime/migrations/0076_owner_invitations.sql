-- Company of the account, as the provider's invitation names it. NULL: the merchant's team sent the invitation.
ALTER TABLE staff_invitations ADD COLUMN company TEXT;

PRAGMA user_version = 76;
