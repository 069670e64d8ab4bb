-- Up to when addresses have been read that are further behind than the rest of the network: an object of address and time.
-- A busy or unreadable wallet then delays only the intents that it is for.

ALTER TABLE florin_data.scans ADD COLUMN lagging jsonb;
