-- Items that nobody bought: what offers and points bring, and what a kiosk is told of them (docs/RULES.md#codes).

-- Minor units that it takes off; null: it is no discount.
ALTER TABLE wallet_items ADD COLUMN discount INTEGER
    CHECK ((discount IS NOT NULL) = (item_type IN ('DollarDiscItem', 'DollarDiscTrans')) AND discount > 0);
-- What the kiosk is to run for it, in its own words; null: the customer chooses.
ALTER TABLE wallet_items ADD COLUMN kiosk_item TEXT;
-- Whether the customer may take something dearer instead and pay the difference.
ALTER TABLE wallet_items ADD COLUMN allow_upgrade INTEGER NOT NULL DEFAULT 0 CHECK (allow_upgrade IN (0, 1));
-- Whether the kiosk is to run it without asking.
ALTER TABLE wallet_items ADD COLUMN auto_select INTEGER NOT NULL DEFAULT 0 CHECK (auto_select IN (0, 1));

PRAGMA user_version = 20;
