-- From which extended key an address comes, and by which index: what an older copy of the key's counter can be held
-- against, and how many addresses in a row nobody has paid. The wallet is named by its fingerprint, which stays the same
-- when the wallet is added anew. Rows from before know neither.
ALTER TABLE florin_data.targets
  ADD COLUMN wallet text,
  ADD COLUMN wallet_index integer;

CREATE INDEX targets_wallet ON florin_data.targets (merchant_id, livemode, wallet, wallet_index) WHERE wallet IS NOT NULL;
