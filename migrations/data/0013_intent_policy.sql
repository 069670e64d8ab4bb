-- What the merchant accepted when the intent was created, so that later settings do not reach it. Intents of the version
-- before have none and follow today's settings.
-- The payments with which the intent succeeded, each as network:tx:index: the success lasts while they are final. Intents
-- that succeeded before have none, and any final payment counts for them.

ALTER TABLE florin_data.payment_intents ADD COLUMN policy jsonb, ADD COLUMN settled_by text[];
