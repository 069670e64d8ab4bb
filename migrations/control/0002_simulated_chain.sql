-- What was sent on the simulated chain, in the order in which it was sent. Its blocks follow from the time alone.
CREATE TABLE florin_control.simulated_transfers (
  number bigint PRIMARY KEY,
  address text NOT NULL,
  asset text NOT NULL,
  amount numeric(36, 18) NOT NULL CHECK (amount > 0),
  sent_at timestamptz NOT NULL
);
