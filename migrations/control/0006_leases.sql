-- One holder at a time for each piece of work that a single process does. The fencing token grows with each new holder.

CREATE TABLE florin_control.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  token bigint NOT NULL,
  leased_until timestamptz NOT NULL
);

-- Tokens continue far above those of the networks table, so that a scan by a node of the previous version is fenced off
-- as soon as a node of this version has taken over.
INSERT INTO florin_control.leases (name, holder, token, leased_until)
SELECT 'watch ' || network, holder, token + 1000000, leased_until FROM florin_control.networks;

-- Nodes of the previous version keep their leases here during an upgrade.
ALTER TABLE florin_control.networks
  ALTER COLUMN holder SET DEFAULT '',
  ALTER COLUMN token SET DEFAULT 0,
  ALTER COLUMN leased_until SET DEFAULT '-infinity';
