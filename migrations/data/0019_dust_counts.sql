-- Transfers that are too small to be listed, or that failed and name no intent. Anyone can send them, so they are only
-- counted: one row per merchant, mode, network and asset, however many arrive.

CREATE TABLE florin_data.dust_counts (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  network text NOT NULL,
  asset text NOT NULL,
  transfers bigint NOT NULL,
  amount numeric(96, 18) NOT NULL,
  PRIMARY KEY (merchant_id, livemode, network, asset)
);
