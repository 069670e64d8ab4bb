-- Members with another role than owner. `memberships` has the owners, and only them: a node of the version before knows no
-- roles, so it must not find anybody else.

CREATE TABLE florin_control.staff (
  user_id uuid NOT NULL REFERENCES florin_control.users,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  role text NOT NULL CHECK (role IN ('developer', 'accountant', 'support')),
  PRIMARY KEY (user_id, merchant_id)
);

CREATE INDEX staff_merchant ON florin_control.staff (merchant_id);
CREATE INDEX memberships_merchant ON florin_control.memberships (merchant_id);

CREATE VIEW florin_control.members AS
  SELECT user_id, merchant_id, role FROM florin_control.memberships
  UNION ALL
  SELECT user_id, merchant_id, role FROM florin_control.staff;

-- Only the SHA-256 of the token in an invitation's link is stored. A row stays after it was used, so that the page of the
-- link can say what happened to it.
CREATE TABLE florin_control.invitations (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'accountant', 'support')),
  token_hash text NOT NULL UNIQUE,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX invitations_merchant ON florin_control.invitations (merchant_id, id);
