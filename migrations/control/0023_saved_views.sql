-- Filters of a list that the people of a merchant have given a name.

CREATE TABLE florin_control.saved_views (
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  id uuid NOT NULL,
  name text NOT NULL,
  -- The name in one case, so that two views never seem to have the same one.
  folded_name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE UNIQUE INDEX saved_views_name ON florin_control.saved_views (merchant_id, folded_name);
