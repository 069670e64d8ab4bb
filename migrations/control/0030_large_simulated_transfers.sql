-- What a transfer has above the most that `amount` can hold: 110 % of the largest amount due is more than that. A wider `amount`
-- would change what the prepared statements of running processes return, and PostgreSQL rejects those.

ALTER TABLE florin_control.simulated_transfers
  ADD COLUMN excess numeric(96, 18) NOT NULL DEFAULT 0 CHECK (excess >= 0);
