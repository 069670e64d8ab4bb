-- Transfers on the simulated network, in the order in which they were sent. Its blocks are derived from the time.
CREATE TABLE florin_control.simulated_transfers (
  number bigint PRIMARY KEY,
  address text NOT NULL,
  asset text NOT NULL,
  amount numeric(36, 18) NOT NULL CHECK (amount > 0),
  sent_at timestamptz NOT NULL
);
