-- The form in which email addresses are compared (src/domain/sessions/fold-email.ts), so that the count of wrong passwords,
-- the sign-in and the uniqueness of accounts agree on which spellings are the same. Null in rows of the version before, until
-- the next account is created.

ALTER TABLE florin_control.users ADD COLUMN email_folded text;

CREATE UNIQUE INDEX users_email_folded ON florin_control.users (email_folded);
