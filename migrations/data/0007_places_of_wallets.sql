-- The extended key and the index of each address. They show whether a restored counter is behind, and how many addresses in
-- a row are unused. The wallet is identified by its fingerprint, which stays the same when the wallet is added again. Older
-- rows have neither.
ALTER TABLE florin_data.targets
  ADD COLUMN wallet text,
  ADD COLUMN wallet_index integer;

CREATE INDEX targets_wallet ON florin_data.targets (merchant_id, livemode, wallet, wallet_index) WHERE wallet IS NOT NULL;
