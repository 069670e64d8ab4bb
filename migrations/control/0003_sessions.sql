-- Sessions, sign-in attempts, the setup link of the first account, and merchant settings.

-- Only the SHA-256 of a session token is stored, so a copy of this table gives access to no account.
CREATE TABLE florin_control.sessions (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES florin_control.users,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);

CREATE INDEX sessions_user ON florin_control.sessions (user_id, id);
CREATE INDEX sessions_expires_at ON florin_control.sessions (expires_at);

-- Two rows per attempt: one for the hash of the email address, one for the client address.
CREATE TABLE florin_control.sign_in_attempts (
  id uuid NOT NULL,
  name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, at, id)
);

CREATE INDEX sign_in_attempts_at ON florin_control.sign_in_attempts (at);
CREATE INDEX sign_in_attempts_id ON florin_control.sign_in_attempts (id);

-- At most one row, and none after the first user has been created.
CREATE TABLE florin_control.setup_link (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A merchant without a row has the default settings, which are in the code.
CREATE TABLE florin_control.merchant_settings (
  merchant_id uuid PRIMARY KEY REFERENCES florin_control.merchants,
  logo_url text,
  accent_color text CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  allowed_origins text[] NOT NULL,
  expires_in_seconds integer NOT NULL CHECK (expires_in_seconds BETWEEN 300 AND 604800),
  tolerance_percent numeric NOT NULL CHECK (tolerance_percent BETWEEN 0 AND 100),
  tolerance_amount numeric NOT NULL CHECK (tolerance_amount >= 0),
  late_stablecoin_seconds integer NOT NULL CHECK (late_stablecoin_seconds >= 0),
  late_other_seconds integer NOT NULL CHECK (late_other_seconds >= 0),
  updated_at timestamptz NOT NULL
);
