-- The id of an entry that a data store wrote; unique, so that the relay copies it once.

ALTER TABLE florin_control.audit_log ADD COLUMN entry_id uuid UNIQUE;
