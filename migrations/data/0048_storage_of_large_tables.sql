-- Room on each page for the next version of a row, so that an update which changes no indexed column stays away from the
-- indexes, and vacuums by a smaller share of the rows: a fifth of a large table is too much to leave behind. Pages that
-- are full already stay as they are. The lock of these statements keeps neither readers nor writers waiting.

ALTER TABLE florin_data.payment_intents SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE florin_data.payments SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE florin_data.idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.05);

-- Rows of these are hardly ever changed. A vacuum only has to mark and freeze new pages, in small portions.
ALTER TABLE florin_data.events SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE florin_data.targets SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE florin_data.target_keys SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE florin_data.invoices SET (autovacuum_vacuum_insert_scale_factor = 0.05);
