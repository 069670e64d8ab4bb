-- Where merchants receive events. Secrets are encrypted.

CREATE TABLE florin_data.webhook_endpoints (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  events text[] NOT NULL,
  api_version text NOT NULL,
  sealed_secret text NOT NULL,
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('user', 'gone', 'failing')),
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
