-- The heights up to which the chain itself calls its blocks safe and finalized.

ALTER TABLE florin_data.scans ADD COLUMN safe_height bigint, ADD COLUMN finalized_height bigint;
