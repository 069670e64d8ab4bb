-- Whom a payer contacts: an email address or an https URL.

ALTER TABLE florin_control.merchant_settings ADD COLUMN support text;
