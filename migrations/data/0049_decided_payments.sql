-- The payments that a merchant knew of when it accepted or rejected an intent, each as network:tx:index: any other one needs
-- a review, also one that is older and was read later. Earlier decisions have none, and the time of a payment counts.

ALTER TABLE florin_data.payment_intents ADD COLUMN decided_payments text[];
