-- Whether the request log keeps the beginning of bodies, in each mode.

ALTER TABLE florin_control.merchant_settings
  ADD COLUMN log_bodies_test boolean NOT NULL DEFAULT false,
  ADD COLUMN log_bodies_live boolean NOT NULL DEFAULT false;
