-- Who is signed in, how the first account is made, how often signing in failed, and what a merchant has set.

-- Of a session's token only the SHA-256 is kept: a copy of this table signs nobody in.
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

-- One row for each attempt, under the names it counts for: a hash of the e-mail address, and the client's address.
CREATE TABLE florin_control.sign_in_attempts (
  id uuid NOT NULL,
  name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, at, id)
);

CREATE INDEX sign_in_attempts_at ON florin_control.sign_in_attempts (at);
CREATE INDEX sign_in_attempts_id ON florin_control.sign_in_attempts (id);

-- At most one row, and none once there is a user.
CREATE TABLE florin_control.setup_link (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A merchant without a row has the defaults, which stand in the program.
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
