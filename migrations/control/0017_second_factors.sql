-- Second factors of users. They belong to the account and go with it.

-- The ID is that of the user. The secret is sealed; until it is confirmed with a code, it asks for nothing.
CREATE TABLE florin_control.totp_secrets (
  id uuid PRIMARY KEY REFERENCES florin_control.users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The last step of 30 seconds whose code was used. No code of it or an earlier step is accepted again.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE florin_control.recovery_codes (
  user_id uuid NOT NULL REFERENCES florin_control.users ON DELETE CASCADE,
  -- SHA-256 of 80 random bits.
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE florin_control.passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES florin_control.users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_user ON florin_control.passkeys (user_id, id);

-- Challenges that were answered, until they expire: each answer counts once.
CREATE TABLE florin_control.used_challenges (
  challenge_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX used_challenges_expires_at ON florin_control.used_challenges (expires_at);

-- Devices that skip the second factor, but not the password.
CREATE TABLE florin_control.trusted_devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES florin_control.users ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);

CREATE INDEX trusted_devices_user ON florin_control.trusted_devices (user_id, id);
CREATE INDEX trusted_devices_expires_at ON florin_control.trusted_devices (expires_at);

-- When the second factor was last given in this session. Null if it never was.
ALTER TABLE florin_control.sessions ADD COLUMN second_factor_at timestamptz;
