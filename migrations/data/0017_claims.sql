-- What payers say about unmatched transfers: each claim names the intent that its payer says the transfer paid. A claim never
-- credits anything. The owner of the account that sent the money can prove it with a signature.

CREATE TABLE florin_data.claims (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  transfer_id uuid NOT NULL,
  intent_id uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  -- The address whose owner signed, the signature, and when it was checked. All null without a proof.
  proven_by text,
  signature text,
  proven_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, transfer_id, intent_id)
);

CREATE INDEX claims_intent ON florin_data.claims (merchant_id, livemode, intent_id);

-- The version before wrote the first claim on a transfer without a reference as the intent that the transfer names.
INSERT INTO florin_data.claims (merchant_id, livemode, transfer_id, intent_id, claimed_at)
SELECT merchant_id, livemode, id, intent_id, kept_at
FROM florin_data.transfers WHERE refusal = 'no_reference' AND intent_id IS NOT NULL;
