-- Whether the success of an intent has its invoice number. What succeeded before, or in a process of the version before, has
-- none, and a worker finds it with the index.

ALTER TABLE florin_data.payment_intents ADD COLUMN numbered boolean NOT NULL DEFAULT false;

CREATE INDEX payment_intents_unnumbered ON florin_data.payment_intents (merchant_id, livemode, id)
  WHERE status = 'succeeded' AND NOT numbered;
