-- An index of what is due without the tail: it tells whether a transfer may also be meant for another intent, and which
-- released amounts of a price can be reused. The index of amounts gets the end of the hold, so that a search for released
-- amounts reads no rows. The two have different conditions, and a statement chooses its index by naming one: without
-- statistics, the planner takes any index that begins with the network.

DROP INDEX florin_data.target_keys_amounts;
CREATE INDEX target_keys_amounts ON florin_data.target_keys (network, address, asset, amount, held_until)
  WHERE kind = 'amount';
CREATE INDEX target_keys_dues ON florin_data.target_keys (network, address, asset, (amount - tail), held_until, amount)
  WHERE tail > 0;
