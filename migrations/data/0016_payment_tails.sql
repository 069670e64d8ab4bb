-- The part of a payment that only made its amount unique. It was sent, but it is not an overpayment.

ALTER TABLE florin_data.payments ADD COLUMN tail numeric(96, 18) NOT NULL DEFAULT 0;
