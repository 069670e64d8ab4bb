-- Tells in one step whether an address still has a watched target, so that wallets nobody waits for are not scanned.

CREATE INDEX targets_shared_watched ON florin_data.targets (network, address, watched_until) WHERE reference IS NOT NULL;
DROP INDEX florin_data.targets_shared;
