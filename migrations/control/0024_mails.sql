-- Mails that wait to be sent. What a mail says is sealed, because it can hold a link that only its reader may use. The row
-- goes when the mail was sent or given up.
CREATE TABLE florin_control.mails (
  id uuid PRIMARY KEY,
  -- Null if it is not known yet whose mail it is.
  merchant_id uuid,
  kind text NOT NULL,
  sealed_content text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The next attempt, or the end of the claim of a process that is sending the mail.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0
);

CREATE INDEX mails_due ON florin_control.mails (due_at, id);
CREATE INDEX mails_merchant ON florin_control.mails (merchant_id);
CREATE INDEX mails_created ON florin_control.mails (created_at);

-- A link to set a new password. Only the SHA-256 of its token is stored; the newest link of a user replaces the one before.
CREATE TABLE florin_control.password_resets (
  user_id uuid PRIMARY KEY REFERENCES florin_control.users ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

-- Whether the person gets mails about the business, besides those about the own account.
ALTER TABLE florin_control.users ADD COLUMN notices boolean NOT NULL DEFAULT true;
