-- Stores the logo itself instead of a URL, so that a checkout makes no request to a third party.
ALTER TABLE florin_control.merchant_settings
  DROP COLUMN logo_url,
  ADD COLUMN logo bytea CHECK (octet_length(logo) <= 40960),
  ADD COLUMN logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  ADD COLUMN logo_hash text CHECK (logo_hash ~ '^[0-9a-f]{32}$'),
  ADD CHECK (num_nulls(logo, logo_type, logo_hash) IN (0, 3));

CREATE INDEX merchant_settings_logo_hash ON florin_control.merchant_settings (logo_hash) WHERE logo_hash IS NOT NULL;
