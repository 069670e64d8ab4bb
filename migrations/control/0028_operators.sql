-- Operators run the server. They see how its data stores are doing, and nothing more of other merchants than before.
ALTER TABLE florin_control.users ADD COLUMN operator boolean NOT NULL DEFAULT false;
