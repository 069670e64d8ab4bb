-- Invoices of a time, the newest first. Numbers grow with the time.
CREATE INDEX invoices_issued ON florin_data.invoices (merchant_id, livemode, issued_at, number);
