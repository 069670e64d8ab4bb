-- What people did to payments, written in the transaction of the change. A relay copies each row to the audit log of the
-- control plane, once by its id.

CREATE TABLE florin_data.audit_entries (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL,
  relayed_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);

CREATE INDEX audit_entries_waiting ON florin_data.audit_entries (at) WHERE relayed_at IS NULL;
