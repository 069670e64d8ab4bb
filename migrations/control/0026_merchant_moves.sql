-- Moves of merchants from one data store to another that have not ended. A row is written before the first row is copied and
-- deleted after the old copy is gone. Processes read it to learn which merchants they must look up for every request.
CREATE TABLE florin_control.merchant_moves (
  merchant_id uuid PRIMARY KEY REFERENCES florin_control.merchants,
  id uuid NOT NULL,
  -- Null is the main database.
  from_store uuid REFERENCES florin_control.data_stores,
  to_store uuid REFERENCES florin_control.data_stores,
  state text NOT NULL CHECK (state IN ('copying', 'switched')),
  started_at timestamptz NOT NULL
);
