-- From where each account has signed in. Guesses from elsewhere do not slow these clients down.

CREATE TABLE florin_control.familiar_clients (
  -- SHA-256 of the email address.
  account text NOT NULL,
  -- An IPv4 address, or the /64 of an IPv6 address.
  client text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account, client)
);

CREATE INDEX familiar_clients_last_at ON florin_control.familiar_clients (last_at);
