-- Sites whose prices include tax keep them as they were entered (docs/RULES.md#taxes). Money is minor units.
--
-- Each net amount stays beside its gross one: the previous build reads only that, and charges the same to one minor unit. A gross
-- column that is null: the amount was entered without tax.

ALTER TABLE catalog_products ADD COLUMN gross_price INTEGER CHECK (gross_price >= 0);
ALTER TABLE catalog_products ADD COLUMN gross_signup_price INTEGER CHECK (gross_signup_price >= 0);

ALTER TABLE offers ADD COLUMN gross_amount INTEGER CHECK (gross_amount > 0);
ALTER TABLE wallet_items ADD COLUMN gross_discount INTEGER CHECK (gross_discount > 0);

-- Tax that the discount and the credit of a line saved; null: computed from the net amounts and the line's rate.
ALTER TABLE checkout_order_lines ADD COLUMN discount_taxes INTEGER CHECK (discount_taxes >= 0);
ALTER TABLE checkout_order_lines ADD COLUMN credit_taxes INTEGER CHECK (credit_taxes >= 0);
ALTER TABLE checkout_order_lines ADD COLUMN gross_monthly_price INTEGER CHECK (gross_monthly_price >= 0);

ALTER TABLE club_memberships ADD COLUMN gross_monthly_price INTEGER CHECK (gross_monthly_price >= 0);
ALTER TABLE club_memberships ADD COLUMN gross_next_price INTEGER CHECK (gross_next_price >= 0);
ALTER TABLE club_next_plans ADD COLUMN gross_monthly_price INTEGER CHECK (gross_monthly_price >= 0);
ALTER TABLE club_periods ADD COLUMN gross_amount INTEGER CHECK (gross_amount >= 0);

-- What customers of such a site are shown today, which is at the first location; members, at their own.
CREATE TEMP TABLE gross_rates AS
SELECT t.tax_class, t.rate_ppm
FROM catalog_taxes t
WHERE t.location_id = (SELECT id FROM catalog_locations WHERE active = 1 ORDER BY position, id LIMIT 1)
  AND (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

CREATE TEMP TABLE gross_members AS
SELECT c.id AS customer_id, COALESCE(
           (SELECT t.rate_ppm FROM catalog_locations l JOIN catalog_taxes t ON t.location_id = l.id AND t.tax_class = 'club'
            WHERE l.id = c.home_location_id AND l.active = 1),
           CASE WHEN EXISTS (SELECT 1 FROM catalog_locations l WHERE l.id = c.home_location_id AND l.active = 1) THEN 0 END,
           (SELECT rate_ppm FROM gross_rates WHERE tax_class = 'club'),
           0) AS rate_ppm
FROM customers c
WHERE (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

UPDATE catalog_products SET
    gross_price = price + (price * COALESCE((SELECT rate_ppm FROM gross_rates g WHERE g.tax_class = catalog_products.tax_class), 0)
        + 500000) / 1000000,
    gross_signup_price = signup_price
        + (signup_price * COALESCE((SELECT rate_ppm FROM gross_rates g WHERE g.tax_class = catalog_products.tax_class), 0)
        + 500000) / 1000000
WHERE (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

UPDATE offers SET
    gross_amount = amount + (amount * COALESCE((SELECT rate_ppm FROM gross_rates WHERE tax_class = 'wash'), 0) + 500000) / 1000000
WHERE amount IS NOT NULL
  AND (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

UPDATE wallet_items SET
    gross_discount = discount + (discount * COALESCE((SELECT rate_ppm FROM gross_rates WHERE tax_class = 'wash'), 0) + 500000) / 1000000
WHERE discount IS NOT NULL
  AND (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

UPDATE club_memberships SET
    gross_monthly_price = monthly_price + (monthly_price * m.rate_ppm + 500000) / 1000000,
    gross_next_price = next_price + (next_price * m.rate_ppm + 500000) / 1000000
FROM gross_members m WHERE m.customer_id = club_memberships.customer_id AND status <> 'inactive';

UPDATE club_next_plans SET
    gross_monthly_price = club_next_plans.monthly_price + (club_next_plans.monthly_price * m.rate_ppm + 500000) / 1000000
FROM club_memberships c JOIN gross_members m ON m.customer_id = c.customer_id
WHERE c.id = club_next_plans.membership_id;

-- Clubs that were ordered and are not paid yet.
UPDATE checkout_order_lines SET
    gross_monthly_price = monthly_price + (monthly_price * tax_rate_ppm + 500000) / 1000000
WHERE monthly_price IS NOT NULL
  AND order_id IN (SELECT id FROM checkout_orders WHERE state IN ('pending', 'unknown', 'flagged'))
  AND (SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) FROM site_configs ORDER BY revision DESC LIMIT 1) = 1;

DROP TABLE gross_rates;
DROP TABLE gross_members;

PRAGMA user_version = 61;
