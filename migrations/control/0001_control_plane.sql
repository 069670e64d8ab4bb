-- Merchants, users, API keys, data stores and the audit log.

CREATE TABLE florin_control.settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE florin_control.data_stores (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  sealed_url text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE florin_control.merchants (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  data_store_id uuid REFERENCES florin_control.data_stores,
  paused_until timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE florin_control.users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX users_email ON florin_control.users (lower(email));

CREATE TABLE florin_control.memberships (
  user_id uuid NOT NULL REFERENCES florin_control.users,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  role text NOT NULL CHECK (role IN ('owner')),
  PRIMARY KEY (user_id, merchant_id)
);

CREATE TABLE florin_control.api_keys (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  livemode boolean NOT NULL,
  name text NOT NULL,
  public_key text NOT NULL,
  private_key_hash text NOT NULL UNIQUE,
  private_key_end text NOT NULL,
  sealed_private_key text CHECK (sealed_private_key IS NULL OR NOT livemode),
  scopes text[] NOT NULL,
  allowed_cidrs text[] NOT NULL,
  api_version text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid REFERENCES florin_control.api_keys,
  last_used_at timestamptz,
  last_used_address text
);

CREATE INDEX api_keys_merchant ON florin_control.api_keys (merchant_id, id);
CREATE INDEX api_keys_public_key ON florin_control.api_keys (public_key);

CREATE TABLE florin_control.audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  merchant_id uuid,
  subject text NOT NULL,
  details jsonb NOT NULL
);

CREATE INDEX audit_log_merchant ON florin_control.audit_log (merchant_id, id);
