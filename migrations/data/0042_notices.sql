-- Events that people get a mail about, until the mails are queued in the control plane. They are written with the number of
-- the event, only on a server that sends mails.
CREATE TABLE florin_data.notices (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  event_id uuid NOT NULL,
  kind text NOT NULL,
  -- The ID of what the event is about.
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id)
);

CREATE INDEX notices_created ON florin_data.notices (created_at);
