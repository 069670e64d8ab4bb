-- Transfers to one address are counted before another one is sent to it.

CREATE INDEX simulated_transfers_address ON florin_control.simulated_transfers (address);
