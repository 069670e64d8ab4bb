-- Events of the control plane: the relay copies each to the data store of its merchant, once by its ID.

CREATE TABLE florin_control.outgoing_events (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  type text NOT NULL,
  object json NOT NULL,
  created_at timestamptz NOT NULL,
  relayed_at timestamptz
);

CREATE INDEX outgoing_events_waiting ON florin_control.outgoing_events (created_at) WHERE relayed_at IS NULL;
