-- When another merchant proved that the wallet is theirs, or the operator released it. The row stays, with its ID after its
-- fingerprint, so that the wallet can be added again and its former merchant can be told.

ALTER TABLE florin_control.wallets ADD COLUMN released_at timestamptz;
